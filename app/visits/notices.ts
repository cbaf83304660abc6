import { formatFull, formatWhen, zoneOrUtc } from "~/core/time";
import type { Visit } from "./visit";

/** What people are told about a visit: the patient by text and e-mail, the therapist by e-mail. */
export interface VisitNotice {
  kind: string;
  sms: string;
  subject: string;
  text: string;
  /** Left out where the therapist need not be told, or knows. */
  therapist?: { subject: string; text: string };
}

// Texts and subjects name no illness, no device and no insurer: phones are seen by others.
const what = "Equipment setup visit";

const when = (visit: Visit) => formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
const fully = (visit: Visit) => formatFull(visit.start_at, zoneOrUtc(visit.timezone));

export const submittedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-submitted",
  sms: `We have your setup visit request for ${when(visit)}. ${visit.therapist} will confirm it soon.`,
  subject: `${what}: we have your request`,
  text: `We have your request for a setup visit with ${visit.therapist} on ${fully(visit)}.\n\nNext, ${visit.therapist} confirms the time. We will write to you as soon as that is done.`,
  therapist: {
    subject: `${what}: a time was requested`,
    text: `A patient asks for a setup visit on ${fully(visit)}.\n\nPlease confirm it with a meeting link, or cancel it.`,
  },
});

export const confirmedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-confirmed",
  sms: `Your setup visit with ${visit.therapist} is confirmed for ${when(visit)}. Join here: ${visit.meeting_link}`,
  subject: `${what}: confirmed`,
  text: `Your setup visit with ${visit.therapist} is confirmed for ${fully(visit)}.\n\nJoin here at that time: ${visit.meeting_link}`,
  therapist: {
    subject: `${what}: confirmed`,
    text: `The setup visit on ${fully(visit)} is confirmed.\n\nJoin here at that time: ${visit.meeting_link}`,
  },
});

export const newLinkNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-link",
  sms: `Your setup visit with ${visit.therapist} on ${when(visit)} has a new meeting link. Join here: ${visit.meeting_link}`,
  subject: `${what}: new meeting link`,
  text: `Your setup visit with ${visit.therapist} on ${fully(visit)} has a new meeting link.\n\nJoin here at that time: ${visit.meeting_link}`,
  therapist: {
    subject: `${what}: new meeting link`,
    text: `The setup visit on ${fully(visit)} has a new meeting link.\n\nJoin here at that time: ${visit.meeting_link}`,
  },
});

export const movedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-moved",
  sms: `Your setup visit with ${visit.therapist} is now on ${when(visit)}.${waits(visit)}`,
  subject: `${what}: new time`,
  text: `Your setup visit with ${visit.therapist} is now on ${fully(visit)}.${waits(visit)}`,
  therapist: {
    subject: `${what}: new time`,
    text: `A setup visit was moved. It is now on ${fully(visit)}.${visit.status === "confirmed" ? "" : "\n\nPlease confirm it with a meeting link, or cancel it."}`,
  },
});

const waits = (visit: Visit) =>
  visit.status === "confirmed" ? "" : ` ${visit.therapist} will confirm it soon.`;

export const cancelledNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-cancelled",
  sms: `Your setup visit on ${when(visit)} is cancelled. You can choose another time whenever you like.`,
  subject: `${what}: cancelled`,
  text: `Your setup visit with ${visit.therapist} on ${fully(visit)} is cancelled.\n\nYou can choose another time whenever you like.`,
  therapist: {
    subject: `${what}: cancelled`,
    text: `The setup visit on ${fully(visit)} is cancelled. The time is free again.`,
  },
});

export const completedNotice = (visit: Visit, reviewLink: string | null): VisitNotice => ({
  kind: "visit-completed",
  sms: `Thank you for your setup visit with ${visit.therapist}.${reviewLink ? ` Tell us how it went: ${reviewLink}` : ""}`,
  subject: `${what}: thank you`,
  text: `Thank you for your setup visit with ${visit.therapist}.${reviewLink ? `\n\nTell us how it went: ${reviewLink}` : ""}`,
});

/** A day and two hours before a confirmed visit. */
export const reminderNotice = (visit: Visit, kind: "reminder-day" | "reminder-hours"): VisitNotice => ({
  kind,
  sms: `Reminder: your setup visit with ${visit.therapist} is on ${when(visit)}. Join here: ${visit.meeting_link}`,
  subject: `${what}: reminder`,
  text: `This is a reminder of your setup visit with ${visit.therapist} on ${fully(visit)}.\n\nJoin here at that time: ${visit.meeting_link}`,
});

/** To a therapist whose visit went to a colleague. */
export const reassignedNotice = (before: Visit) => ({
  subject: `${what}: cancelled`,
  text: `The setup visit on ${fully(before)} is no longer yours. The time is free again.`,
});

/** The title in calendars, which others may see. */
export const calendarTitle = what;
