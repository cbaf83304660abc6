import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { findPeople } from "../find-people.server";
import { askPatient, isQuiet } from "../notices/ask-patient.server";
import { findHelperReader, toHelper } from "../notices/helper-messages.server";
import { visitMail, visitText } from "../notices/patient-messages";
import type { VisitNotice } from "../notices/visit-notices";
import { requireOwnVisit } from "../require-own-visit.server";
import { lateWindow } from "../staff-strings";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { factsForPatient, whenInText } from "../visit-times";
import { executeVisits, selectVisits } from "../visits.server";
import type { TherapistLate } from "./late-schema";
import { mayRunLate } from "./may-run-late";

// Repeat requests within this time send nothing.
const repeatTime = 5 * minute;

type LateNotice = Pick<Visit, "therapist_late_at" | "therapist_late_minutes">;

const isRepeated = (
  { therapist_late_at: at, therapist_late_minutes: sent }: LateNotice,
  minutes: number,
  now: number,
) => sent === minutes && at !== null && now - at < repeatTime;

type Sent = Visit["therapist_late_sent"];

/**
 * Notifies the patient that the therapist is running late, by text or else by email. In a class, notifies every patient
 * who has a seat. Repeat requests within five minutes send nothing.
 * @returns how the visit's patient was notified, and how each patient was whom this request notified. Null if only a
 *   phone call can reach the patient
 * @throws Refusal "missing" for another therapist's visit; "conflict" unless the visit is confirmed and starts
 *   within the hour or is in progress
 */
export function notifyOfLateTherapist(
  app: App,
  who: Staff,
  { id, minutes }: TherapistLate,
): Promise<{ sent: Sent; notified: Sent[] }> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, id);
    const now = app.clock.now();
    const isNew = (one: Visit) => !isRepeated(one, minutes, now);
    if (isNew(visit) && !mayRunLate(visit, now)) throw new Refusal("conflict", lateWindow);
    let sent = visit.therapist_late_sent;
    const notified: Sent[] = [];
    for (const one of await listNotified(trx, visit)) {
      if (!isNew(one) || !mayRunLate(one, now)) continue;
      const channel = await notifyPatient({ trx, app }, one, minutes);
      await trx
        .updateTable("visits")
        .set({ therapist_late_minutes: minutes, therapist_late_at: now, therapist_late_sent: channel })
        .where("id", "=", one.id)
        .execute();
      await logAudit({ trx, app, who }, "visit.therapist-late", `visit ${one.id}`, {
        minutes,
        sent: channel,
      });
      notified.push(channel);
      if (one.id === id) sent = channel;
    }
    return { sent, notified };
  });
}

/** The visit, or all visits of its class. */
async function listNotified(db: Db, visit: Visit): Promise<Visit[]> {
  if (visit.class_id === null) return [visit];
  return executeVisits(selectVisits(db).where("visits.class_id", "=", visit.class_id).orderBy("visits.id"));
}

async function notifyPatient({ trx, app }: AppTx, visit: Visit, minutes: number): Promise<Sent> {
  const people = await findPeople({ trx, app }, visit);
  const { patient } = people;
  const notice = () => therapistLateNotice(visit, minutes);
  // The visit's start is left out, because after that time, texts about the visit are dropped.
  const about = { order_id: visit.order_id, visit_id: visit.id };
  const channel = await askPatient(
    { trx, app },
    {
      orderId: visit.order_id,
      kind: notice().kind,
      visit_id: visit.id,
      write: () => ({
        text: visitText(notice(), patient),
        mail: { subject: notice().subject, body: visitMail(notice(), patient) },
      }),
    },
  );
  const helper = await findHelperReader(trx, visit.order_id, people);
  if (helper) {
    const { state } = await trx
      .selectFrom("orders")
      .select("state")
      .where("id", "=", visit.order_id)
      .executeTakeFirstOrThrow();
    const change = { visit, notice, emailOnly: isQuiet(app, { state, phone: people.phone }) };
    const copies = await inLanguage(helper.reader, () => toHelper({ trx, app }, change, people, helper));
    await enqueue(
      { trx, app },
      copies.map(({ forHelper: _, guest: __, ...message }): Notice => ({ ...message, ...about })),
    );
  }
  return channel === "sms" ? "text" : channel;
}

export function therapistLateNotice(visit: Visit, minutes: number): VisitNotice {
  const { therapist, call_me: isCall } = visit;
  const link = isCall ? null : visit.meeting_link;
  const { runningLateNext, runningLateNextCall } = visitStrings.lead;
  return {
    kind: "therapist-late",
    sms: fill(visitStrings.text.runningLate, {
      therapist,
      minutes,
      when: whenInText(visit),
    }),
    smsLink: visitStrings.text.yourVisit,
    subject: visitStrings.subject.runningLate,
    lead: fill(visitStrings.lead.runningLate, { therapist, minutes }),
    facts: factsForPatient(visit),
    next: isCall ? runningLateNextCall : runningLateNext,
    button: link ? { label: visitStrings.joinVisit, href: link } : undefined,
  };
}
