import { minute, second } from "../time";
import { offsetsBetween } from "./offsets";

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+Z$/g, "");

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / minute;
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${offset < 0 ? "-" : "+"}${digits.join("")}`;
}

/**
 * An iCalendar definition of a zone for a period (RFC 5545, 3.6.5), with one part for each DST change.
 * @param zone IANA name
 * @param from milliseconds UTC, like `to`
 */
export function vtimezone(zone: string, from: number, to: number): string {
  const parts = offsetsBetween(zone, from, to);
  const standard = Math.min(...parts.map(({ offset }) => offset));
  const observances = parts.map(({ offset }, index) => {
    const before = parts[index - 1];
    // DTSTART uses the local time that applied before the DST change.
    const begins = before ? before.until + before.offset : from - (from % second) + offset;
    const kind = offset > standard ? "DAYLIGHT" : "STANDARD";
    return [
      `BEGIN:${kind}`,
      `DTSTART:${stamp(begins)}`,
      `TZOFFSETFROM:${offsetText(before?.offset ?? offset)}`,
      `TZOFFSETTO:${offsetText(offset)}`,
      `END:${kind}`,
    ].join("\r\n");
  });
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...observances, "END:VTIMEZONE"].join("\r\n");
}
