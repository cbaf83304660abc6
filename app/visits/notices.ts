import { formatFull, formatWhen, zoneOrUtc } from "~/core/time";
import type { Visit } from "./visit";

/** The patient gets a text and an email; the therapist gets an email. */
export interface VisitNotice {
  kind: string;
  sms: string;
  subject: string;
  text: string;
  therapist?: { subject: string; text: string };
}

// Other people may see the phone: texts and subjects name no illness, device or insurer.
const visitTitle = "Equipment setup visit";

const when = (visit: Visit) => formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
const whenInFull = (visit: Visit) => formatFull(visit.start_at, zoneOrUtc(visit.timezone));

export const submittedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-submitted",
  sms: `We have your setup visit request for ${when(visit)}. ${visit.therapist} will confirm it soon.`,
  subject: `${visitTitle}: request received`,
  text: `We have your request for a setup visit with ${visit.therapist} on ${whenInFull(visit)}.\n\nNext, ${visit.therapist} confirms the time. We will email you when it's confirmed.`,
  therapist: {
    subject: `${visitTitle}: time requested`,
    text: `A patient requested a setup visit on ${whenInFull(visit)}.\n\nPlease confirm it with a meeting link, or cancel it.`,
  },
});

export const confirmedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-confirmed",
  sms: `Your setup visit with ${visit.therapist} is confirmed for ${when(visit)}. Join here: ${visit.meeting_link}`,
  subject: `${visitTitle}: confirmed`,
  text: `Your setup visit with ${visit.therapist} is confirmed for ${whenInFull(visit)}.\n\nJoin here at that time: ${visit.meeting_link}`,
  therapist: {
    subject: `${visitTitle}: confirmed`,
    text: `The setup visit on ${whenInFull(visit)} is confirmed.\n\nJoin here at that time: ${visit.meeting_link}`,
  },
});

export const newLinkNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-link",
  sms: `Your setup visit with ${visit.therapist} on ${when(visit)} has a new meeting link. Join here: ${visit.meeting_link}`,
  subject: `${visitTitle}: new meeting link`,
  text: `Your setup visit with ${visit.therapist} on ${whenInFull(visit)} has a new meeting link.\n\nJoin here at that time: ${visit.meeting_link}`,
  therapist: {
    subject: `${visitTitle}: new meeting link`,
    text: `The setup visit on ${whenInFull(visit)} has a new meeting link.\n\nJoin here at that time: ${visit.meeting_link}`,
  },
});

export const movedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-moved",
  sms: `Your setup visit with ${visit.therapist} is now on ${when(visit)}.${confirmationPending(visit)}`,
  subject: `${visitTitle}: new time`,
  text: `Your setup visit with ${visit.therapist} is now on ${whenInFull(visit)}.${confirmationPending(visit)}`,
  therapist: {
    subject: `${visitTitle}: new time`,
    text: `A setup visit was moved. It is now on ${whenInFull(visit)}.${visit.status === "confirmed" ? "" : "\n\nPlease confirm it with a meeting link, or cancel it."}`,
  },
});

const confirmationPending = (visit: Visit) =>
  visit.status === "confirmed" ? "" : ` ${visit.therapist} will confirm it soon.`;

export const cancelledNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-cancelled",
  sms: `Your setup visit on ${when(visit)} is canceled. You can choose another time whenever you like.`,
  subject: `${visitTitle}: canceled`,
  text: `Your setup visit with ${visit.therapist} on ${whenInFull(visit)} is canceled.\n\nYou can choose another time whenever you like.`,
  therapist: {
    subject: `${visitTitle}: canceled`,
    text: `The setup visit on ${whenInFull(visit)} is canceled. The time is available again.`,
  },
});

export const completedNotice = (visit: Visit, reviewLink: string | null): VisitNotice => ({
  kind: "visit-completed",
  sms: `Thank you for your setup visit with ${visit.therapist}.${reviewLink ? ` Tell us how it went: ${reviewLink}` : ""}`,
  subject: `${visitTitle}: thank you`,
  text: `Thank you for your setup visit with ${visit.therapist}.${reviewLink ? `\n\nTell us how it went: ${reviewLink}` : ""}`,
});

export const reminderNotice = (visit: Visit, kind: "reminder-day" | "reminder-hours"): VisitNotice => ({
  kind,
  sms: `Reminder: your setup visit with ${visit.therapist} is on ${when(visit)}. Join here: ${visit.meeting_link}`,
  subject: `${visitTitle}: reminder`,
  text: `This is a reminder of your setup visit with ${visit.therapist} on ${whenInFull(visit)}.\n\nJoin here at that time: ${visit.meeting_link}`,
});

export const reassignedNotice = (before: Visit) => ({
  subject: `${visitTitle}: canceled`,
  text: `The setup visit on ${whenInFull(before)} is assigned to another therapist. The time is available again.`,
});

export const calendarTitle = visitTitle;
