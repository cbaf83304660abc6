import { Temporal } from "temporal-polyfill";
import { hashToken } from "~/core/secrets.server";
import { hour } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { vtimezone } from "~/core/zones/vtimezone";
import { forTherapist } from "~/visits/notices/calendar-description";
import { newCalendar, setPlace, statusInCalendar } from "~/visits/notices/calendar-invitation.server";
import { patientZoneOf } from "~/visits/patient-zone.server";
import { visitStrings } from "~/visits/strings";
import type { Feed } from "../feed-contents.server";

export const feedTag = (feed: Feed): string => hashToken(JSON.stringify(feed)).slice(0, 32);

type FeedVisit = Feed["visits"][number];

const changedAt = ({ created_at, confirmed_at, completed_at, cancelled_at }: FeedVisit) =>
  Math.max(created_at, confirmed_at ?? 0, completed_at ?? 0, cancelled_at ?? 0);

/** Lists a therapist's visits as iCalendar text, with their invitations' UIDs, so that calendars show no duplicates. */
export async function calendarFeed(feed: Feed, publicUrl: string): Promise<string> {
  let text = calendarOf(feed, publicUrl);
  for (let from = batchSize; from < feed.visits.length; from += batchSize) {
    await yieldToEventLoop();
    const next = calendarOf(feed, publicUrl, from);
    text = text.slice(0, text.lastIndexOf(end)) + next.slice(next.indexOf("BEGIN:VEVENT"));
  }
  return text;
}

const end = "END:VCALENDAR";
// Other requests are served between batches.
const batchSize = 200;

function calendarOf(feed: Feed, publicUrl: string, from = 0): string {
  const calendar = newCalendar("PUBLISH");
  calendar.name("Firstnight visits");
  calendar.ttl(hour / 4 / 1000);
  calendar.timezone({ name: null, generator: () => vtimezone(feed.zone, feed.from, feed.to) });
  for (const visit of feed.visits.slice(from, from + batchSize)) {
    const { uid, sequence, status, meeting_link, patient_name } = visit;
    const event = calendar.createEvent({
      id: uid,
      timezone: feed.zone,
      sequence,
      stamp: new Date(changedAt(visit)),
      start: Temporal.Instant.fromEpochMilliseconds(visit.start_at),
      end: Temporal.Instant.fromEpochMilliseconds(visit.end_at),
      summary: patient_name ? `${visitStrings.title}: ${patient_name}` : visitStrings.title,
      status: statusInCalendar(status),
      description: [
        forTherapist({ ...visit, patient_zone: patientZoneOf(visit) }),
        `Open in Firstnight: ${publicUrl}/visits/${visit.id}`,
      ]
        .filter(Boolean)
        .join("\n"),
    });
    const { mode, place, address, latitude, longitude } = visit;
    setPlace(
      event,
      {
        call_me: visit.call_me === 1 || mode === "phone",
        mode: mode ?? "video",
        place: place === null ? null : { name: place, address: address ?? "", latitude, longitude },
      },
      meeting_link,
    );
  }
  // The first batch has all classes.
  for (const session of from === 0 ? feed.classes : []) {
    const { id, uid, sequence, status, name, taken, seats, place, address, meeting_link: link } = session;
    const event = calendar.createEvent({
      id: uid,
      timezone: feed.zone,
      sequence,
      stamp: new Date(session.created_at),
      start: Temporal.Instant.fromEpochMilliseconds(session.start_at),
      end: Temporal.Instant.fromEpochMilliseconds(session.end_at),
      summary: `${name}, ${taken} of ${seats}`,
      status: statusInCalendar(status === "cancelled" ? status : "confirmed"),
      description: [link && `Join: ${link}`, `Open in Firstnight: ${publicUrl}/classes/${id}`]
        .filter(Boolean)
        .join("\n"),
    });
    event.location([place, address].filter(Boolean).join(", ") || (link ?? ""));
  }
  return `${calendar.toString()}\r\n`;
}
