import ical, {
  foldLines,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from "ical-generator";
import type { MailSettings } from "~/core/settings/sending.server";
import type { Db } from "~/db/open.server";
import { calendarTitle } from "./notices";
import type { Visit } from "./visit";

/** What names a visit in calendars: the same at every change, with a number that grows. */
export interface CalendarEntry {
  uid: string;
  sequence: number;
}

export function findCalendarEntry(db: Db, visitId: number): Promise<CalendarEntry> {
  return db
    .selectFrom("visits")
    .select(["uid", "sequence"])
    .where("id", "=", visitId)
    .executeTakeFirstOrThrow();
}

export type CalendarMethod = "REQUEST" | "CANCEL" | "PUBLISH";

interface Invitation {
  method: CalendarMethod;
  visit: Visit;
  entry: CalendarEntry;
  /** Whose calendar it is for, and nobody else's address; null in a file that is downloaded. */
  attendee: { name: string; email: string } | null;
  /** Milliseconds UTC. */
  now: number;
}

/** A visit as an iCalendar text. Times are in UTC, so that no zone definitions are needed. */
export function calendarInvitation({ name, address }: MailSettings, invitation: Invitation): string {
  const { method, visit, entry, attendee, now } = invitation;
  const calendar = ical({
    prodId: { company: "Firstnight", product: "Firstnight", language: "EN" },
    method: ICalCalendarMethod[method],
  });
  const event = calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    stamp: new Date(now),
    start: new Date(visit.start_at),
    end: new Date(visit.end_at),
    summary: calendarTitle,
    status: statusOf(method, visit),
    organizer: { name: plain(name), email: address },
  });
  const link = method === "CANCEL" ? null : visit.meeting_link;
  const uri = link && URL.canParse(link) ? uriOf(link) : null;
  if (link) event.location(link).description(`Join here: ${link}`);
  if (uri) event.url(noUri);
  if (attendee) {
    event.createAttendee({
      email: attendee.email,
      name: plain(attendee.name),
      rsvp: method === "REQUEST",
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.NEEDSACTION,
    });
  }
  const text = calendar.toString();
  return `${uri ? text.replace(urlLine(noUri), () => foldLines(urlLine(uri))) : text}\r\n`;
}

// The generator would escape commas and semicolons, which RFC 5545 does in texts alone (3.3.11, 3.3.13).
const noUri = "about:blank";
const urlLine = (uri: string) => `URL;VALUE=URI:${uri}`;

// A browser keeps a backslash in a query, which no URI may hold.
const uriOf = (link: string) => new URL(link).href.replaceAll("\\", "%5C");

// A name stands in quotes there, and nothing can quote a quote.
const plain = (name: string) => name.replace(/["\p{Cc}]+/gu, " ").trim();

function statusOf(method: CalendarMethod, visit: Visit): ICalEventStatus {
  if (method === "CANCEL") return ICalEventStatus.CANCELLED;
  return visit.status === "confirmed" ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE;
}
