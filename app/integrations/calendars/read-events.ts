import type ICAL from "ical.js";
import { CalendarProblem } from "./calendar-problem";
import { dayOf, instantOf, KnownZone, utcOf, type Zone, Zones } from "./calendar-zone";
import { type Block, findProperty, listProperties, type Property, readBlocks } from "./content-lines";
import { type Length, type Moment, type Rule, readLength, readMoment, readRule } from "./read-values";

export interface EventsQuery {
  /** One iCalendar text for each calendar or event. */
  texts: string[];
  /** IANA name for dates and floating times. */
  zone: string;
  from: number;
  to: number;
  /** The owner's email addresses. An invitation that the owner declined isn't busy. */
  emails: string[];
}

export interface Span {
  start: number;
  end: number;
}

interface BusyEvent extends Span {
  uid: string;
}

interface EventsRead {
  events: number;
  busy: BusyEvent[];
  /** Sentences for the owner about events that can't be read, and times that are busy because of them. */
  unread: string[];
}

const mostOccurrences = 50_000;
const mostSteps = 400_000;
const hour = 3_600_000;
const day = 24 * hour;
const tooMany = "The calendar has too many events.";

/** Zones range from 12 hours behind UTC to 14 hours ahead of it. */
const widest = { before: 14 * hour, after: 12 * hour };

/**
 * Reads busy occurrences that overlap the period. If an event can't be read, its own day is busy.
 * @throws CalendarProblem
 */
export function readEvents({ texts, zone, from, to, emails }: EventsQuery): EventsRead {
  const owner = new KnownZone(zone);
  const busy: BusyEvent[] = [];
  const unread = new Set<string>();
  let events = 0;
  const add = (uid: string, spans: Iterable<Span>) => {
    for (const span of spans) {
      if (span.end <= from || span.start >= to || span.end <= span.start) continue;
      if (busy.push({ uid, ...span }) > mostOccurrences) throw new CalendarProblem(tooMany);
    }
  };
  for (const calendar of texts.flatMap(calendarsIn)) {
    const reading = { zones: new Zones(calendar), owner, to, emails };
    const all = calendar.blocks.filter(({ name }) => name === "VEVENT");
    events += all.length;
    const changed = Map.groupBy(all.filter(isException), uidOf);
    for (const event of all) {
      const uid = uidOf(event);
      const exceptions = isException(event) ? [] : (changed.get(uid) ?? []);
      const note = (sentence: string, day?: Span) => {
        if (!day || (day.end > from && day.start < to)) unread.add(sentence);
      };
      add(uid, busySpans({ ...reading, event, exceptions, note }));
    }
    for (const part of calendar.blocks) if (part.name === "VFREEBUSY") add("", periodsOf(part, reading));
  }
  return { events, busy, unread: [...unread] };
}

const uidOf = (event: Block) => findProperty(event, "UID")?.value ?? "";
const isException = (event: Block) => findProperty(event, "RECURRENCE-ID") !== undefined;

interface Reading {
  zones: Zones;
  owner: KnownZone;
  to: number;
  emails: string[];
}

function* periodsOf(freeBusy: Block, { zones, owner }: Reading): Generator<Span> {
  for (const property of listProperties(freeBusy, "FREEBUSY")) {
    if (property.parameters.FBTYPE?.toUpperCase() === "FREE") continue;
    for (const text of property.value.split(",")) {
      const period = readPeriod(text, property, zones, owner);
      if (period) yield spanOf({ at: period.start, length: period.length }, owner);
    }
  }
}

interface Series extends Reading {
  event: Block;
  /** Instances that were moved, changed, or canceled. */
  exceptions: Block[];
  note: (sentence: string, day?: Span) => void;
}

