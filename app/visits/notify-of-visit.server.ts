import type { App } from "~/boot/app.server";
import type { Staff, Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consents.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { messageStrings } from "~/messages/strings";
import { calendarInvitation, findCalendarEntry } from "./calendar-invitation.server";
import { reassignedNotice, type VisitNotice } from "./notices";
import type { Visit } from "./visit";

/** A visit as it is now and was before, and what people are told of it. */
export interface VisitNews {
  visit: Visit;
  before?: Visit;
  notice: VisitNotice;
  /** A second notice of this key is not written, by each channel. */
  dedupeKey?: string;
  /** A text would have to wait until it is of no use. */
  emailOnly?: boolean;
}

/** Who did it, of whom no more is asked here than which therapist they are. */
type Doer = Who | Pick<Staff, "therapistId">;

/**
 * Queues what people are told about a visit, inside the change's transaction. The patient: an e-mail where
 * there is an address, and a text unless the visit was booked without and the number has never agreed. The
 * therapist: an e-mail, unless it was their own doing and no invitation goes along.
 */
export async function notifyOfVisit(trx: Db, app: App, who: Doer, news: VisitNews): Promise<void> {
  const people = await findPeople(trx, app, news.visit);
  const invite = await inviter(trx, app, news);
  const letters = [
    ...(await toPatient(trx, news, people)),
    ...(await toTherapists(trx, app, who, news, people)),
  ];
  const notices = letters.map(
    ({ guest, ...letter }): Notice => ({
      ...letter,
      ...invite({ guest, ...letter }),
      order_id: news.visit.order_id,
      visit_id: news.visit.id,
      visit_start: news.visit.start_at,
      ...(news.dedupeKey && { dedupe_key: `${news.dedupeKey} ${letter.channel}` }),
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

interface Letter extends Pick<Notice, "channel" | "recipient" | "subject" | "body" | "shown" | "kind"> {
  /** Who reads it, for the invitation's list of guests; left out where none goes along. */
  guest?: string;
}

async function toPatient(trx: Db, { notice, emailOnly }: VisitNews, people: People): Promise<Letter[]> {
  const letters: Letter[] = [];
  const { company, track, phone, email } = people;
  if (phone && !emailOnly) {
    const consent = await findConsent(trx, phone);
    if (consent === "given" || (consent === "none" && people.sms_consent)) {
      const text = (details: string) => `${company}: ${notice.sms}${track ? ` Details: ${details}` : ""}`;
      letters.push({
        channel: "sms",
        recipient: phone,
        kind: notice.kind,
        body: text(track ?? ""),
        shown: text(messageStrings.linkHidden),
      });
    }
  }
  if (email) {
    const seeIt = track ? `\n\nSee where your order stands: ${track}` : "";
    const body = `${notice.text}${seeIt}\n\n${company}`;
    const { kind, subject } = notice;
    letters.push({
      channel: "email",
      recipient: email,
      guest: people.patient_name ?? email,
      kind,
      subject,
      body,
    });
  }
  return letters;
}

async function toTherapists(
  trx: Db,
  app: App,
  who: Doer,
  news: VisitNews,
  people: People,
): Promise<Letter[]> {
  const { visit, before, notice } = news;
  if (!notice.therapist) return [];
  const letter = (recipient: string, words: { subject: string; text: string }, guest?: string): Letter => ({
    channel: "email",
    recipient,
    kind: notice.kind,
    subject: words.subject,
    body: `${words.text}\n\n${app.config.publicUrl}/therapist`,
    ...(guest !== undefined && { guest }),
  });
  if (before && before.therapist_id !== visit.therapist_id) {
    const { email } = await trx
      .selectFrom("therapists")
      .select("email")
      .where("id", "=", before.therapist_id)
      .executeTakeFirstOrThrow();
    return [
      letter(people.therapist_email, notice.therapist),
      letter(email, reassignedNotice(before), before.therapist),
    ];
  }
  const ownDoing = "therapistId" in who && who.therapistId === visit.therapist_id;
  if (ownDoing && !calendarMethod(news)) return [];
  return [letter(people.therapist_email, notice.therapist, visit.therapist)];
}

/** What adds the invitation to an e-mail, where this change concerns calendars. */
async function inviter(trx: Db, app: App, news: VisitNews) {
  const method = calendarMethod(news);
  const entry = await findCalendarEntry(trx, news.visit.id);
  const { start_at, end_at } = (method === "CANCEL" && news.before) || news.visit;
  return ({ recipient, guest }: Letter): Pick<Notice, "calendar"> => {
    if (guest === undefined || !method) return {};
    const text = calendarInvitation(app.config.mail, {
      method,
      visit: { ...news.visit, start_at, end_at },
      entry,
      attendee: { name: guest, email: recipient },
      now: app.clock.now(),
    });
    return { calendar: { method, text } };
  };
}

/** Invited when confirmed, and again when moved then; uninvited when that is undone. */
function calendarMethod({ visit, before, notice }: VisitNews): "REQUEST" | "CANCEL" | null {
  if (!before || notice.kind.startsWith("reminder") || visit.status === "completed") return null;
  if (visit.status === "confirmed") return "REQUEST";
  return before.confirmed_at === null ? null : "CANCEL";
}
