import ical, {
  foldLines,
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEvent,
  ICalEventStatus,
} from "ical-generator";
import type { Config } from "~/config.server";
import { currentLanguage } from "~/core/language/current-language";
import type { MailSettings } from "~/core/settings/sending.server";
import { day, hour, second } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { People } from "../find-people.server";
import { visitStrings } from "../strings";
import type { Visit, VisitPlace } from "../visit";

/** The visit's identity in calendars. `sequence` increases with every change. */
type CalendarEntry = Pick<Row<"visits">, "uid" | "sequence">;

export function findCalendarEntry(db: Db, visitId: number): Promise<CalendarEntry> {
  return db
    .selectFrom("visits")
    .select(["uid", "sequence"])
    .where("id", "=", visitId)
    .executeTakeFirstOrThrow();
}

export type CalendarMethod = "REQUEST" | "CANCEL" | "PUBLISH";

export const newCalendar = (method: CalendarMethod) =>
  ical({
    prodId: { company: "Firstnight", product: "Firstnight", language: currentLanguage().toUpperCase() },
    method: ICalCalendarMethod[method],
  });

type Organizer = Pick<MailSettings, "name" | "address">;

interface Invitation {
  method: CalendarMethod;
  visit: Visit;
  entry: CalendarEntry;
  attendee: { name: string; email: string } | null;
  description: string;
  /** Only patients get alarms. */
  alarms: boolean;
  now: number;
}

/** The company, with its reply-to address, or the address that all emails come from. */
export const organizerOf = ({ mail }: Pick<Config, "mail">, { patient, reply_to }: People): Organizer => ({
  name: patient.company.name,
  address: reply_to ?? mail.address,
});

/** @returns iCalendar text. Its times are in UTC, so it needs no time zone definitions. */
export function calendarInvitation({ name, address }: Organizer, invitation: Invitation): string {
  const { method, visit, entry, attendee, description, alarms, now } = invitation;
  const calendar = newCalendar(method);
  const event = calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    stamp: new Date(now),
    start: new Date(visit.start_at),
    end: new Date(visit.end_at),
    summary: visitStrings.title,
    status: statusInCalendar(method === "CANCEL" ? "cancelled" : visit.status),
    organizer: { name: plain(name), email: address },
  });
  const link = method === "CANCEL" ? null : visit.meeting_link;
  const uri = link && URL.canParse(link) ? uriOf(link) : null;
  setPlace(event, visit, link);
  if (method !== "CANCEL") {
    event.description(description);
    for (const before of alarms ? [day, hour] : []) {
      const trigger = before / second;
      event.createAlarm({ type: ICalAlarmType.display, trigger, description: visitStrings.title });
    }
  }
  if (uri) event.url(placeholderUri);
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
  return `${uri ? text.replace(urlLine(placeholderUri), () => foldLines(urlLine(uri))) : text}\r\n`;
}

interface Located extends Pick<Visit, "call_me" | "mode"> {
  place: Pick<VisitPlace, "name" | "address" | "latitude" | "longitude"> | null;
}

/** Writes LOCATION, and GEO if the place's coordinates are known. */
export function setPlace(event: ICalEvent, { call_me, mode, place }: Located, link: string | null): void {
  if (!place) {
    const { phone, video, home } = visitStrings.place;
    event.location(mode === "home" ? home : (link ?? (call_me ? phone : video)));
    return;
  }
  const { name: title, address, latitude: lat, longitude: lon } = place;
  const geo = lat !== null && lon !== null ? { geo: { lat, lon } } : {};
  event.location({ title, address, ...geo });
}

// The generator escapes commas and semicolons in URIs, but RFC 5545 escapes them only in text (3.3.11, 3.3.13).
const placeholderUri = "about:blank";
const urlLine = (uri: string) => `URL;VALUE=URI:${uri}`;

// The URL class keeps backslashes in a query, but a URI can't contain them.
const uriOf = (link: string) => new URL(link).href.replaceAll("\\", "%5C");

// iCalendar can't escape a quote inside a quoted name.
const plain = (name: string) => name.replace(/["\p{Cc}]+/gu, " ").trim();

/** A visit that isn't confirmed yet is tentative. */
export function statusInCalendar(status: string): ICalEventStatus {
  if (status === "cancelled") return ICalEventStatus.CANCELLED;
  return status === "submitted" || status === "pending"
    ? ICalEventStatus.TENTATIVE
    : ICalEventStatus.CONFIRMED;
}
