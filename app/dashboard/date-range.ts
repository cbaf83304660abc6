import { invalidField } from "~/core/refusal";
import { addDays, day, localDate, startOfDay } from "~/core/time";

const longestRange = 13 * 31 * day;

/**
 * The given range. By default, it starts with the current month and ends with the month in which it starts (UTC).
 * @throws Refusal "invalid" if it ends before it begins or is longer than 13 months
 */
export function rangeOf(input: { start?: number | undefined; end?: number | undefined }, now: number) {
  const first = `${localDate(input.start ?? now, "UTC").slice(0, 7)}-01`;
  const start = input.start ?? startOfDay(first, "UTC");
  const end = input.end ?? startOfDay(`${addDays(first, 31).slice(0, 7)}-01`, "UTC");
  if (end <= start) throw invalidField("end", "The end date must be after the start date.");
  if (end - start > longestRange) throw invalidField("end", "The range can't be longer than 13 months.");
  return { start, end };
}
