import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";

/** Outlook and Exchange zone names (CLDR windowsZones), which files use without defining them. */
const windowsZones: Record<string, string> = {
  "Alaskan Standard Time": "America/Anchorage",
  "Atlantic Standard Time": "America/Halifax",
  "Canada Central Standard Time": "America/Regina",
  "Central America Standard Time": "America/Guatemala",
  "Central Europe Standard Time": "Europe/Budapest",
  "Central European Standard Time": "Europe/Warsaw",
  "Central Standard Time": "America/Chicago",
  "Central Standard Time (Mexico)": "America/Mexico_City",
  "China Standard Time": "Asia/Shanghai",
  "Eastern Standard Time": "America/New_York",
  "GMT Standard Time": "Europe/London",
  "Greenwich Standard Time": "Atlantic/Reykjavik",
  "Hawaiian Standard Time": "Pacific/Honolulu",
  "India Standard Time": "Asia/Kolkata",
  "Mountain Standard Time": "America/Denver",
  "Newfoundland Standard Time": "America/St_Johns",
  "Pacific Standard Time": "America/Los_Angeles",
  "Romance Standard Time": "Europe/Paris",
  "SA Western Standard Time": "America/La_Paz",
  "Singapore Standard Time": "Asia/Singapore",
  "Tokyo Standard Time": "Asia/Tokyo",
  "US Eastern Standard Time": "America/Indianapolis",
  "US Mountain Standard Time": "America/Phoenix",
  UTC: "UTC",
  "W. Europe Standard Time": "Europe/Berlin",
  "West Pacific Standard Time": "Pacific/Port_Moresby",
};

/** The IANA name of a TZID; null if only the file can define it. */
function ianaOf(tzid: string): string | null {
  const name = windowsZones[tzid] ?? tzid;
  if (!name.includes("/") && name !== "UTC") return null;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const hourOf = ({ year, month, day, hour, minute }: ICAL.Time) =>
  Temporal.PlainDateTime.from({ year, month, day, hour, minute });

/** ical.js asks for the offset of a local time. A skipped time uses the offset from before the change. */
class KnownZone extends ICAL.Timezone {
  readonly #offsets = new Map<number, number>();

  constructor(
    tzid: string,
    readonly iana: string,
  ) {
    super({ tzid });
    this.tzid = tzid;
  }

  override utcOffset(time: ICAL.Time): number {
    const key = ((time.year * 366 + time.dayOfYear()) * 24 + time.hour) * 60 + time.minute;
    const known = this.#offsets.get(key);
    if (known !== undefined) return known;
    const local = hourOf(time);
    const at = local.toZonedDateTime(this.iana).epochMilliseconds;
    const offset = (Date.parse(`${local.toString({ smallestUnit: "second" })}Z`) - at) / 1000;
    this.#offsets.set(key, offset);
    return offset;
  }
}

/** Replaces the definitions of zones that this machine knows, because files often define them for only a year. */
export function defineZones(calendar: ICAL.Component): void {
  const ids = new Set<string>();
  for (const component of calendar.getAllSubcomponents()) {
    if (component.name === "vtimezone") {
      const tzid = String(component.getFirstPropertyValue("tzid") ?? "");
      if (ianaOf(tzid)) calendar.removeSubcomponent(component);
    }
    for (const property of component.getAllProperties()) {
      const tzid = property.getFirstParameter("tzid");
      if (tzid) ids.add(tzid);
    }
  }
  for (const tzid of ids) {
    const iana = ianaOf(tzid);
    if (iana && !ICAL.TimezoneService.has(tzid))
      ICAL.TimezoneService.register(new KnownZone(tzid, iana), tzid);
  }
}

export interface Span {
  start: number;
  end: number;
}

const hour = 3_600_000;
/** Zones range from 12 hours behind UTC to 14 hours ahead of it. */
const widest = { before: 14 * hour, after: 12 * hour };

/** The start and end of a span. Dates and floating times use the owner's zone. */
export function spanOf(start: ICAL.Time, end: ICAL.Time, hasZone: boolean, owner: ICAL.Timezone): Span {
  const isFloating = start.isDate || start.zone === ICAL.Timezone.localTimezone;
  if (isFloating && hasZone && !start.isDate) {
    // If the zone isn't defined, every time that the event could have is busy.
    return { start: utcOf(start) - widest.before, end: utcOf(end) + widest.after };
  }
  const span = { start: instantOf(start, owner), end: instantOf(end, owner) };
  // If clocks skip the start, the end may come first.
  return span.end > span.start ? span : { ...span, end: span.start + Math.max(0, utcOf(end) - utcOf(start)) };
}

const utcOf = (time: ICAL.Time) =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);

export function instantOf(time: ICAL.Time, owner: ICAL.Timezone): number {
  const isFloating = time.isDate || time.zone === ICAL.Timezone.localTimezone;
  return isFloating ? utcOf(time) - owner.utcOffset(time) * 1000 : time.toUnixTime() * 1000;
}

export const zoneOfOwner = (iana: string): ICAL.Timezone => new KnownZone(iana, iana);
