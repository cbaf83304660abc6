import type ICAL from "ical.js";
import { utcOf } from "./calendar-zone";

const second = 1000;
const day = 86_400_000;
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Numbers by part, such as BYMONTH. BYDAY has texts like MO and -1FR. */
type Parts = Partial<Record<string, (number | string)[]>>;

interface Period {
  /** Days as ms of their midnights, as if they were in UTC. */
  days: number[];
  /** Only periods shorter than a day have one: ms after midnight. */
  time?: number;
}

/**
 * Lists the local times of a recurrence rule from its start on, without UNTIL (RFC 5545, 3.3.10). ical.js has its own
 * iterator, which ignores BYSETPOS in the first period, and turns the 31st of June into July 1.
 * @param last when to stop, as if it were in UTC, in ms
 */
export function* timesOfRule(recur: ICAL.Recur, start: ICAL.Time, last: number): Generator<ICAL.Time> {
  const first = utcOf(start);
  const parts = recur.parts as Parts;
  const isIncluded = dayFilter(recur, start);
  const timesOfDay = start.isDate ? [0] : clockTimes(recur, start);
  let left = recur.count ?? Number.POSITIVE_INFINITY;
  for (const { days, time } of periods(recur, start)) {
    const begins = (days[0] ?? Number.NaN) + (time ?? 0);
    // Not a number after the last year that a Date has.
    if (!(begins <= last) || left <= 0) return;
    const included = days.filter(isIncluded);
    const inPeriod = included.flatMap((at) =>
      time === undefined ? timesOfDay.map((clock) => at + clock) : timesIn(recur, at, time),
    );
    for (const at of atPositions(inPeriod, parts.BYSETPOS as number[] | undefined)) {
      if (at < first || left-- <= 0) continue;
      yield timeAt(at, start);
    }
  }
}

