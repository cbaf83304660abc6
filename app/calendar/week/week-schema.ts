import { z } from "zod";
import { AvailabilityPage } from "~/availability/availability-schema";
import { recordId } from "~/core/fields";

/** The views of the calendar that its address has a word for; a week needs none. */
export const calendarViews = { day: "timeGridDay", list: "listWeek", month: "dayGridMonth" } as const;

/** Which week the therapist's page shows; what makes no sense there is as if it were not. */
export const WeekQuery = z.object({
  /** Somebody else's calendar, for supervisors. */
  therapist: recordId.optional(),
  /** A day of the week; with a view of a day or a month, a day of that. */
  week: z.iso.date().regex(/^20/).optional().catch(undefined),
  /** What the calendar shows, where it is not its usual week. */
  view: z
    .enum(Object.keys(calendarViews) as (keyof typeof calendarViews)[])
    .optional()
    .catch(undefined),
  /** The visit that is opened over it. */
  visit: recordId.optional(),
  /** With what the order system says of its order. */
  details: z.literal("1").optional().catch(undefined),
  /** How many slots of the list below are wanted. */
  slots: AvailabilityPage.shape.slots,
});
export type WeekQuery = z.output<typeof WeekQuery>;
