import { fill } from "~/core/language/strings";
import { formatFull, formatInText, zoneOrUtc } from "~/core/time";
import { needsLink } from "~/kinds/kind-schema";
import type { MailLink } from "~/messages/email/mail-text";
import { type MessageKind, rulesOf } from "~/messages/message-kinds";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { factsForPatient, factsForTherapist, whenInText, whereInText } from "../visit-times";

export interface VisitEmail {
  subject: string;
  lead: string;
  /** Shown in a frame, with the first one in large type. */
  facts?: readonly string[];
  next?: string | undefined;
  button?: MailLink | undefined;
}

/** The patient gets a text and an email. The therapist gets an email. */
export interface VisitNotice extends VisitEmail {
  kind: MessageKind;
  /** The company's name isn't included. It is added in front. */
  sms: string;
  /** Sent instead of `sms` to the patient, but not to a helper, whose replies don't count. */
  smsAsking?: string;
  /** Replaces `smsAsking` if the visit can no longer be changed online. */
  smsAskingClosed?: string;
  /** The label of the link to the patient's page, at the end of the text. */
  smsLink?: string;
  /** Replaces the link to the patient's page if there is none. */
  smsInstead?: string;
  hasReadyList?: boolean;
  therapist?: VisitEmail;
}

// Therapists read English. Others may see the phone, so texts don't mention an illness, a device, or an insurer.
const visitTitle = "Equipment setup visit";

const confirmOrCancel = (visit: Visit) =>
  needsLink(visit) ? "Confirm it with a meeting link, or cancel it." : "Confirm it, or cancel it.";
export const joinText = (visit: Visit) => {
  const { meeting_link: link, call_me: isCall, therapist } = visit;
  const where = whereInText(visit);
  if (where) return ` ${where}`;
  if (isCall) return ` ${fill(visitStrings.willCall, { therapist })}`;
  return link ? ` ${fill(visitStrings.text.join, { link })}` : "";
};
const hasNoLink = (visit: Pick<Visit, "call_me" | "mode" | "place">) =>
  visit.call_me || whereInText(visit) !== null;
const joinButton = ({ meeting_link, call_me }: Visit): MailLink | undefined =>
  meeting_link && !call_me ? { label: visitStrings.joinVisit, href: meeting_link } : undefined;
const callLine = ({ call_me, therapist }: Visit) =>
  call_me ? fill(visitStrings.willCall, { therapist }) : undefined;
/** A visit in person or by phone call has nothing to join. */
export const linkLabel = (visit: Pick<Visit, "call_me" | "mode" | "place">) =>
  hasNoLink(visit) ? visitStrings.text.change : visitStrings.text.joinOrChange;

/** "Dana Reyes confirms by Wed, Dec 2, 5:00 PM EST." */
export function confirmLine({
  therapist,
  confirm_by: by,
  patient_zone,
}: Pick<Visit, "therapist" | "confirm_by" | "patient_zone">): string {
  if (by === null) return fill(visitStrings.willConfirm, { therapist });
  return fill(visitStrings.confirmsBy, { therapist, by: formatInText(by, patient_zone) });
}

/** For pages, which patients also read after that time. */
export const waitingLine = (visit: Parameters<typeof confirmLine>[0], isOverdue: boolean) =>
  isOverdue ? fill(visitStrings.notConfirmedYet, { therapist: visit.therapist }) : confirmLine(visit);

const nextConfirm = (visit: Visit) => `${confirmLine(visit)} ${visitStrings.nextConfirm}`;

const valuesOf = (visit: Visit) => ({ when: whenInText(visit), therapist: visit.therapist });

const forTherapist = (visit: Visit, subject: string, lead: string): VisitEmail => ({
  subject: `${visitTitle}: ${subject}`,
  lead,
  facts: factsForTherapist(visit),
});

export const submittedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-submitted",
  sms: `${fill(visitStrings.text.submitted, valuesOf(visit))} ${confirmLine(visit)}`,
  smsLink: visitStrings.text.change,
  subject: visitStrings.subject.submitted,
  lead: visitStrings.lead.submitted,
  facts: factsForPatient(visit),
  next: nextConfirm(visit),
  hasReadyList: true,
  therapist: {
    ...forTherapist(visit, "time requested", "A patient requested a visit."),
    next: confirmOrCancel(visit),
  },
});

export const confirmedNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-confirmed",
  sms: fill(visitStrings.text.confirmed, valuesOf(visit)) + (hasNoLink(visit) ? joinText(visit) : ""),
  smsLink: linkLabel(visit),
  smsInstead: joinText(visit),
  subject: visitStrings.subject.confirmed,
  lead: fill(visitStrings.lead.confirmed, visit),
  facts: factsForPatient(visit),
  next: callLine(visit),
  button: joinButton(visit),
  hasReadyList: true,
  therapist: { ...forTherapist(visit, "confirmed", "This visit is confirmed."), button: joinButton(visit) },
});

