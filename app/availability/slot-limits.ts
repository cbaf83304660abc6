import { invalidField } from "~/core/refusal";
import { day } from "~/core/time";
import { datesOf, type SlotPattern, startsPerDay } from "./slot-plan";

const mostDays = 366;
const mostStarts = 20_000;

/** To write so many takes some ten milliseconds, for which nobody else is served. */
export const slotsAtOnce = 400;

/** @throws Refusal "invalid" for more than one call may write (part 3, section 5), all patterns together */
export function checkPatternSize(...patterns: SlotPattern[]): void {
  let starts = 0;
  for (const pattern of patterns) {
    const days = (Date.parse(pattern.toDate) - Date.parse(pattern.fromDate)) / day + 1;
    if (days > mostDays) throw invalidField("toDate", `Choose at most ${mostDays} days at once.`);
    starts += datesOf(pattern).length * startsPerDay(pattern);
  }
  if (starts > mostStarts) {
    throw invalidField(
      "toDate",
      "These are more than 20,000 times. Choose a shorter range or a longer interval.",
    );
  }
}
