import { randomFrom } from "./random";

/** With an hour in UTC at which it is night there. */
const zones: Record<string, { iana: string; nightInUtc: number }> = {
  "America/New_York": { iana: "America/New_York", nightInUtc: 7 },
  "America/Los_Angeles": { iana: "America/Los_Angeles", nightInUtc: 10 },
  "America/Phoenix": { iana: "America/Phoenix", nightInUtc: 9 },
  "Europe/Berlin": { iana: "Europe/Berlin", nightInUtc: 1 },
  "Asia/Kolkata": { iana: "Asia/Kolkata", nightInUtc: 21 },
  "Central Standard Time": { iana: "America/Chicago", nightInUtc: 8 },
  "Eastern Standard Time": { iana: "America/New_York", nightInUtc: 7 },
  "W. Europe Standard Time": { iana: "Europe/Berlin", nightInUtc: 1 },
};

/** Offsets and rules for the definitions that CalDAV servers send before an event. */
const rulesOf: Record<string, [string, string, string, string]> = {
  "America/New_York": ["-0500", "-0400", "2SU;BYMONTH=3", "1SU;BYMONTH=11"],
  "America/Chicago": ["-0600", "-0500", "2SU;BYMONTH=3", "1SU;BYMONTH=11"],
  "America/Los_Angeles": ["-0800", "-0700", "2SU;BYMONTH=3", "1SU;BYMONTH=11"],
};

