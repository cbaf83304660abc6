import { Temporal } from "temporal-polyfill";
import { cachedFormat } from "./cached-format";
import { currentLanguage, currentLocale } from "./language/current-language";
import { dateStyles, zoneWords } from "./language/date-styles";
import { memoizeByKey } from "./memoize-by-key";

/** In milliseconds, like all durations. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export interface Clock {
  /** Milliseconds UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

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
 * Resolves a therapist's zone code or an IANA name. Codes are checked first, because Intl resolves "EST" to Panama
 * and "MST" to Phoenix.
 * @returns the IANA name; null for anything else
 */
export function zoneOf(codeOrName: string): string | null {
  // A cookie can contain anything, so text that is longer than any zone name isn't cached.
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

export function zoneOrUtc(codeOrName: string): string {
  return zoneOf(codeOrName) ?? "UTC";
}

// Formatters are kept, because a discarded one holds its memory until V8 collects it.
const formatters = memoizeByKey<(at: number) => string>();

function formatter(
  zone: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
  locale = currentLocale(),
): (at: number) => string {
  return formatters(`${locale} ${name} ${zone}`, () =>
    cachedFormat(new Intl.DateTimeFormat(locale, { ...options, timeZone: zoneOf(zone) ?? zone })),
  );
}

/** "Nov 24", in English only. */
export const formatShortDay = (at: number, zone: string): string => formatDay(at, zone).replace(/^\w+, /, "");

/** "Tue, May 12". Like all formats here, it is in the reader's language. */
export function formatDay(at: number, zone: string): string {
  const { month, clean } = dateStyles[currentLanguage()];
  return clean(formatter(zone, "day", { weekday: "short", month, day: "numeric" })(at));
}

export function formatTime(at: number, zone: string): string {
  return formatter(zone, "time", { hour: "numeric", minute: "2-digit" })(at);
}

export function zoneLabel(at: number, zone: string): string {
  // The format puts the date first: "5/12/2026, EDT".
  return formatter(zone, "label", { timeZoneName: "short" })(at).split(", ")[1] ?? zone;
}

/** "Eastern Time", or "Mountain Standard Time" in a zone without daylight saving time. */
export function zoneName(at: number, zone: string): string {
  const name = formatter(zone, "name", { timeZoneName: "longGeneric" })(at).split(", ")[1] ?? zone;
  return zoneWords[currentLanguage()]?.[name] ?? (name === "GMT+00:00" ? "UTC" : name);
}

/** "9:00 AM EDT" */
export function formatClock(at: number, zone: string): string {
  return `${formatTime(at, zone)} ${zoneLabel(at, zone)}`;
}

/** "Tue, May 12, 9:00 AM EDT". Short enough for a text message, with only GSM-7 characters. */
export function formatInText(at: number, zone: string): string {
  const day = formatter(zone, "text", { weekday: "short", month: "short", day: "numeric" })(at);
  return `${dateStyles[currentLanguage()].clean(day).replace("sáb", "sab")}, ${formatClock(at, zone)}`;
}

/** "Tue, May 12, 9:00 AM EDT" */
export function formatWhen(at: number, zone: string): string {
  return `${formatDay(at, zone)}, ${formatClock(at, zone)}`;
}

/** "Tuesday, May 12" */
export function formatLongDay(at: number, zone: string): string {
  const { clean } = dateStyles[currentLanguage()];
  return clean(formatter(zone, "long", { weekday: "long", month: "long", day: "numeric" })(at));
}

/** "Tuesday, May 12, 2026" */
export function formatFullDay(at: number, zone: string): string {
  const { clean } = dateStyles[currentLanguage()];
  const format = { weekday: "long", month: "long", day: "numeric", year: "numeric" } as const;
  return clean(formatter(zone, "full", format)(at));
}

/** "Tuesday, May 12, 2026 at 9:00 AM EDT" */
export function formatFull(at: number, zone: string): string {
  return joinDayAndClock(at, zone, formatClock(at, zone));
}

/** "9:00 AM EDT on Tuesday, May 12, 2026", for a sentence in which "at" comes before the time. */
export function formatFullTimeFirst(at: number, zone: string): string {
  const { on } = dateStyles[currentLanguage()];
  return on === null ? formatFull(at, zone) : `${formatClock(at, zone)}${on}${formatFullDay(at, zone)}`;
}

/** "Tuesday, May 12, 2026 at" followed by the given time. */
export function joinDayAndClock(at: number, zone: string, clock: string): string {
  return `${formatFullDay(at, zone)}${dateStyles[currentLanguage()].at(localHour(at, zone))}${clock}`;
}

export function localHour(at: number, zone: string): number {
  return Number(formatter(zone, "hour", { hour: "2-digit", hourCycle: "h23" }, "en-US")(at));
}

/** Before 6 AM or from 10 PM, when few people expect a visit. */
export function isOddHour(at: number, zone: string): boolean {
  const localTime = localHour(at, zone);
  return localTime < 6 || localTime >= 22;
}

/** `YYYY-MM-DD`. */
export function localDate(at: number, zone: string): string {
  const format = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const text = formatter(zone, "date", format, "en-US")(at);
  const [month, date, year = ""] = text.split("/");
  return `${year.padStart(4, "0")}-${month}-${date}`;
}

/**
 * Converts a local time to an instant. If the time occurs twice, returns the first one.
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM`
 * @returns ms UTC; null if the clock skips the time
 */
export function instantOf(date: string, time: string, zone: string): number | null {
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`);
  const zoned = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : null;
}

/** The local time as `YYYY-MM-DDTHH:MM:SS`, for systems without time zones. */
export function wallTime(at: number, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return zoned.toPlainDateTime().toString({ smallestUnit: "second" });
}

const dayStarts = memoizeByKey<number>();

/** The start of a day in a zone, in ms UTC. It isn't always midnight. */
export function startOfDay(date: string, zone: string): number {
  return dayStarts(
    `${date} ${zone}`,
    () => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds,
  );
}

/** `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}

/** The date itself, or the next one from Monday to Friday. `YYYY-MM-DD`. */
export function businessDay(date: string): string {
  const weekday = weekdayOf(date);
  return weekday === 6 ? addDays(date, 2) : weekday === 0 ? addDays(date, 1) : date;
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

export function isoOrNull(at: number | null | undefined): string | null {
  return at == null ? null : iso(at);
}
