import { invalidField } from "~/core/refusal";
import { day } from "~/core/time";
import { datesOf, type SlotPattern, startsPerDay } from "./slot-plan";

const mostDays = 366;
const mostStarts = 20_000;

/** Writing this many slots takes about 5 ms. Pages are served between the steps of a transaction. */
export const slotsPerStep = 250;

/** @throws Refusal "invalid" if the patterns together exceed 366 days or 20,000 slots */
export function checkPatternSize(...patterns: SlotPattern[]): void {
  let starts = 0;
  for (const pattern of patterns) {
    const days = (Date.parse(pattern.toDate) - Date.parse(pattern.fromDate)) / day + 1;
    if (days > mostDays) throw invalidField("toDate", `Choose at most ${mostDays} days.`);
    starts += datesOf(pattern).length * startsPerDay(pattern);
  }
  if (starts > mostStarts) {
    throw invalidField(
      "toDate",
      "This would create more than 20,000 slots. Choose a shorter range or a longer interval.",
    );
  }
}
