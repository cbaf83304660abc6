import type { AppTx, Tx } from "~/boot/app.server";
import { inEnglish, inLanguage } from "~/core/language/language-scope.server";
import type { Staff, Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { dropStaleTexts } from "~/messages/drop-queued-of-visit.server";
import { block, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { rulesOf } from "~/messages/message-kinds";
import { findPeople, type People } from "../find-people.server";
import type { Visit } from "../visit";
import { forPatient, forTherapist } from "./calendar-description";
import { calendarInvitation, findCalendarEntry, organizerOf } from "./calendar-invitation.server";
import { choiceAllowsTexts } from "./choose-channel.server";
import { findHelperReader, toHelper } from "./helper-messages.server";
import type { Message, VisitChange } from "./notice-types";
import { visitMail, visitText } from "./patient-messages";
import { reassignedNotice, seatInsteadNotice, type VisitEmail } from "./visit-notices";

type Actor = Who | Pick<Staff, "therapistId">;

/**
 * Queues the notices about a change, inside the caller's transaction. The patient gets an email, and also a text if
 * there is consent for the visit or the phone number. The patient's helper gets copies. The therapist gets an email,
 * unless they made the change themselves and it has no calendar invitation.
 */
export async function notifyOfVisit({ trx, app, who }: Tx<Actor>, change: VisitChange): Promise<void> {
  const people = await findPeople({ trx, app }, change.visit);
  if (change.withoutLinks) people.patient.links = null;
  const helper = await findHelperReader(trx, change.visit.order_id, people);
  const invite = await inviter({ trx, app }, change, people);
  const messages = [
    ...(await inLanguage(people.reader, async () => (await toPatient(trx, change, people)).map(invite))),
    ...(helper && !change.therapistOnly
      ? await inLanguage(helper.reader, async () =>
          (await toHelper({ trx, app }, change, people, helper)).map(invite),
        )
      : []),
    ...(await inEnglish(async () => (await toTherapists({ trx, app, who }, change, people)).map(invite))),
  ];
  const notices = messages.map(
    ({ forHelper, ...message }): Notice => ({
      ...message,
      order_id: change.visit.order_id,
      visit_id: change.visit.id,
      visit_start: change.visit.start_at,
      ...(change.dedupeKey && {
        dedupe_key: `${change.dedupeKey}${forHelper ? " helper" : ""} ${message.channel}`,
      }),
    }),
  );
  await dropStaleTexts({ trx, app }, change.visit.id);
  await enqueue({ trx, app }, notices);
}

async function toPatient(trx: Db, change: VisitChange, people: People): Promise<Message[]> {
  const { visit, emailOnly } = change;
  const { phone, email, patient } = people;
  // Staff call patients who chose phone calls.
  if (people.updates === "phone" || change.therapistOnly) return [];
  const { language } = people.reader;
  const notice = change.notice();
  const { kind, subject } = notice;
  const question = patient.closedHours === null ? notice.smsAsking : notice.smsAskingClosed;
  const asking = { ...notice, sms: question ?? notice.sms };
  const messages: Message[] = [];
  if (phone && !emailOnly && choiceAllowsTexts(people)) {
    const consent = await findConsent(trx, phone);
    if (consent === "given" || (consent === "none" && people.sms_consent)) {
      messages.push({ channel: "sms", recipient: phone, kind, language, ...visitText(asking, patient) });
    }
  }
  if (email) {
    const body = visitMail(notice, patient);
    const guest = { name: patient.name ?? email, description: forPatient(visit, patient), alarms: true };
    messages.push({ channel: "email", recipient: email, guest, kind, language, subject, body });
  }
  return messages;
}

async function toTherapists(
  { trx, app, who }: Tx<Actor>,
  change: VisitChange,
  people: People,
): Promise<Message[]> {
  const { visit, before } = change;
  const notice = change.notice();
  if (!notice.therapist) return [];
  const email = (recipient: string, name: string, content: VisitEmail, of: Visit): Message => ({
    channel: "email",
    recipient,
    kind: notice.kind,
    subject: content.subject,
    body: mailText(
      greeting(name),
      content.lead,
      content.facts && block(content.facts),
      linkLine(content.button),
      content.next,
      linkLine({ label: "Open your calendar", href: `${app.config.publicUrl}/therapist` }),
    ),
    guest: { name, description: forTherapist(of), alarms: false },
  });
  const wasSeat = before !== undefined && before.class_id !== null;
  const isSeat = visit.class_id !== null;
  // A class is in its therapists' calendars once, so they get no entry for a seat.
  if (isSeat && (!before || wasSeat)) return [];
  if (before && !wasSeat && (isSeat || before.therapist_id !== visit.therapist_id)) {
    const previous = await trx
      .selectFrom("therapists")
      .select("email")
      .where("id", "=", before.therapist_id)
      .executeTakeFirstOrThrow();
    const lead = isSeat ? seatInsteadNotice(before) : reassignedNotice(before);
    const left = email(previous.email, before.therapist, lead, before);
    if (isSeat) return [{ ...left, ...(left.guest && { guest: { ...left.guest, method: "CANCEL" } }) }];
    const { guest: _, ...assigned } = email(people.therapist_email, visit.therapist, notice.therapist, visit);
    return [assigned, left];
  }
  const isOwnChange = "therapistId" in who && who.therapistId === visit.therapist_id;
  if (isOwnChange && !calendarMethod(change)) return [];
  return [email(people.therapist_email, visit.therapist, notice.therapist, visit)];
}

async function inviter({ trx, app }: AppTx, change: VisitChange, people: People) {
  const method = calendarMethod(change);
  if (!method) return ({ guest: _, ...message }: Message): Message => message;
  const organizer = organizerOf(app.config, people);
  const entry = await findCalendarEntry(trx, change.visit.id);
  const { start_at, end_at } = (method === "CANCEL" && change.before) || change.visit;
  return ({ guest, ...message }: Message) => {
    if (!guest) return message;
    const { name, method: own, ...content } = guest;
    const text = calendarInvitation(organizer, {
      method: own ?? method,
      visit: { ...change.visit, start_at, end_at },
      entry,
      attendee: { name, email: message.recipient },
      ...content,
      now: app.clock.now(),
    });
    return { ...message, calendar: { method: own ?? method, text } };
  };
}

function calendarMethod({ visit, before, notice }: VisitChange): "REQUEST" | "CANCEL" | null {
  if (!before || rulesOf(notice().kind).reminder || visit.status === "completed") return null;
  if (visit.status === "confirmed") return "REQUEST";
  return before.confirmed_at === null ? null : "CANCEL";
}
