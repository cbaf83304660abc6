import { formatFull, zoneOrUtc } from "~/core/time";
import type { MailLink } from "~/messages/mail-text";
import type { Visit } from "./visit";
import { factsForPatient, factsForTherapist, whenForPatient } from "./visit-times";

export interface VisitEmail {
  subject: string;
  lead: string;
  /** Shown in a frame, the first one large. */
  facts?: readonly string[];
  next?: string | undefined;
  button?: MailLink | undefined;
}

/** The patient gets a text and an email; the therapist gets an email. */
export interface VisitNotice extends VisitEmail {
  kind: string;
  /** Without the company's name in front. */
  sms: string;
  /** The label of the link to the patient's page at the end of the text. */
  smsLink?: string;
  therapist?: VisitEmail;
}

// Other people may see the phone: texts and subjects name no illness, device or insurer.
const visitTitle = "Equipment setup visit";

const confirmOrCancel = "Confirm it with a meeting link, or cancel it.";
const joinText = ({ meeting_link }: Visit) => (meeting_link ? ` Join: ${meeting_link}` : "");
const joinButton = ({ meeting_link }: Visit): MailLink | undefined =>
  meeting_link ? { label: "Join video visit", href: meeting_link } : undefined;

export const submittedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-submitted",
  sms: `Request for ${whenForPatient(visit)} received. ${visit.therapist} will confirm it.`,
  smsLink: "Change",
  subject: `${visitTitle}: request received`,
  lead: "We have your visit request.",
  facts: factsForPatient(visit),
  next: `Next, ${visit.therapist} confirms the time. We'll send you a message when it's confirmed.`,
  therapist: {
    subject: `${visitTitle}: time requested`,
    lead: "A patient requested a visit.",
    facts: factsForTherapist(visit),
    next: confirmOrCancel,
  },
});

export const confirmedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-confirmed",
  sms: `Visit with ${visit.therapist} confirmed: ${whenForPatient(visit)}.${joinText(visit)}`,
  subject: `${visitTitle}: confirmed`,
  lead: `Your visit with ${visit.therapist} is confirmed.`,
  facts: factsForPatient(visit),
  button: joinButton(visit),
  therapist: {
    subject: `${visitTitle}: confirmed`,
    lead: "This visit is confirmed.",
    facts: factsForTherapist(visit),
    button: joinButton(visit),
  },
});

export const newLinkNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-link",
  sms: `New link for your visit with ${visit.therapist}, ${whenForPatient(visit)}.${joinText(visit)}`,
  subject: `${visitTitle}: new meeting link`,
  lead: `Your visit with ${visit.therapist} has a new meeting link. The time stays the same.`,
  facts: factsForPatient(visit),
  button: joinButton(visit),
  therapist: {
    subject: `${visitTitle}: new meeting link`,
    lead: "This visit has a new meeting link. The time stays the same.",
    facts: factsForTherapist(visit),
    button: joinButton(visit),
  },
});

export function movedNotice(visit: Visit): VisitNotice {
  const isConfirmed = visit.status === "confirmed";
  return {
    kind: "visit-moved",
    sms: `Visit with ${visit.therapist} moved to ${whenForPatient(visit)}.${isConfirmed ? "" : " Not confirmed yet."}`,
    smsLink: "Change",
    subject: `${visitTitle}: new time`,
    lead: `Your visit with ${visit.therapist} has a new time.`,
    facts: factsForPatient(visit),
    next: isConfirmed
      ? undefined
      : `Next, ${visit.therapist} confirms the time. We'll send you a message when it's confirmed.`,
    button: isConfirmed ? joinButton(visit) : undefined,
    therapist: {
      subject: `${visitTitle}: new time`,
      lead: "A visit was moved to this time.",
      facts: factsForTherapist(visit),
      next: isConfirmed ? undefined : confirmOrCancel,
    },
  };
}

export const cancelledNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-cancelled",
  sms: `Your visit on ${whenForPatient(visit)} is canceled.`,
  smsLink: "Choose another time",
  subject: `${visitTitle}: canceled`,
  lead: `Your visit with ${visit.therapist} is canceled.`,
  facts: factsForPatient(visit),
  therapist: {
    subject: `${visitTitle}: canceled`,
    lead: "This visit is canceled. The time is available again.",
    facts: factsForTherapist(visit),
  },
});

export const completedNotice = (visit: Visit, reviewLink: string | null): VisitNotice => ({
  kind: "visit-completed",
  sms: `Thank you for your visit with ${visit.therapist}.${reviewLink ? ` Tell us how it went: ${reviewLink}` : ""}`,
  subject: `${visitTitle}: thank you`,
  lead: `Thank you for your visit with ${visit.therapist}.`,
  button: reviewLink ? { label: "Tell us how it went", href: reviewLink } : undefined,
});

export const reminderNotice = (visit: Visit, kind: "reminder-day" | "reminder-hours"): VisitNotice => ({
  kind,
  sms: `Reminder: visit with ${visit.therapist} on ${whenForPatient(visit)}.${joinText(visit)}`,
  subject: `${visitTitle}: reminder`,
  lead: `This is a reminder of your visit with ${visit.therapist}.`,
  facts: factsForPatient(visit),
  button: joinButton(visit),
});

export const reassignedNotice = (before: Visit): VisitEmail => ({
  subject: `${visitTitle}: canceled`,
  lead: `The visit on ${formatFull(before.start_at, zoneOrUtc(before.timezone))} is assigned to another therapist. The time is available again.`,
});

export const calendarTitle = visitTitle;
