import ICAL from "ical.js";
import { CalendarProblem } from "./calendar-problem";
import { defineZones, instantOf, type Span, spanOf, zoneOfOwner } from "./calendar-zone";

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

interface BusyEvent extends Span {
  uid: string;
}

interface EventsRead {
  events: number;
  busy: BusyEvent[];
}

const mostOccurrences = 50_000;
const mostSteps = 50_000;
const day = 86_400_000;
const tooMany = "The calendar has too many events.";
const garbled = "Firstnight can't read an event in this calendar, so it can't tell when you're busy.";

/** Reads busy occurrences that overlap the period. @throws CalendarProblem */
export function readEvents({ texts, zone, from, to, emails }: EventsQuery): EventsRead {
  const owner = zoneOfOwner(zone);
  const busy: BusyEvent[] = [];
  let events = 0;
  const add = (uid: string, spans: Iterable<Span>) => {
    for (const span of spans) {
      if (span.end <= from || span.start >= to || span.end <= span.start) continue;
      if (busy.push({ uid, ...span }) > mostOccurrences) throw new CalendarProblem(tooMany);
    }
  };
  for (const calendar of texts.flatMap(calendarsIn)) {
    defineZones(calendar);
    const all = calendar.getAllSubcomponents("vevent");
    events += all.length;
    const changed = Map.groupBy(
      all.filter((event) => event.hasProperty("recurrence-id")),
      uidOf,
    );
    for (const event of all) {
      const uid = uidOf(event);
      const exceptions = event.hasProperty("recurrence-id") ? [] : (changed.get(uid) ?? []);
      try {
        add(uid, busySpans({ event, exceptions, owner, to, emails }));
      } catch (error) {
        throw error instanceof CalendarProblem ? error : new CalendarProblem(garbled, { cause: error });
      }
    }
    for (const part of calendar.getAllSubcomponents("vfreebusy")) add("", periodsOf(part, owner));
  }
  return { events, busy };
}

const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue("uid") ?? "");

function* periodsOf(freeBusy: ICAL.Component, owner: ICAL.Timezone): Generator<Span> {
  for (const property of freeBusy.getAllProperties("freebusy")) {
    if (property.getFirstParameter("fbtype") === "FREE") continue;
    for (const period of property.getValues() as ICAL.Period[]) {
      yield spanOf(period.start, period.getEnd(), false, owner);
    }
  }
}

interface Series {
  event: ICAL.Component;
  /** Instances that were moved, changed, or canceled. */
  exceptions: ICAL.Component[];
  owner: ICAL.Timezone;
  to: number;
  emails: string[];
}

const alone = { exceptions: [] };

function* busySpans({ event: component, exceptions, owner, to, emails }: Series): Generator<Span> {
  if (!component.hasProperty("dtstart")) throw new CalendarProblem(garbled);
  const event = new ICAL.Event(component, alone);
  const hasZone = Boolean(component.getFirstProperty("dtstart")?.getFirstParameter("tzid"));
  if (component.hasProperty("recurrence-id") || !event.isRecurring()) {
    if (isBusy(component, emails)) yield spanOf(event.startDate, event.endDate, hasZone, owner);
    return;
  }
  const rules = component.getAllProperties("rrule").map((rule) => rule.getFirstValue() as ICAL.Recur);
  if (rules.some(({ freq }) => freq === "SECONDLY" || freq === "MINUTELY"))
    throw new CalendarProblem(tooMany);
  const replaced = exceptionTimes(exceptions, component, owner);
  const following = exceptions.filter(isFollowing);
  const iterator = event.iterator();
  let steps = 0;
  for (let start = iterator.next(); start; start = iterator.next()) {
    const at = instantOf(start, owner);
    if (at >= to + day) return;
    if (++steps > mostSteps) throw new CalendarProblem(tooMany);
    if (replaced.has(at)) continue;
    const later = following.findLast((one) => instantOf(recurrenceId(one), owner) <= at);
    if (!isBusy(later ?? component, emails)) continue;
    const begins = start.clone();
    const shown = later ? new ICAL.Event(later, alone) : event;
    if (later) begins.addDuration(shown.startDate.subtractDate(recurrenceId(later)));
    const ends = begins.clone();
    ends.addDuration(shown.duration);
    yield spanOf(begins, ends, hasZone, owner);
  }
}

function calendarsIn(text: string): ICAL.Component[] {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (/^<(!doctype|html)/i.test(trimmed)) {
    throw new CalendarProblem(
      "This link opens a web page, not a calendar. Copy the subscription link, which often ends in .ics.",
    );
  }
  const damaged =
    "This link doesn't contain a calendar that Firstnight can read. Copy the subscription link in iCal format.";
  if (!/^BEGIN:VCALENDAR/i.test(trimmed)) throw new CalendarProblem(damaged);
  try {
    const parsed = ICAL.parse(trimmed);
    const all = (typeof parsed[0] === "string" ? [parsed] : parsed) as ConstructorParameters<
      typeof ICAL.Component
    >[0][];
    return all.map((each) => new ICAL.Component(each));
  } catch (cause) {
    throw new CalendarProblem("The calendar is damaged or incomplete.", { cause });
  }
}

function isBusy(event: ICAL.Component, emails: string[]): boolean {
  const word = (name: string) => String(event.getFirstPropertyValue(name) ?? "").toUpperCase();
  if (word("transp") === "TRANSPARENT" || word("status") === "CANCELLED") return false;
  if (word("x-microsoft-cdo-busystatus") === "FREE") return false;
  return !event.getAllProperties("attendee").some((attendee) => {
    const address = String(attendee.getFirstValue())
      .toLowerCase()
      .replace(/^mailto:/, "");
    return attendee.getFirstParameter("partstat") === "DECLINED" && emails.includes(address);
  });
}

const recurrenceId = (event: ICAL.Component) => event.getFirstPropertyValue("recurrence-id") as ICAL.Time;
const isFollowing = (event: ICAL.Component) =>
  event.getFirstProperty("recurrence-id")?.getFirstParameter("range") === "THISANDFUTURE";

/** Instants that the series skips: changed instances, and each EXDATE, in any zone. */
function exceptionTimes(
  changed: ICAL.Component[],
  series: ICAL.Component,
  owner: ICAL.Timezone,
): Set<number> {
  const excluded = series
    .getAllProperties("exdate")
    .flatMap((property) => property.getValues() as ICAL.Time[]);
  return new Set([...changed.map(recurrenceId), ...excluded].map((time) => instantOf(time, owner)));
}