function definitionOf(tzid: string): string[] {
  const rules = rulesOf[zones[tzid]?.iana ?? ""];
  if (!rules) return [];
  const [standard, daylight, spring, fall] = rules;
  const part = (name: string, start: string, from: string, to: string, rule: string) => [
    `BEGIN:${name}`,
    `DTSTART:${start}T020000`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `RRULE:FREQ=YEARLY;BYDAY=${rule}`,
    `END:${name}`,
  ];
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${tzid}`,
    ...part("DAYLIGHT", "20070311", standard, daylight, spring),
    ...part("STANDARD", "20071104", daylight, standard, fall),
    "END:VTIMEZONE",
  ];
}

/**
 * Generates a calendar with one to three events, as calendar programs write them. All local times are from 6:00 to 20:59,
 * because peers disagree about times that a DST change skips or repeats.
 */
export function generateCalendar(seed: number): string {
  const { below, oneOf, chance } = randomFrom(seed);
  const some = <Item>(items: readonly Item[], most: number) => [
    ...new Set(Array.from({ length: 1 + below(most) }, () => oneOf(items))),
  ];
  const two = (number: number) => String(number).padStart(2, "0");
  const dateAfter = (date: string, days: number) => {
    const at = new Date(Date.UTC(+date.slice(0, 4), +date.slice(4, 6) - 1, +date.slice(6, 8) + days));
    return `${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`;
  };
  const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

  function rule(start: string, form: "date" | "floating" | "utc" | (typeof zones)[string]): string {
    const freq = oneOf([
      "DAILY",
      "DAILY",
      "WEEKLY",
      "WEEKLY",
      "WEEKLY",
      "MONTHLY",
      "MONTHLY",
      "YEARLY",
      "HOURLY",
    ]);
    // An hourly rule repeats or skips an hour where clocks change, so it is only in UTC.
    if (freq === "HOURLY" && form !== "utc") return rule(start, form);
    const parts = [`FREQ=${freq}`];
    // python3-dateutil fails where an hourly rule's interval never reaches an hour of its BYHOUR.
    const isByHour = freq === "HOURLY" && chance(0.7);
    if (chance(0.4) && !isByHour) parts.push(`INTERVAL=${1 + below(4)}`);
    if (freq === "WEEKLY" && chance(0.7)) parts.push(`BYDAY=${some(weekdays, 4)}`);
    if (freq === "WEEKLY" && chance(0.3)) parts.push(`WKST=${oneOf(weekdays)}`);
    if (freq === "DAILY" && chance(0.2)) parts.push(`BYDAY=${some(weekdays, 5)}`);
    if (freq === "DAILY" && chance(0.1)) parts.push(`BYMONTHDAY=${some([1, 2, 15, 28, 31, -1, -2], 4)}`);
    if (isByHour) parts.push(`BYHOUR=${some([6, 9, 12, 13, 23], 3)}`);
    if (freq === "HOURLY" && chance(0.5)) parts.push(`BYDAY=${some(weekdays, 3)}`);
    if (freq !== "YEARLY" && chance(0.1)) parts.push(`BYMONTH=${some([3, 4, 6, 10, 11], 4)}`);
    if (freq === "MONTHLY") {
      const kind = below(7);
      if (kind === 0) parts.push(`BYMONTHDAY=${some([1, 2, 15, 28, 29, 30, 31, -1, -2], 3)}`);
      if (kind === 1) parts.push(`BYDAY=${some(["1MO", "2TU", "3WE", "4TH", "-1FR", "-2SA", "5SU"], 2)}`);
      if (kind === 2) parts.push(`BYDAY=${some(weekdays, 3)};BYSETPOS=${some([1, 2, -1, -2], 2)}`);
      if (kind === 3) parts.push(`BYDAY=${some(weekdays, 2)}`);
      if (kind === 4) parts.push(`BYDAY=FR;BYMONTHDAY=${some([13, 1, 6, 20, 27], 3)}`);
      if (kind === 5) parts.push(`BYMONTHDAY=${some([1, 10, 20, 31, -1], 4)};BYSETPOS=${oneOf([1, -1])}`);
    }
    if (freq === "YEARLY") {
      const kind = below(9);
      if (kind === 0) parts.push(`BYMONTH=${some([1, 3, 4, 6, 12], 3)}`);
      if (kind === 1) parts.push(`BYMONTH=${some([3, 5, 11], 2)};BYDAY=${some(["1MO", "2TU", "-1FR"], 2)}`);
      // python3-icalendar drops a rule with two digits before a weekday, and python3-dateutil keeps only days that fit both
      // parts of "WE,1TU", instead of days that fit one (RFC 5545, 3.3.10).
      if (kind === 2) parts.push(`BYDAY=${some(["9MO", "1TU", "-1FR", "-7WE"], 2)}`);
      if (kind === 3) parts.push(`BYYEARDAY=${some([1, 60, 100, 200, 366, -1, -100], 4)}`);
      if (kind === 4)
        parts.push(`BYWEEKNO=${some([1, 10, 20, 30, 52, 53, -1], 4)};BYDAY=${some(weekdays, 3)}`);
      if (kind === 5)
        parts.push(`BYMONTH=${some([4, 6, 11], 2)};BYDAY=${some(weekdays, 3)};BYSETPOS=${oneOf([1, 3, -1])}`);
      if (kind === 6) parts.push(`BYMONTHDAY=${some([1, 15, 29, 30, 31, -1], 3)}`);
      if (kind === 7) parts.push(`BYMONTH=${some([2, 6, 9], 2)};BYMONTHDAY=${some([1, 15, 29, 30, -1], 3)}`);
    }
    if (form !== "date" && freq !== "HOURLY" && chance(0.1)) {
      parts.push(`BYHOUR=${some([7, 9, 13, 17], 3)}`);
      if (chance(0.5)) parts.push(`BYMINUTE=${some([0, 20, 30], 2)}`);
    }
    const end = below(3);
    if (end === 0) parts.push(`COUNT=${1 + below(40)}`);
    if (end === 1) {
      const last = dateAfter(start, 1 + below(500));
      // The peer compares UNTIL in the offset of the start, so in a zone UNTIL is at night, an hour off from any instance.
      const hour = typeof form === "object" ? form.nightInUtc : below(24);
      const mark = form === "floating" ? "" : "Z";
      parts.push(`UNTIL=${last}${form === "date" ? "" : `T${two(hour)}0000${mark}`}`);
    }
    return parts.join(";");
  }

  function event(index: number): { lines: string[]; tzid: string | null } {
    const uid = `UID:event-${index}`;
    const start = dateAfter("20260101", below(420));
    const isDate = chance(0.25);
    const kind = below(4);
    const tzid = isDate || kind < 2 ? null : oneOf(Object.keys(zones));
    const hour = 6 + below(10);
    const minute = oneOf([0, 15, 30, 45]);
    const clock = `T${two(hour)}${two(minute)}00`;
    const property = (name: string, date: string, time = clock) => {
      if (isDate) return `${name};VALUE=DATE:${date}`;
      if (tzid) return `${name};TZID=${tzid}:${date}${time}`;
      return `${name}:${date}${time}${kind === 0 ? "Z" : ""}`;
    };
    const lines = ["BEGIN:VEVENT", uid, "DTSTAMP:20260101T000000Z", property("DTSTART", start)];
    const long = 1 + below(4);
    if (isDate) {
      if (chance(0.7)) lines.push(property("DTEND", dateAfter(start, long)));
      else if (chance(0.5)) lines.push(`DURATION:P${long}D`);
    } else if (chance(0.6)) lines.push(property("DTEND", start, `T${two(hour + long)}${two(minute)}00`));
    else lines.push(`DURATION:PT${long}H`);
    if (chance(0.1)) lines.push("TRANSP:TRANSPARENT");
    if (chance(0.05)) lines.push("STATUS:CANCELLED");
    const overrides: string[] = [];
    if (chance(0.65)) {
      const zone = tzid && zones[tzid];
      const form = isDate ? "date" : zone || (kind === 0 ? "utc" : "floating");
      const written = rule(start, form);
      lines.push(`RRULE:${written}`);
      const step = written.includes("FREQ=WEEKLY") ? 7 : 1;
      const dates = Array.from({ length: below(4) }, () => dateAfter(start, step * (1 + below(12))));
      for (const date of new Set(dates)) {
        // The peer finds a changed instance by its date, so it can't tell two on one day apart, or another time of day.
        const isMoved = chance(0.3) && !/HOUR/.test(written);
        if (!isMoved) lines.push(property("EXDATE", date));
        if (isMoved) {
          const moved = dateAfter(date, below(3) - 1);
          const time = `T${two(6 + below(8))}0000`;
          overrides.push("BEGIN:VEVENT", uid, "DTSTAMP:20260101T000000Z", property("RECURRENCE-ID", date));
          overrides.push(
            property("DTSTART", moved, time),
            isDate ? "DURATION:P1D" : "DURATION:PT1H",
            "END:VEVENT",
          );
        }
      }
    }
    // The peer gives a series one offset, so an RDATE an hour before an instance is the same to it after clocks change.
    const isByHour = lines.some((line) => line.includes("BYHOUR"));
    if (chance(0.2) && !isByHour) lines.push(property("RDATE", dateAfter(start, 1 + below(60))));
    return { lines: [...lines, "END:VEVENT", ...overrides], tzid };
  }

  const events = Array.from({ length: 1 + below(3) }, (_, index) => event(index));
  const tzids = new Set(events.flatMap(({ tzid }) => tzid ?? []));
  const defined = chance(0.6) ? [...tzids].flatMap(definitionOf) : [];
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//generated//EN",
    ...defined,
    ...events.flatMap(({ lines }) => lines),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
