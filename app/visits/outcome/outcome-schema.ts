import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { optional } from "~/core/fields";
import { id, note } from "../visit-schema";
import { type CancelReason, cancelReasons, type NoShowReason, noShowReasons } from "./outcome-reasons";

const chooseReason = "Choose a reason.";

export const noShowReason = z.enum(Object.keys(noShowReasons) as [NoShowReason], chooseReason);

export const cancelReason = optional(z.enum(Object.keys(cancelReasons) as [CancelReason], chooseReason));

export const MarkNoShow = z.object({ id, reason: noShowReason, note });
export type MarkNoShow = z.output<typeof MarkNoShow>;

export const NoShowForm = MarkNoShow.extend({
  back: returnPath,
  /** Set if the form was for a visit that was already a no-show. */
  again: z.literal("1").optional(),
});

export const CancelVisit = z.object({ id, reason: cancelReason });

export const CancelVisitForm = CancelVisit.extend({ back: returnPath });
