import { Temporal } from "temporal-polyfill";

/**
 * A zone's offset from UTC in milliseconds over a period, split at each DST change.
 * @param from milliseconds UTC, inclusive
 * @param to milliseconds UTC; the last part ends here or later
 */
export function offsetsBetween(zone: string, from: number, to: number): { until: number; offset: number }[] {
  const parts: { until: number; offset: number }[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  while (true) {
    const change = at.getTimeZoneTransition("next");
    const until = change?.epochMilliseconds ?? Number.MAX_SAFE_INTEGER;
    parts.push({ until, offset: at.offsetNanoseconds / 1_000_000 });
    if (!change || until >= to) return parts;
    at = change;
  }
}