function timeAt(at: number, start: ICAL.Time): ICAL.Time {
  const date = new Date(at);
  const time = start.clone();
  Object.assign(time, { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
  if (start.isDate) return time;
  Object.assign(time, {
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  });
  return time;
}

/** The months of a yearly rule, in order, or undefined if it can be in all of them. */
function yearlyMonths({ parts }: ICAL.Recur, start: ICAL.Time): number[] | undefined {
  const { BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY } = parts as Parts;
  if (BYMONTH) return inOrder(BYMONTH as number[]);
  return (BYWEEKNO ?? BYYEARDAY ?? BYMONTHDAY ?? BYDAY) ? undefined : [start.month];
}

/** The years, months, weeks, or days of a rule, without end. */
function* periods(recur: ICAL.Recur, start: ICAL.Time): Generator<Period> {
  const { freq, interval, wkst } = recur;
  const date = utcOf(start) - (utcOf(start) % day);
  const months = yearlyMonths(recur, start) ?? Array.from({ length: 12 }, (_, index) => index + 1);
  for (let step = 0; ; step += interval) {
    if (freq === "YEARLY") yield { days: months.flatMap((month) => daysOfMonth(start.year + step, month)) };
    else if (freq === "MONTHLY") yield { days: daysOfMonth(start.year, start.month + step) };
    else if (freq === "WEEKLY") {
      const begin = date - ((new Date(date).getUTCDay() - (wkst - 1) + 7) % 7) * day;
      yield { days: daysFrom(begin + step * 7 * day, 7) };
    } else if (freq === "DAILY") yield { days: [date + step * day] };
    else {
      const unit = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 }[freq as "HOURLY"] * second;
      const at = utcOf(start) + step * unit;
      yield { days: [at - (at % day)], time: at % day };
    }
  }
}

/** @param month from 1; 13 is January of the next year */
function daysOfMonth(year: number, month: number): number[] {
  const begin = Date.UTC(year, month - 1);
  return Number.isNaN(begin) ? [] : daysFrom(begin, (Date.UTC(year, month) - begin) / day);
}

const daysFrom = (begin: number, count: number) =>
  Array.from({ length: count }, (_, index) => begin + index * day);

const toClock = (hour: number, minute: number, seconds: number) =>
  ((hour * 60 + minute) * 60 + seconds) * second;

/** The times of day of a rule in ms after midnight, in order. */
function clockTimes({ parts }: ICAL.Recur, start: ICAL.Time): number[] {
  const {
    BYHOUR = [start.hour],
    BYMINUTE = [start.minute],
    BYSECOND = [start.second],
  } = parts as Record<string, number[] | undefined>;
  const times = BYHOUR.flatMap((hour) =>
    BYMINUTE.flatMap((minute) => BYSECOND.map((seconds) => toClock(hour, minute, seconds))),
  );
  return inOrder(times);
}

/** The times of an hourly rule or a more frequent one in its current hour, minute, or second. */
function timesIn({ freq, parts }: ICAL.Recur, date: number, time: number): number[] {
  const { BYHOUR, BYMINUTE, BYSECOND } = parts as Record<string, number[] | undefined>;
  const [hour, minute, seconds] = [
    Math.floor(time / 3_600_000),
    ((time / 60_000) % 60) | 0,
    (time / 1000) % 60,
  ];
  const isLimited = (allowed: number[] | undefined, value: number) =>
    allowed !== undefined && !allowed.includes(value);
  if (isLimited(BYHOUR, hour)) return [];
  if (freq !== "HOURLY" && isLimited(BYMINUTE, minute)) return [];
  if (freq === "SECONDLY" && isLimited(BYSECOND, seconds)) return [];
  const minutes = freq === "HOURLY" ? (BYMINUTE ?? [minute]) : [minute];
  const each = freq === "SECONDLY" ? [seconds] : (BYSECOND ?? [seconds]);
  return inOrder(minutes.flatMap((one) => each.map((two) => date + toClock(hour, one, two))));
}

const inOrder = (numbers: number[]) => [...new Set(numbers)].sort((one, other) => one - other);

function atPositions(times: number[], positions: number[] | undefined): number[] {
  if (!positions) return times;
  return inOrder(positions.flatMap((position) => times.at(position > 0 ? position - 1 : position) ?? []));
}

/** Tells whether a day fits a rule. What the rule doesn't say comes from its start. */
function dayFilter(recur: ICAL.Recur, start: ICAL.Time): (at: number) => boolean {
  const { freq, wkst } = recur;
  const { BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY } = recur.parts as Parts;
  const isDaySaid = BYYEARDAY ?? BYMONTHDAY ?? BYDAY;
  const isYearly = freq === "YEARLY";
  const isByMonth = freq === "MONTHLY" || (isYearly && BYMONTH !== undefined);
  const startsOn = weekdays[start.dayOfWeek() - 1] as string;
  const months = isYearly ? yearlyMonths(recur, start) : BYMONTH;
  const isFromStart = !isDaySaid && !BYWEEKNO;
  const monthDays = BYMONTHDAY ?? (isFromStart && (isYearly || freq === "MONTHLY") ? [start.day] : undefined);
  const isOnStartsWeekday = !isDaySaid && (freq === "WEEKLY" || BYWEEKNO !== undefined);
  const weekdayParts = BYDAY ?? (isOnStartsWeekday ? [startsOn] : undefined);
  const onWeekdays = weekdayParts?.map((text) => {
    const [, ordinal = "", name = ""] = /^([+-]?\d*)(\w\w)$/.exec(String(text)) ?? [];
    return { weekday: weekdays.indexOf(name), ordinal: isYearly || isByMonth ? Number(ordinal) : 0 };
  });
  return (at) => {
    const date = new Date(at);
    const [year, month, monthDay] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    if (months && !months.includes(month + 1)) return false;
    const monthLength = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    if (monthDays && !isOneOf(monthDays, monthDay, monthLength)) return false;
    const yearLength = (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / day;
    const yearDay = (at - Date.UTC(year, 0)) / day + 1;
    if (BYYEARDAY && !isOneOf(BYYEARDAY, yearDay, yearLength)) return false;
    if (BYWEEKNO && !isInWeeks(BYWEEKNO, at, wkst - 1)) return false;
    const [place, length] = isByMonth ? [monthDay, monthLength] : [yearDay, yearLength];
    return onWeekdays?.some((one) => isWeekday(one, date.getUTCDay(), place, length)) ?? true;
  };
}

/** True if a number counted from the begin, or from the end if negative, is in the list. */
const isOneOf = (list: (number | string)[], place: number, length: number) =>
  list.includes(place) || list.includes(place - length - 1);

interface Weekday {
  weekday: number;
  /** 2 is the second in the month or year, -1 is the last, and 0 is each one. */
  ordinal: number;
}

const isWeekday = ({ weekday, ordinal }: Weekday, of: number, place: number, length: number) =>
  weekday === of &&
  (ordinal === 0 || ordinal === Math.ceil(place / 7) || -ordinal === Math.ceil((length - place + 1) / 7));

/** True if a day is in one of the weeks of its year. Week 1 has at least four days of the year (RFC 5545, 3.3.10). */
function isInWeeks(weeks: (number | string)[], at: number, firstWeekday: number): boolean {
  const weekBegin = at - ((new Date(at).getUTCDay() - firstWeekday + 7) % 7) * day;
  const year = new Date(weekBegin + 3 * day).getUTCFullYear();
  const firstWeek = (of: number) => {
    const january4 = Date.UTC(of, 0, 4);
    return january4 - ((new Date(january4).getUTCDay() - firstWeekday + 7) % 7) * day;
  };
  const count = (firstWeek(year + 1) - firstWeek(year)) / (7 * day);
  return isOneOf(weeks, (weekBegin - firstWeek(year)) / (7 * day) + 1, count);
}
