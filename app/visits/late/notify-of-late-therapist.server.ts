import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import { formatClock, minute } from "~/core/time";
import type { Staff } from "~/core/who";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { nextTextTime } from "~/messages/quiet-hours";
import { findPeople, type People } from "../find-people.server";
import { addressColumns, type Channel, channelOf } from "../notices/choose-channel.server";
import { findHelperReader, toHelper } from "../notices/helper-messages.server";
import type { Message } from "../notices/notice-types";
import { visitMail, visitText } from "../notices/patient-messages";
import type { VisitNotice } from "../notices/visit-notices";
import { requireOwnVisit } from "../require-own-visit.server";
import { lateWindow } from "../staff-strings";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { factsForPatient } from "../visit-times";
import type { TherapistLate } from "./late-schema";
import { mayRunLate } from "./may-run-late";

// Repeat requests within this time send nothing.
const repeatTime = 5 * minute;

type LateNotice = Pick<Visit, "therapist_late_at" | "therapist_late_minutes">;

export const isRepeated = (
  { therapist_late_at: at, therapist_late_minutes: sent }: LateNotice,
  minutes: number,
  now: number,
) => sent === minutes && at !== null && now - at < repeatTime;

type Sent = Visit["therapist_late_sent"];

/**
 * Notifies the patient that the therapist is running late, by text or else by email. Repeat requests within five
 * minutes send nothing.
 * @returns the channel; null if only a phone call can reach the patient
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
    if (isRepeated(visit, minutes, now)) return { sent: visit.therapist_late_sent };
    if (!mayRunLate(visit, now)) throw new Refusal("conflict", lateWindow);
    const sent = await notifyPatient({ trx, app }, visit, minutes);
    await trx
      .updateTable("visits")
      .set({ therapist_late_minutes: minutes, therapist_late_at: now, therapist_late_sent: sent })
      .where("id", "=", id)
      .execute();
    await logAudit({ trx, app, who }, "visit.therapist-late", `visit ${id}`, { minutes, sent });
    return { sent };
  });
}

async function notifyPatient({ trx, app }: AppTx, visit: Visit, minutes: number): Promise<Sent> {
  const people = await findPeople({ trx, app }, visit);
  const helper = await findHelperReader(trx, visit.order_id, people);
  const order = await trx
    .selectFrom("orders")
    .select([...addressColumns, "orders.state"])
    .where("orders.id", "=", visit.order_id)
    .executeTakeFirstOrThrow();
  const now = app.clock.now();
  // A text held until the morning would be too late.
  const emailOnly = nextTextTime(now, order.state, app.config.textHours, order.phone) > now;
  const channel = channelOf(emailOnly ? { ...order, phone: null } : order);
  const change = { visit, notice: () => therapistLateNotice(visit, minutes), emailOnly };
  const messages = [
    ...(channel ? [inLanguage(people.reader, () => toPatient(change.notice(), people, channel))] : []),
    ...(helper ? await inLanguage(helper.reader, () => toHelper({ trx, app }, change, people, helper)) : []),
  ];
  // The visit's start is left out, because after that time, texts about the visit are dropped.
  const about = { order_id: visit.order_id, visit_id: visit.id };
  await enqueue(
    { trx, app },
    messages.map(({ forHelper: _, guest: __, ...message }): Notice => ({ ...message, ...about })),
  );
  return channel === "sms" ? "text" : channel;
}

function toPatient(
  notice: VisitNotice,
  { phone, email, patient, reader: { language } }: People,
  channel: Channel,
): Message {
  const { kind, subject } = notice;
  return channel === "sms"
    ? { channel, recipient: phone ?? "", kind, language, ...visitText(notice, patient) }
    : { channel, recipient: email ?? "", kind, language, subject, body: visitMail(notice, patient) };
}

export function therapistLateNotice(visit: Visit, minutes: number): VisitNotice {
  const { therapist, start_at, patient_zone, call_me: isCall } = visit;
  const link = isCall ? null : visit.meeting_link;
  const { runningLateNext, runningLateNextCall } = visitStrings.lead;
  return {
    kind: "therapist-late",
    sms: fill(visitStrings.text.runningLate, {
      therapist,
      minutes,
      time: formatClock(start_at, patient_zone),
    }),
    smsLink: visitStrings.text.yourVisit,
    subject: visitStrings.subject.runningLate,
    lead: fill(visitStrings.lead.runningLate, { therapist, minutes }),
    facts: factsForPatient(visit),
    next: isCall ? runningLateNextCall : runningLateNext,
    button: link ? { label: visitStrings.joinVisit, href: link } : undefined,
  };
}
