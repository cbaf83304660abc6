import { invalidField } from "~/core/refusal";
import { instantOf, zoneOrUtc } from "~/core/time";

interface RequestedMove {
  /** `YYYY-MM-DD` and `HH:MM` in the therapist's time zone. */
  date?: string | undefined;
  time?: string | undefined;
}

/** @returns ms UTC @throws Refusal "invalid" without a day or time, or for a time that daylight saving time skips */
export function requestedStart({ date, time }: RequestedMove, timezone: string): number {
  if (!date) throw invalidField("date", "Choose a day.");
  if (!time) throw invalidField("time", "Choose a time.");
  const start = instantOf(date, time, zoneOrUtc(timezone));
  if (start === null) {
    throw invalidField("time", `The clocks skip ${time} on that day. Choose another time.`);
  }
  return start;
}
