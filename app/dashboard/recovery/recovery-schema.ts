import * as z from "zod";
import { optional } from "~/core/fields";
import { addDays, weekdayOf } from "~/core/time";
import { calendarDay, choice } from "../dashboard-schema";

/** Weeks begin on Sunday. */
export const sundayOf = (date: string): string => addDays(date, -weekdayOf(date));

/** The Sundays of the current week and the previous weeks, newest first. */
export const weeksBefore = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(sundayOf(today), -7 * index));

export const periods = [4, 12, 26, 52] as const;

const weeks = z.coerce.number().pipe(z.literal(periods)).catch(12).default(12);

export type Weeks = (typeof periods)[number];

export const ShowRecovery = z.object({ weeks });

export const outcomes = ["all", "held", "completed", "no show", "cancelled"] as const;
export type Outcome = (typeof outcomes)[number];

export const leads = ["0", "1", "4", "8", "15"] as const;
export type Lead = (typeof leads)[number];

const replies = ["ok", "none"] as const;
export type Reply = (typeof replies)[number];

/** Outcome `held` means completed or no-show. `week` is a Sunday. `setup` selects setups with a known referral date. */
export const ShowOutcomes = ShowRecovery.extend({
  outcome: z.enum(outcomes).catch("held").default("held"),
  week: calendarDay,
  therapist: choice,
  region: choice,
  lead: optional(z.enum(leads)),
  reply: optional(z.enum(replies)),
  reason: choice,
  setup: optional(z.literal("1")),
});
export type ShowOutcomes = z.output<typeof ShowOutcomes>;

export const timeStates = ["filled", "open", "lost", "closed"] as const;
export type TimeState = (typeof timeStates)[number];

/** State `offered` selects times with at least one offer. */
export const ShowTimes = ShowRecovery.extend({
  week: calendarDay,
  state: optional(z.enum([...timeStates, "offered"])),
});
export type ShowTimes = z.output<typeof ShowTimes>;

/** Both are `YYYY-MM-DD`, in the therapists' zones. `to` is exclusive. */
export interface Period {
  from: string;
  to: string;
}

/** One week, or a number of weeks that ends with the current one. */
export function periodOf(today: string, weeks: number, week?: string): Period {
  const last = sundayOf(week ?? today);
  return { from: week ? last : addDays(last, -7 * (weeks - 1)), to: addDays(last, 7) };
}