export const newLinkNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-link",
  sms: fill(visitStrings.text.newLink, valuesOf(visit)),
  smsLink: linkLabel(visit),
  smsInstead: joinText(visit),
  subject: visitStrings.subject.newLink,
  lead: fill(visitStrings.lead.newLink, visit),
  facts: factsForPatient(visit),
  button: joinButton(visit),
  therapist: {
    ...forTherapist(visit, "new meeting link", "This visit has a new meeting link. The time stays the same."),
    button: joinButton(visit),
  },
});

export function movedNotice(visit: Visit): VisitNotice {
  const { text, subject, lead } = visitStrings;
  const isConfirmed = visit.status === "confirmed";
  return {
    kind: "visit-moved",
    sms: isConfirmed
      ? fill(text.moved, valuesOf(visit)) + (hasNoLink(visit) ? joinText(visit) : "")
      : `${fill(text.movedUnconfirmed, valuesOf(visit))} ${confirmLine(visit)}`,
    smsLink: isConfirmed ? linkLabel(visit) : text.change,
    subject: subject.moved,
    lead: fill(lead.moved, visit),
    facts: factsForPatient(visit),
    next: isConfirmed ? callLine(visit) : nextConfirm(visit),
    button: isConfirmed ? joinButton(visit) : undefined,
    hasReadyList: true,
    therapist: {
      ...forTherapist(visit, "new time", "A visit was moved to this time."),
      next: isConfirmed ? undefined : confirmOrCancel(visit),
    },
  };
}

export const cancelledNotice = (visit: Visit): VisitNotice => ({
  kind: "visit-cancelled",
  sms: fill(visitStrings.text.canceled, valuesOf(visit)),
  smsLink: visitStrings.text.chooseAnother,
  subject: visitStrings.subject.canceled,
  lead: fill(visitStrings.lead.canceled, visit),
  facts: factsForPatient(visit),
  therapist: forTherapist(visit, "canceled", "This visit is canceled. The time is available again."),
});

/** For a therapist whose email address changed. Patients don't get it. */
export const newAddressNotice = (visit: Visit): VisitNotice => ({
  ...confirmedNotice(visit),
  kind: "calendar-entry",
  therapist: {
    ...forTherapist(
      visit,
      "calendar entry",
      "Your email address changed. This is the calendar entry for a visit that stays as it is.",
    ),
    button: joinButton(visit),
  },
});

/** For a visit that was canceled because its order was closed: the patient can't choose another time. */
export const notNeededNotice = (visit: Visit): VisitNotice => {
  const { smsLink: _, ...notice } = cancelledNotice(visit);
  return {
    ...notice,
    sms: `${notice.sms} ${visitStrings.notNeeded}`,
    next: visitStrings.notNeeded,
    therapist: forTherapist(visit, "canceled", "This visit is canceled because the order was closed."),
  };
};

export const completedNotice = (visit: Visit, reviewLink: string | null): VisitNotice => ({
  kind: "visit-completed",
  sms:
    fill(visitStrings.text.completed, valuesOf(visit)) +
    (reviewLink ? ` ${fill(visitStrings.text.review, { link: reviewLink })}` : ""),
  subject: visitStrings.subject.completed,
  lead: fill(visitStrings.lead.completed, visit),
  button: reviewLink ? { label: visitStrings.lead.review, href: reviewLink } : undefined,
});

/** A text that asks for a reply has no link to join. */
export function reminderNotice(
  visit: Visit,
  kind: MessageKind,
  { hasOpenQuestions = false }: { hasOpenQuestions?: boolean } = {},
): VisitNotice {
  const asks = rulesOf(kind).reminder?.asks === true;
  const hasJoin = !asks || hasNoLink(visit);
  const open = hasOpenQuestions ? visitStrings.openQuestions : undefined;
  const reminder = fill(visitStrings.text.reminder, valuesOf(visit)) + (hasJoin ? joinText(visit) : "");
  const sms = open ? `${reminder} ${open}` : reminder;
  return {
    kind,
    sms,
    ...(asks && {
      smsAsking: `${sms} ${visitStrings.text.reminderQuestion}`,
      smsAskingClosed: `${sms} ${visitStrings.text.reminderQuestionClosed}`,
    }),
    smsLink: visitStrings.text.yourVisit,
    smsInstead: hasJoin ? "" : joinText(visit),
    subject: visitStrings.subject.reminder,
    lead: fill(visitStrings.lead.reminder, visit),
    facts: factsForPatient(visit),
    next: [callLine(visit), open].filter(Boolean).join(" ") || undefined,
    button: joinButton(visit),
    hasReadyList: true,
  };
}

export const reassignedNotice = (before: Visit): VisitEmail => ({
  subject: `${visitTitle}: moved to another therapist`,
  lead: `The visit on ${formatFull(before.start_at, zoneOrUtc(before.timezone))} is assigned to another therapist. The time is available again.`,
});

export const seatInsteadNotice = (before: Visit): VisitEmail => ({
  subject: `${visitTitle}: canceled`,
  lead: `The patient of the visit on ${formatFull(before.start_at, zoneOrUtc(before.timezone))} takes a seat in a class instead. The time is available again.`,
});
