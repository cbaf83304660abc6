import * as z from "zod";
import { recordId } from "~/core/fields";
import { ConfirmVisitForm, VisitId } from "~/visits/visit-schema";
import { UpdateTherapist } from "../../therapist-schema";

const page = z.coerce.number().int().min(1).max(10_000).catch(1);

export const ShowProfile = z.object({
  id: recordId,
  confirmed: page,
  submitted: page,
  completed: page,
  cancelled: page,
  slots: z.coerce.number().int().min(0).max(100_000).optional().catch(undefined),
});
export type ShowProfile = z.output<typeof ShowProfile>;

export const ChangeProfile = z.discriminatedUnion(
  "act",
  [
    z.object({
      act: z.literal("confirm"),
      id: recordId,
      visit: VisitId.shape.id,
      ...ConfirmVisitForm.omit({ id: true }).shape,
    }),
    z.object({ act: z.literal("complete"), id: recordId, visit: VisitId.shape.id }),
    z.object({ act: z.literal("cancel"), id: recordId, visit: VisitId.shape.id }),
    UpdateTherapist.extend({ act: z.literal("save") }),
  ],
  "Choose Confirm, Complete, Cancel or Save.",
);
export type ChangeProfile = z.output<typeof ChangeProfile>;
export type ProfileAction = ChangeProfile["act"];
