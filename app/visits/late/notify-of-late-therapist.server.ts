import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { nextTextTime } from "~/messages/quiet-hours";
import { findPeople, type People } from "../find-people.server";
import { findHelperReader, toHelper } from "../notices/helper-messages.server";
import type { Message } from "../notices/notice-types";
import { visitMail, visitText } from "../notices/patient-messages";
import type { VisitNotice } from "../notices/visit-notices";
import { requireOwnVisit } from "../require-own-visit.server";
import { lateWindow } from "../staff-strings";
import type { Visit } from "../visit";
import type { TherapistLate } from "./late-schema";
import { mayRunLate } from "./may-run-late";
import { therapistLateNotice } from "./therapist-late-notice";

// A second tap within this time is the same one.
const sameTap = 5 * minute;

type Told = Pick<Visit, "therapist_late_at" | "therapist_late_minutes">;

export const isSameTap = (
  { therapist_late_at: at, therapist_late_minutes: told }: Told,
  minutes: number,
  now: number,
) => told === minutes && at !== null && now - at < sameTap;

type Sent = Visit["therapist_late_sent"];

/**
 * Tells the patient that the therapist is running late, by text or otherwise by email. The same again within five
 * minutes sends nothing.
 * @returns how the patient is notified; null where only a call reaches them
 * @throws Refusal "missing" for another therapist's visit; "conflict" unless the visit is confirmed and starts
 *   within the hour or is in progress
 */
export function notifyOfLateTherapist(
  app: App,
  who: Staff,
  { id, minutes }: TherapistLate,
): Promise<{ sent: Sent }> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, id);
    const now = app.clock.now();
    if (isSameTap(visit, minutes, now)) return { sent: visit.therapist_late_sent };
    if (!mayRunLate(visit, now)) throw new Refusal("conflict", lateWindow);
    const sent = await notifyPatient(trx, app, visit, minutes);
    await trx
      .updateTable("visits")
      .set({ therapist_late_minutes: minutes, therapist_late_at: now, therapist_late_sent: sent })
      .where("id", "=", id)
      .execute();
    await logAudit(trx, app, who, "visit.therapist-late", `visit ${id}`, { minutes, sent });
    return { sent };
  });
}

async function notifyPatient(trx: Db, app: App, visit: Visit, minutes: number): Promise<Sent> {
  const people = await findPeople(trx, app, visit);
  const helper = await findHelperReader(trx, visit.order_id, people);
  const emailOnly = await waitsForMorning(trx, app, visit);
  const sent = await channelFor(trx, people, emailOnly);
  const change = { visit, notice: () => therapistLateNotice(visit, minutes), emailOnly };
  const messages = [
    ...(sent ? [inLanguage(people.reader, () => toPatient(change.notice(), people, sent))] : []),
    ...(helper ? await inLanguage(helper.reader, () => toHelper(trx, app, change, people, helper)) : []),
  ];
  // Without the visit's start, after which a text about the visit would be dropped.
  const about = { order_id: visit.order_id, visit_id: visit.id };
  await enqueue(
    trx,
    app,
    messages.map(({ forHelper: _, guest: __, ...message }): Notice => ({ ...message, ...about })),
  );
  return sent;
}

async function waitsForMorning(trx: Db, app: App, { order_id }: Visit): Promise<boolean> {
  const { state } = await trx
    .selectFrom("orders")
    .select("state")
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  const now = app.clock.now();
  return nextTextTime(now, state, app.config.textHours) > now;
}

/** Only a text that goes out at once helps. */
async function channelFor(trx: Db, { phone, email, updates }: People, emailOnly: boolean): Promise<Sent> {
  if (updates === "phone") return null;
  if (phone && !emailOnly && updates !== "email" && (await findConsent(trx, phone)) === "given") {
    const held = await trx
      .selectFrom("threads")
      .select("id")
      .where("phone", "=", phone)
      .where("hold", "is not", null)
      .executeTakeFirst();
    if (!held) return "text";
  }
  return email ? "email" : null;
}

function toPatient(
  notice: VisitNotice,
  { phone, email, patient, reader: { language } }: People,
  sent: "text" | "email",
): Message {
  const { kind, subject } = notice;
  return sent === "text"
    ? { channel: "sms", recipient: phone ?? "", kind, language, ...visitText(notice, patient) }
    : { channel: "email", recipient: email ?? "", kind, language, subject, body: visitMail(notice, patient) };
}
