import * as z from "zod";
import { optional, text } from "~/core/fields";
import { listHref } from "~/core/list-href";
import { addDays, day, weekdayOf } from "~/core/time";

/** Both dates as typed. `reportPeriod` explains what is wrong with them. */
export const ShowReports = z.object({
  from: optional(text(30)).catch(undefined),
  to: optional(text(30)).catch(undefined),
});
export type ShowReports = z.output<typeof ShowReports>;

/** How many weeks can be chosen with one click. */
export const reportWeeks = [4, 12, 26, 52] as const;
const weeksByDefault = 12;
const mostDays = 371;

/** The first and last date, `YYYY-MM-DD`. */
export interface ReportPeriod {
  from: string;
  to: string;
}

/** Whole weeks that begin on Sunday and end with the week that contains today. */
export function lastWeeks(today: string, weeks: number): ReportPeriod {
  const sunday = addDays(today, -weekdayOf(today));
  return { from: addDays(sunday, -7 * (weeks - 1)), to: today };
}

const isDate = (value: string) =>
  z.iso
    .date()
    .regex(/^20\d\d/)
    .safeParse(value).success;

interface DateProblem {
  field: "from" | "to";
  message: string;
}

/** The period of the report, or the default period and the reason that the typed dates can't be used. */
export function reportPeriod(
  { from, to }: ShowReports,
  today: string,
): ReportPeriod & { problem?: DateProblem } {
  const usual = lastWeeks(today, weeksByDefault);
  if (!from && !to) return usual;
  const refused = (field: DateProblem["field"], message: string) => ({
    ...usual,
    problem: { field, message },
  });
  if (!from || !isDate(from)) return refused("from", "Enter a start date, like 2026-05-01.");
  const last = to ?? today;
  if (!isDate(last)) return refused("to", "Enter an end date, like 2026-05-31.");
  if (last < from) return refused("to", "The end date is before the start date. Choose a later end date.");
  if (from > today) return refused("from", "The start date is in the future. Choose an earlier one.");
  if ((Date.parse(last) - Date.parse(from)) / day >= mostDays) {
    return refused("from", "The dates are more than a year apart. Choose a shorter period.");
  }
  return { from, to: last };
}

/** The weeks that contain the period's dates. Each is the date of its Sunday. */
export function weeksOf({ from, to }: ReportPeriod): string[] {
  const weeks: string[] = [];
  for (let week = addDays(from, -weekdayOf(from)); week <= to; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}

export const reportsHref = ({ from, to }: Partial<ReportPeriod>) => listHref("/reports", { from, to });
