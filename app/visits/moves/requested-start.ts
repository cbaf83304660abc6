import { invalidField } from "~/core/refusal";
import { instantOf, zoneOrUtc } from "~/core/time";

interface Wanted {
  /** Milliseconds UTC: one of the times on offer. */
  at?: number | undefined;
  /** `YYYY-MM-DD` and `HH:MM` on the therapist's clock. */
  date?: string | undefined;
  time?: string | undefined;
}

/**
 * The instant that a move's form asks for.
 *
 * @throws Refusal "invalid" without a day or a time, and for a time that the clock skips
 */
export function requestedStart({ at, date, time }: Wanted, timezone: string): number {
  if (at !== undefined) return at;
  if (!date) throw invalidField("date", "Choose a day.");
  if (!time) throw invalidField("time", "Choose a time.");
  const start = instantOf(date, time, zoneOrUtc(timezone));
  if (start === null) {
    throw invalidField("time", `The clock skips ${time} on that day. Choose another time.`);
  }
  return start;
}
