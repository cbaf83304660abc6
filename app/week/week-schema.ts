import * as z from "zod";
import { AvailabilityPage } from "~/availability/availability-schema";
import { recordId } from "~/core/fields";
import { calendarViews } from "./calendar-views";

export const WeekQuery = z.object({
  therapist: recordId.optional(),
  week: z.iso.date().regex(/^20/).optional().catch(undefined),
  view: z
    .enum(Object.keys(calendarViews) as (keyof typeof calendarViews)[])
    .optional()
    .catch(undefined),
  visit: recordId.optional(),
  details: z.literal("1").optional().catch(undefined),
  /** The list that is unfolded. */
  open: z.literal("outcomes").optional().catch(undefined),
  slots: AvailabilityPage.shape.slots,
});
export type WeekQuery = z.output<typeof WeekQuery>;
