import ICAL from "ical.js";
import { instantOf, type KnownZone, utcOf, utcZone, type Zone, type Zones } from "./calendar-zone";
import type { Property } from "./content-lines";
import { timesOfRule } from "./rule-times";

/** A date, or a local time in a zone. */
export interface Moment {
  /** Floating. */
  time: ICAL.Time;
  /** Null if nothing defines the zone. */
  zone: Zone | null;
  /** True if the text names no zone, so it means the reader's or the event's. */
  isFloating: boolean;
}

/** A length of time. Days follow the local clock, and seconds don't. */
export interface Length {
  days: number;
  seconds: number;
}

const fixedZone = (sign: string, hours: string, minutes = "0"): Zone => {
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === "-" ? -1 : 1);
  return { offsetAt: () => seconds };
};

/** Reads a date or time with or without VALUE=DATE. @returns null if it isn't one */
export function readMoment(text: string, property: Property, zones: Zones, otherwise: Zone): Moment | null {
  const pattern =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?\s*(Z|([+-])(\d\d):?(\d\d)?)?)?$/i;
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour, minute, second = "0", mark, sign, ahead, minutesAhead] = match;
  const isDate = hour === undefined || property.parameters.VALUE?.toUpperCase() === "DATE";
  const time = ICAL.Time.fromData({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    isDate,
    ...(!isDate && { hour: Number(hour), minute: Number(minute), second: Number(second) }),
  });
  const isReal = Number(month) >= 1 && Number(month) <= 12 && time.day === Number(day);
  if (!isReal && hour !== "24") return null;
  if (Number(hour ?? 0) > 24 || Number(minute ?? 0) > 59) return null;
  if (isDate) return { time, zone: otherwise, isFloating: true };
  if (sign && ahead) return { time, zone: fixedZone(sign, ahead, minutesAhead), isFloating: false };
  if (mark) return { time, zone: utcZone, isFloating: false };
  const tzid = property.parameters.TZID;
  if (tzid) return { time, zone: zones.find(tzid), isFloating: false };
  return { time, zone: otherwise, isFloating: true };
}

/** Reads a duration (RFC 5545, 3.3.6). @returns null if it isn't one */
export function readLength(text: string): Length | null {
  const pattern = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;
  const match = /\d/.test(text) ? pattern.exec(text.replace(/\s/g, "")) : null;
  if (!match) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((part) => Number(part ?? 0));
  const sign = match[1] === "-" ? -1 : 1;
  return {
    days: sign * (weeks * 7 + days),
    seconds: sign * ((hours * 60 + minutes) * 60 + seconds),
  };
}

export interface Rule {
  /** The local times of the rule from its start on, without its UNTIL. */
  timesUntil: (last: number) => Iterable<ICAL.Time>;
  /** True if it repeats so often that its times can't be listed. */
  isConstant: boolean;
  /** True if the series includes this local time of the event. */
  reaches: (time: ICAL.Time) => boolean;
}

/**
 * Reads a recurrence rule. ical.js compares UNTIL as it is written, so this compares it instead: a date includes that whole
 * day, and a local time is in the event's zone.
 * @returns null if it can't be read
 */
export function readRule(property: Property, start: Moment, zones: Zones, owner: KnownZone): Rule | null {
  const parts = property.value
    .toUpperCase()
    .replace(/\s/g, "")
    .replace(/^RRULE:/, "")
    .split(";")
    .map((part) => part.replace(/,+/g, ",").replace(/,$/, "").split("="))
    .filter(([name = "", value]) => value && !name.startsWith("X-") && name !== "RSCALE");
  const until = parts.find(([name]) => name === "UNTIL")?.[1];
  const text = parts
    .filter(([name, value]) => name !== "UNTIL" && !(name === "INTERVAL" && Number(value) < 1))
    .map((part) => part.join("="))
    .join(";");
  const last = until === undefined ? null : readUntil(until, start, zones, owner);
  if (until !== undefined && !last) return null;
  try {
    const recur = ICAL.Recur.fromString(text);
    const isOften = recur.freq === "SECONDLY" || recur.freq === "MINUTELY";
    const isShort = recur.count !== null && recur.count <= 1000 && Object.keys(recur.parts).length === 0;
    return {
      timesUntil: (last) => timesOfRule(recur, start.time, last),
      isConstant: isOften && !isShort,
      reaches: last ?? (() => true),
    };
  } catch {
    return null;
  }
}

function readUntil(text: string, start: Moment, zones: Zones, owner: KnownZone): Rule["reaches"] | null {
  const zone = start.zone ?? owner;
  const until = readMoment(text, { name: "UNTIL", parameters: {}, value: text }, zones, zone);
  if (!until) return null;
  if (start.time.isDate) {
    // Midnight in UTC stands for a date. Another time in UTC is the end of the last day where its owner is.
    const isUtc = until.zone === utcZone && !/T000000/.test(text);
    const at = isUtc ? instantOf(until.time, utcZone) : utcOf(until.time);
    const lastDay = isUtc ? at + ownerOffset(at, owner) : at;
    return (time) => utcOf(time) <= lastDay;
  }
  if (until.time.isDate) return (time) => utcOf(time) < utcOf(until.time) + 86_400_000;
  if (until.isFloating) return (time) => utcOf(time) <= utcOf(until.time);
  const last = instantOf(until.time, until.zone ?? owner);
  return (time) => instantOf(time, zone) <= last;
}

/** The offset in ms at an instant, precise enough to tell its date. */
const ownerOffset = (at: number, owner: KnownZone) => {
  const utc = ICAL.Time.fromJSDate(new Date(at), true);
  return owner.offsetAt(utc) * 1000;
};
