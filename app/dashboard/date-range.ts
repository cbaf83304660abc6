import { invalidField } from "~/core/refusal";
import { addDays, day, localDate, startOfDay } from "~/core/time";

const longestRange = 13 * 31 * day;

/**
 * The given range. Without a start or end, it begins or ends with the current month in UTC.
 * @throws Refusal "invalid" if it ends before it begins or is longer than 13 months
 */
export function rangeOf(input: { start?: number | undefined; end?: number | undefined }, now: number) {
  const first = `${localDate(input.start ?? now, "UTC").slice(0, 7)}-01`;
  const start = input.start ?? startOfDay(first, "UTC");
  const end = input.end ?? startOfDay(`${addDays(first, 31).slice(0, 7)}-01`, "UTC");
  if (end <= start) throw invalidField("end", "The end date must be after the start date.");
  if (end - start > longestRange) throw invalidField("end", "The range can be at most 13 months.");
  return { start, end };
}
