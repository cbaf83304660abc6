import { fill } from "~/core/language/strings";
import { formatTime, isOddHour } from "~/core/time";
import { zoneDifference } from "~/core/zones/zone-difference";
import type { strings } from "../strings";

/**
 * What the dialog adds to a time: its hour in the other zone that the patient was asked about, and a question if it
 * is early in the morning or late in the evening.
 * @param zone the IANA zone where the patient will be
 */
export function timeTexts(
  at: number,
  zone: string,
  otherZone: string | null,
  texts: Pick<typeof strings, "oddHour" | "otherZone">,
) {
  const time = formatTime(at, zone);
  return {
    other: otherZone && zoneDifference(at, zone, otherZone, texts.otherZone),
    odd: isOddHour(at, zone)
      ? { title: fill(texts.oddHour.title, { time }), agree: fill(texts.oddHour.agree, { time }) }
      : null,
  };
}
