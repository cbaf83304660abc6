import type { App } from "~/boot/app.server";
import type { Staff, Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consents.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { messageStrings } from "~/messages/strings";
import { calendarInvitation, findCalendarEntry } from "./calendar-invitation.server";
import { reassignedNotice, type VisitNotice } from "./notices";
import type { Visit } from "./visit";

export interface VisitChange {
  visit: Visit;
  before?: Visit;
  notice: VisitNotice;
  dedupeKey?: string;
  /** Set if quiet hours would delay a text too long. */
  emailOnly?: boolean;
}

type Actor = Who | Pick<Staff, "therapistId">;

/**
 * Queues the notices of a change, inside the caller's transaction. The patient gets an email, and a text if the
 * visit or the phone number has consent. The therapist gets an email, except for their own change without a
 * calendar invitation.
 */
export async function notifyOfVisit(trx: Db, app: App, who: Actor, change: VisitChange): Promise<void> {
  const people = await findPeople(trx, app, change.visit);
  const invite = await inviter(trx, app, change);
  const messages = [
    ...(await toPatient(trx, change, people)),
    ...(await toTherapists(trx, app, who, change, people)),
  ];
  const notices = messages.map(
    ({ guest, ...message }): Notice => ({
      ...message,
      ...invite({ guest, ...message }),
      order_id: change.visit.order_id,
      visit_id: change.visit.id,
      visit_start: change.visit.start_at,
      ...(change.dedupeKey && { dedupe_key: `${change.dedupeKey} ${message.channel}` }),
    }),
  );
  await enqueue(trx, app, notices);
}

type People = Awaited<ReturnType<typeof findPeople>>;

async function findPeople(trx: Db, app: App, visit: Visit) {
  const { link, ...people } = await trx
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .leftJoin("link_codes", "link_codes.order_id", "orders.id")
    .select([
      "orders.phone",
      "orders.email",
      "orders.patient_name",
      "therapists.email as therapist_email",
      "companies.name as company",
      "link_codes.code_sealed as link",
      "visits.sms_consent",
    ])
    .where("visits.id", "=", visit.id)
    .executeTakeFirstOrThrow();
  return { ...people, track: link && `${app.config.publicUrl}/track/${app.secrets.open(link)}` };
}

interface Message extends Pick<Notice, "channel" | "recipient" | "subject" | "body" | "shown" | "kind"> {
  guest?: string;
}

async function toPatient(trx: Db, { notice, emailOnly }: VisitChange, people: People): Promise<Message[]> {
  const messages: Message[] = [];
  const { company, track, phone, email } = people;
  if (phone && !emailOnly) {
    const consent = await findConsent(trx, phone);
    if (consent === "given" || (consent === "none" && people.sms_consent)) {
      const text = (details: string) => `${company}: ${notice.sms}${track ? ` Details: ${details}` : ""}`;
      messages.push({
        channel: "sms",
        recipient: phone,
        kind: notice.kind,
        body: text(track ?? ""),
        shown: text(messageStrings.linkHidden),
      });
    }
  }
  if (email) {
    const trackLine = track ? `\n\nTrack your order: ${track}` : "";
    const body = `${notice.text}${trackLine}\n\n${company}`;
    const { kind, subject } = notice;
    messages.push({
      channel: "email",
      recipient: email,
      guest: people.patient_name ?? email,
      kind,
      subject,
      body,
    });
  }
  return messages;
}

async function toTherapists(
  trx: Db,
  app: App,
  who: Actor,
  change: VisitChange,
  people: People,
): Promise<Message[]> {
  const { visit, before, notice } = change;
  if (!notice.therapist) return [];
  const email = (recipient: string, content: { subject: string; text: string }, guest?: string): Message => ({
    channel: "email",
    recipient,
    kind: notice.kind,
    subject: content.subject,
    body: `${content.text}\n\n${app.config.publicUrl}/therapist`,
    ...(guest !== undefined && { guest }),
  });
  if (before && before.therapist_id !== visit.therapist_id) {
    const previous = await trx
      .selectFrom("therapists")
      .select("email")
      .where("id", "=", before.therapist_id)
      .executeTakeFirstOrThrow();
    return [
      email(people.therapist_email, notice.therapist),
      email(previous.email, reassignedNotice(before), before.therapist),
    ];
  }
  const isOwnChange = "therapistId" in who && who.therapistId === visit.therapist_id;
  if (isOwnChange && !calendarMethod(change)) return [];
  return [email(people.therapist_email, notice.therapist, visit.therapist)];
}

async function inviter(trx: Db, app: App, change: VisitChange) {
  const method = calendarMethod(change);
  const entry = await findCalendarEntry(trx, change.visit.id);
  const { start_at, end_at } = (method === "CANCEL" && change.before) || change.visit;
  return ({ recipient, guest }: Message): Pick<Notice, "calendar"> => {
    if (guest === undefined || !method) return {};
    const text = calendarInvitation(app.config.mail, {
      method,
      visit: { ...change.visit, start_at, end_at },
      entry,
      attendee: { name: guest, email: recipient },
      now: app.clock.now(),
    });
    return { calendar: { method, text } };
  };
}

function calendarMethod({ visit, before, notice }: VisitChange): "REQUEST" | "CANCEL" | null {
  if (!before || notice.kind.startsWith("reminder") || visit.status === "completed") return null;
  if (visit.status === "confirmed") return "REQUEST";
  return before.confirmed_at === null ? null : "CANCEL";
}
