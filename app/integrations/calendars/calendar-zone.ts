import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { type Block, findProperty, listProperties } from "./content-lines";
import { windowsZones } from "./windows-zones";

/** Outlook also uses the names that it shows, such as "(UTC-05:00) Eastern Time (US & Canada)". */
const shownZones: Record<string, string> = {
  Alaska: "America/Anchorage",
  Arizona: "America/Phoenix",
  "Atlantic Time (Canada)": "America/Halifax",
  "Central Time (US & Canada)": "America/Chicago",
  "Eastern Time (US & Canada)": "America/New_York",
  Hawaii: "Pacific/Honolulu",
  "Indiana (East)": "America/Indiana/Indianapolis",
  "Mountain Time (US & Canada)": "America/Denver",
  "Pacific Time (US & Canada)": "America/Los_Angeles",
};

export interface Zone {
  /** Seconds ahead of UTC at a local time. */
  offsetAt(time: ICAL.Time): number;
}

/** The IANA name of a TZID; null if only the file can define it. */
function ianaOf(tzid: string): string | null {
  const shown = tzid.replace(/^\((?:UTC|GMT)[^)]*\)\s*/, "");
  // Some programs put their own path first, as in /mozilla.org/20050126_1/America/New_York.
  const path = tzid.split("/").filter(Boolean);
  const names = [
    windowsZones[tzid] ?? shownZones[shown] ?? tzid,
    ...[3, 2].map((last) => path.slice(-last).join("/")),
  ];
  for (const name of names) {
    try {
      return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
    } catch {}
  }
  return null;
}

/** A zone that this machine knows. A skipped time uses the offset from before the change. */
export class KnownZone implements Zone {
  readonly #offsets = new Map<number, number>();

  constructor(readonly iana: string) {}

  offsetAt(time: ICAL.Time): number {
    const key = utcOf(time);
    const known = this.#offsets.get(key);
    if (known !== undefined) return known;
    const local = Temporal.PlainDateTime.from({
      year: time.year,
      month: time.month,
      day: time.day,
      hour: time.isDate ? 0 : time.hour,
      minute: time.isDate ? 0 : time.minute,
      second: time.isDate ? 0 : Math.min(time.second, 59),
    });
    const offset = (key - local.toZonedDateTime(this.iana).epochMilliseconds) / 1000;
    this.#offsets.set(key, offset);
    return offset;
  }
}

class DefinedZone implements Zone {
  readonly #zone: ICAL.Timezone;

  constructor(component: ICAL.Component) {
    this.#zone = new ICAL.Timezone(component);
  }

  offsetAt(time: ICAL.Time): number {
    return this.#zone.utcOffset(time);
  }
}

export const utcZone: Zone = { offsetAt: () => 0 };

/**
 * The zones of a calendar by TZID. The file's own definition applies (RFC 5545, 3.6.5), except where it defines only
 * some years of a zone that this machine knows.
 */
export class Zones {
  readonly #found = new Map<string, Zone | null>();
  readonly #defined = new Map<string, Block>();

  constructor(calendar: Block) {
    for (const block of calendar.blocks) {
      const tzid = block.name === "VTIMEZONE" && findProperty(block, "TZID")?.value;
      if (tzid) this.#defined.set(tzid, block);
    }
  }

  /** @returns null if nothing defines the zone */
  find(tzid: string): Zone | null {
    let zone = this.#found.get(tzid);
    if (zone === undefined) {
      zone = this.#read(tzid);
      this.#found.set(tzid, zone);
    }
    return zone;
  }

  #read(tzid: string): Zone | null {
    const block = this.#defined.get(tzid);
    const iana = ianaOf(tzid);
    if (block && (!iana || isLasting(block))) {
      const defined = definedZone(block);
      if (defined) return defined;
    }
    return iana ? new KnownZone(iana) : null;
  }
}

/** True if a definition has rules for all years after it starts. */
function isLasting({ blocks }: Block): boolean {
  const isEndless = (block: Block) => {
    const rule = findProperty(block, "RRULE")?.value;
    return rule !== undefined && !/UNTIL|COUNT/i.test(rule);
  };
  const endless = blocks.filter(isEndless).map(({ name }) => name);
  return blocks.length === 1 || (endless.includes("STANDARD") && endless.includes("DAYLIGHT"));
}

function definedZone({ properties, blocks }: Block): Zone | null {
  const part = (block: Block) => [
    `BEGIN:${block.name}`,
    ...["DTSTART", "TZOFFSETFROM", "TZOFFSETTO"].map((name) => `${name}:${findProperty(block, name)?.value}`),
    ...listProperties(block, "RRULE").map(({ value }) => `RRULE:${value.toUpperCase().replace(/\s/g, "")}`),
    ...listProperties(block, "RDATE").map(({ value }) => `RDATE:${value}`),
    `END:${block.name}`,
  ];
  const isWhole = (block: Block) =>
    ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO"].every((name) => findProperty(block, name));
  if (blocks.length === 0 || !blocks.every(isWhole)) return null;
  const tzid = properties.find(({ name }) => name === "TZID")?.value;
  const lines = ["BEGIN:VTIMEZONE", `TZID:${tzid}`, ...blocks.flatMap(part), "END:VTIMEZONE"];
  try {
    const zone = new DefinedZone(new ICAL.Component(ICAL.parse(lines.join("\r\n"))));
    zone.offsetAt(ICAL.Time.fromData({ year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0 }));
    return zone;
  } catch {
    return null;
  }
}

/** A local time as if it were in UTC, in ms. */
export const utcOf = (time: ICAL.Time) =>
  Date.UTC(
    time.year,
    time.month - 1,
    time.day,
    ...(time.isDate ? ([0, 0, 0] as const) : ([time.hour, time.minute, time.second] as const)),
  );

export const instantOf = (time: ICAL.Time, zone: Zone) => utcOf(time) - zone.offsetAt(time) * 1000;

export function dayOf(at: number, { iana }: KnownZone): { start: number; end: number; date: string } {
  const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(iana).startOfDay();
  return {
    start: start.epochMilliseconds,
    end: start.add({ days: 1 }).startOfDay().epochMilliseconds,
    date: start.toPlainDate().toLocaleString("en-US", { dateStyle: "long" }),
  };
}