function* busySpans(series: Series): Generator<Span> {
  const { event, exceptions, owner, zones, to, emails } = series;
  const isOwnBusy = isBusy(event, emails);
  if (!isOwnBusy && exceptions.length === 0) return;
  const start = momentOf(event, "DTSTART", zones, owner);
  if (!start) return yield* ownDay(series);
  if (!start.zone) {
    const counted = "so all times that it could have are busy";
    noteOn(
      series,
      start,
      (date) => `Firstnight doesn't know the time zone of the event on ${date}, ${counted}.`,
    );
  }
  const length = lengthOf(series, start);
  if (isException(event)) return yield spanOf({ at: start, length }, owner);
  const isSkipped = skippedTimes(series, start);
  const following = exceptions.flatMap((one) => followingOf(one, start, series) ?? []);
  const seen = new Set<number>();
  for (const { at, length: own } of occurrencesOf(series, start)) {
    const instant = instantIn(at, owner);
    if (instant >= to + day || isSkipped(at) || (!own && seen.has(instant))) continue;
    if (!own) seen.add(instant);
    const later = following.findLast((one) => one.from <= instant);
    if (!(later ? later.isBusy : isOwnBusy)) continue;
    const time = at.time.clone();
    time.adjust(0, 0, 0, later?.shift ?? 0);
    yield spanOf({ at: { ...at, time }, length: later?.length ?? own ?? length }, owner);
  }
}

/** The day of an event whose start can't be read. */
function* ownDay({ event, owner, zones, note }: Series): Generator<Span> {
  const texts = ["DTSTART", "RECURRENCE-ID", "DTEND"].map((name) => findProperty(event, name)?.value ?? "");
  for (const text of texts) {
    const [date] = /^\d{4}-?\d\d-?\d\d/.exec(text) ?? [];
    const found = date && readMoment(date, plainProperty, zones, owner);
    if (!found) continue;
    const { date: name, ...span } = dayOf(instantOf(found.time, owner), owner);
    note(`Firstnight can't read the event on ${name}, so that day is busy. ${correctIt}`, span);
    return yield span;
  }
  note(`Firstnight can't read the start of an event, so it isn't counted as busy. ${correctIt}`);
}

const plainProperty: Property = { name: "DTSTART", parameters: {}, value: "" };
const correctIt = "Correct or delete it in your calendar app.";

function momentOf(event: Block, name: string, zones: Zones, otherwise: Zone): Moment | null {
  const property = findProperty(event, name);
  return property ? readMoment(property.value, property, zones, otherwise) : null;
}

/** A whole day means that the end can't be read. */
type EventLength = Length | "whole day";

function lengthOf(series: Series, start: Moment): EventLength {
  const { event, owner, zones } = series;
  const length = writtenLength(event, start, zones, owner);
  const isAllDay =
    start.time.isDate || findProperty(event, "X-MICROSOFT-CDO-ALLDAYEVENT")?.value.toUpperCase() === "TRUE";
  const total = length && length.days * day + length.seconds * 1000;
  if (isAllDay && (total === null || total <= 0)) return { days: 1, seconds: 0 };
  if (length && total !== null && total >= 0) return length;
  noteOn(
    series,
    start,
    (date) => `Firstnight can't read the end of the event on ${date}, so that day is busy.`,
  );
  return "whole day";
}

function writtenLength(event: Block, start: Moment, zones: Zones, owner: KnownZone): Length | null {
  const written = findProperty(event, "DTEND");
  if (written) {
    const end = readMoment(written.value, written, zones, start.isFloating ? owner : (start.zone ?? owner));
    if (!end) return null;
    if (end.zone === start.zone || start.time.isDate || end.time.isDate) return between(start.time, end.time);
    if (!end.zone || !start.zone) return between(start.time, end.time);
    return { days: 0, seconds: (instantOf(end.time, end.zone) - instantOf(start.time, start.zone)) / 1000 };
  }
  const duration = findProperty(event, "DURATION");
  if (duration) return readLength(duration.value);
  return { days: 0, seconds: 0 };
}

