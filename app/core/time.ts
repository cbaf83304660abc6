import { Temporal } from "temporal-polyfill";
import { cachedFormat } from "./cached-format";
import { memoizeByKey } from "./memoize-by-key";

/** Milliseconds. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The moment it is. Passed in, so that tests choose it. */
export interface Clock {
  /** Milliseconds UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A zone code as therapists' records hold it, or a full IANA name, to the IANA name. */
const zoneByCode: Record<string, string> = {
  EST: "America/New_York",
  CST: "America/Chicago",
  MST: "America/Denver",
  PST: "America/Los_Angeles",
  AKST: "America/Anchorage",
  HST: "Pacific/Honolulu",
};

const zones = memoizeByKey<string | null>();

/**
 * The IANA zone of a code or name; null where it is none.
 * The codes are looked up first: the platform takes "EST" for Panama and "MST" for Phoenix.
 */
export function zoneOf(codeOrName: string): string | null {
  // A cookie may say anything, and what is longer than any zone's name is not worth keeping.
  if (codeOrName.length > 40) return null;
  return zones(codeOrName, () => findZone(codeOrName));
}

function findZone(codeOrName: string): string | null {
  const byCode = zoneByCode[codeOrName.toUpperCase()];
  if (byCode) return byCode;
  if (!codeOrName.includes("/") && codeOrName !== "UTC") return null;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: codeOrName }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Zone of a stored therapist or patient, where an unknown one can only be an old mistake. */
export function zoneOrUtc(codeOrName: string): string {
  return zoneOf(codeOrName) ?? "UTC";
}

// One for each zone and way of saying it stays: a formatter that is let go holds its memory until V8 cleans up.
const formatters = memoizeByKey<(at: number) => string>();

function formatter(zone: string, name: string, options: Intl.DateTimeFormatOptions): (at: number) => string {
  return formatters(`${name} ${zone}`, () =>
    cachedFormat(new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone })),
  );
}

/** "Tue, May 12" */
export function formatDay(at: number, zone: string): string {
  return formatter(zone, "day", { weekday: "short", month: "short", day: "numeric" })(at);
}

/** "9:00 AM" */
export function formatTime(at: number, zone: string): string {
  return formatter(zone, "time", { hour: "numeric", minute: "2-digit" })(at);
}

/** "EDT" */
export function zoneLabel(at: number, zone: string): string {
  // The date stands before it: "5/12/2026, EDT".
  return formatter(zone, "label", { timeZoneName: "short" })(at).split(", ")[1] ?? zone;
}

/** "9:00 AM EDT" */
export function formatClock(at: number, zone: string): string {
  return `${formatTime(at, zone)} ${zoneLabel(at, zone)}`;
}

/** "Tue, May 12, 9:00 AM EDT" */
export function formatWhen(at: number, zone: string): string {
  return `${formatDay(at, zone)}, ${formatClock(at, zone)}`;
}

/** "Tuesday, May 12, 2026 at 9:00 AM EDT" */
export function formatFull(at: number, zone: string): string {
  const date = formatter(zone, "full", {
    weekday: "long",
    month: "long",
    day: "numeric",
    year: "numeric",
  })(at);
  return `${date} at ${formatClock(at, zone)}`;
}

/** Hour of the day, 0 to 23, on the clock of a zone. */
export function localHour(at: number, zone: string): number {
  return Number(formatter(zone, "hour", { hour: "2-digit", hourCycle: "h23" })(at));
}

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export function localDate(at: number, zone: string): string {
  const words = formatter(zone, "date", { year: "numeric", month: "2-digit", day: "2-digit" })(at);
  const [month, date, year = ""] = words.split("/");
  return `${year.padStart(4, "0")}-${month}-${date}`;
}

/**
 * The instant of a wall time in a zone: the first of two where the clock goes back,
 * null where it skips the time.
 *
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM`
 */
export function instantOf(date: string, time: string, zone: string): number | null {
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`);
  const zoned = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : null;
}

/** What the clock of a zone shows at an instant, `YYYY-MM-DDTHH:MM:SS`, as systems write it that know no zone. */
export function wallTime(at: number, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return zoned.toPlainDateTime().toString({ smallestUnit: "second" });
}

const dayStarts = memoizeByKey<number>();

/** The instant a calendar day begins in a zone (not always midnight). */
export function startOfDay(date: string, zone: string): number {
  return dayStarts(
    `${date} ${zone}`,
    () => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds,
  );
}

/** The calendar day so many days later, `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}

/** ISO 8601 with Z, as every instant travels. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** ISO 8601 or null. */
export function isoOrNull(at: number | null | undefined): string | null {
  return at == null ? null : iso(at);
}

/**
 * How far a zone's clock is ahead of UTC over a span, in ms: one piece up to each change of the clock.
 *
 * @param from milliseconds UTC, inclusive
 * @param to milliseconds UTC; the last piece ends here or later
 */
export function offsetsBetween(zone: string, from: number, to: number): { until: number; offset: number }[] {
  const pieces: { until: number; offset: number }[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  while (true) {
    const change = at.getTimeZoneTransition("next");
    const until = change?.epochMilliseconds ?? Number.MAX_SAFE_INTEGER;
    pieces.push({ until, offset: at.offsetNanoseconds / 1_000_000 });
    if (!change || until >= to) return pieces;
    at = change;
  }
}