/** The length by the local clock, so that a repeated event ends at the same time of day. */
const between = (start: ICAL.Time, end: ICAL.Time): Length => ({
  days: (utcOf(end) - utcOf(start)) / day,
  seconds: 0,
});

interface Occurrence {
  at: Moment;
  /** If it differs from the event's. */
  length?: EventLength;
}

/** The start of an event, and the times of its rules and dates. Some may be the same. */
function* occurrencesOf(series: Series, start: Moment): Generator<Occurrence> {
  const { event, zones, owner } = series;
  yield { at: start };
  for (const property of listProperties(event, "RRULE")) yield* repetitions(series, start, property);
  for (const property of listProperties(event, "RDATE")) {
    for (const text of property.value.split(",")) {
      const period = readPeriod(text, property, zones, start.zone ?? owner);
      const at = period ? null : readMoment(text, property, zones, start.zone ?? owner);
      if (period) yield { at: period.start, length: period.length };
      else if (at) yield { at: at.time.isDate === start.time.isDate ? at : onDate(at.time, start) };
      else
        noteOn(
          series,
          start,
          (date) => `Firstnight can't read all dates of the event that starts on ${date}.`,
        );
    }
  }
}

/** A date of a timed event is at the event's time of day. */
function onDate({ year, month, day }: ICAL.Time, start: Moment): Moment {
  const time = start.time.clone();
  Object.assign(time, { year, month, day });
  return { ...start, time };
}

function* repetitions(series: Series, start: Moment, property: Property): Generator<Occurrence> {
  const { zones, owner, to } = series;
  const read = readRule(property, start, zones, owner);
  if (!read) {
    const counted = "so its time is busy every day from then";
    noteOn(series, start, (date) => `Firstnight can't read how the event on ${date} repeats, ${counted}.`);
  }
  const rule = read ?? (readRule({ ...property, value: "FREQ=DAILY" }, start, zones, owner) as Rule);
  if (rule.isConstant) {
    noteOn(
      series,
      start,
      (date) => `The event on ${date} repeats every minute, so all times from then are busy.`,
    );
    const time = start.time.clone();
    const first = instantIn(start, owner);
    while (rule.reaches(time) && instantIn({ ...start, time }, owner) < to) time.adjust(1, 0, 0, 0);
    const seconds = (instantIn({ ...start, time }, owner) - first) / 1000;
    return yield { at: start, length: { days: 0, seconds } };
  }
  let steps = 0;
  for (const time of rule.timesUntil(to + 2 * day)) {
    const at = { ...start, time };
    if (!rule.reaches(time) || instantIn(at, owner) >= to + day) return;
    if (++steps > mostSteps) throw new CalendarProblem(tooMany);
    yield { at };
  }
}

function readPeriod(text: string, property: Property, zones: Zones, otherwise: Zone) {
  const [begins = "", ends = ""] = text.split("/");
  const start = ends ? readMoment(begins, property, zones, otherwise) : null;
  if (!start) return null;
  const end = readMoment(ends, property, zones, otherwise);
  const length = end ? between(start.time, end.time) : readLength(ends);
  return { start, length: length ?? ("whole day" as const) };
}

/** Names the event by its date, because titles of private events aren't stored. */
function noteOn({ event, owner, to, note }: Series, start: Moment, sentence: (date: string) => string): void {
  const { date, ...span } = dayOf(instantIn(start, owner), owner);
  const repeats = ["RRULE", "RDATE"].some((name) => findProperty(event, name));
  note(`${sentence(date)} ${correctIt}`, repeats ? { ...span, end: to } : span);
}

const instantIn = ({ time, zone }: Moment, owner: KnownZone): number =>
  time.isDate ? instantOf(time, owner) : zone ? instantOf(time, zone) : utcOf(time);

/** Busy from the start for the length. Dates and floating times are in the owner's zone. */
function spanOf({ at, length = "whole day" }: Occurrence, owner: KnownZone): Span {
  if (length === "whole day") {
    const { start, end } = dayOf(instantIn(at, owner), owner);
    return { start, end };
  }
  const ends = at.time.clone();
  ends.isDate = false;
  ends.adjust(0, 0, 0, length.days * (day / 1000));
  const after = length.seconds * 1000;
  if (!at.zone) {
    // Every time that the event could have is busy.
    return { start: utcOf(at.time) - widest.before, end: utcOf(ends) + after + widest.after };
  }
  const span = { start: instantIn(at, owner), end: instantIn({ ...at, time: ends }, owner) + after };
  // If clocks skip the start, the end may come first.
  if (span.end > span.start) return span;
  return { ...span, end: span.start + Math.max(0, utcOf(ends) + after - utcOf(at.time)) };
}

const dateOf = (time: ICAL.Time) => Math.floor(utcOf(time) / day);

/**
 * Tells whether a series skips a time: a changed instance or an EXDATE, in any zone. A date skips the event on that day.
 */
function skippedTimes({ event, exceptions, zones, owner }: Series, start: Moment): (at: Moment) => boolean {
  const instants = new Set<number>();
  const dates = new Set<number>();
  const changed = exceptions.flatMap((one) => findProperty(one, "RECURRENCE-ID") ?? []);
  for (const property of [...changed, ...listProperties(event, "EXDATE")]) {
    for (const text of property.value.split(",")) {
      const moment = readMoment(text, property, zones, start.zone ?? owner);
      if (!moment) continue;
      if (start.time.isDate || moment.time.isDate) dates.add(dateOf(moment.time));
      else instants.add(instantIn(moment, owner));
    }
  }
  return (at) => instants.has(instantIn(at, owner)) || dates.has(dateOf(at.time));
}

/** A change to an instance and all following ones (RANGE=THISANDFUTURE). Null for other changes. */
function followingOf(changed: Block, start: Moment, series: Series) {
  const { zones, owner, emails } = series;
  const id = findProperty(changed, "RECURRENCE-ID");
  const from = momentOf(changed, "RECURRENCE-ID", zones, start.zone ?? owner);
  const begins = momentOf(changed, "DTSTART", zones, start.zone ?? owner);
  if (id?.parameters.RANGE?.toUpperCase() !== "THISANDFUTURE" || !from || !begins) return null;
  const isSameZone = from.zone === begins.zone;
  const shift = isSameZone
    ? utcOf(begins.time) - utcOf(from.time)
    : instantIn(begins, owner) - instantIn(from, owner);
  return {
    from: instantIn(from, owner),
    /** In seconds. */
    shift: shift / 1000,
    length: lengthOf({ ...series, event: changed }, begins),
    isBusy: isBusy(changed, emails),
  };
}

function isBusy(event: Block, emails: string[]): boolean {
  const word = (name: string) => findProperty(event, name)?.value.toUpperCase();
  if (word("TRANSP") === "TRANSPARENT" || word("STATUS") === "CANCELLED") return false;
  if (word("X-MICROSOFT-CDO-BUSYSTATUS") === "FREE") return false;
  return !listProperties(event, "ATTENDEE").some(({ parameters, value }) => {
    const address = value.toLowerCase().replace(/^mailto:/, "");
    return parameters.PARTSTAT?.toUpperCase() === "DECLINED" && emails.includes(address);
  });
}

function calendarsIn(text: string): Block[] {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (/^<(!doctype|html)/i.test(trimmed)) {
    throw new CalendarProblem(
      "This link opens a web page, not a calendar. Copy the subscription link, which often ends in .ics.",
    );
  }
  const damaged =
    "This link doesn't contain a calendar that Firstnight can read. Copy the subscription link in iCal format.";
  if (!/^BEGIN:\s*VCALENDAR/i.test(trimmed)) throw new CalendarProblem(damaged);
  return readBlocks(trimmed).filter(({ name }) => name === "VCALENDAR");
}
