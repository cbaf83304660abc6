import type { AppTx } from "~/boot/app.server";
import { formatPhone } from "~/core/phone";
import type { Db } from "~/db/open.server";
import { block, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { enqueue } from "~/messages/enqueue.server";
import { dropUnsentEmails } from "~/messages/replace-unsent-emails.server";
import type { Visit } from "../visit";
import { factsForTherapist } from "../visit-times";
import { dayMarksOf } from "./day-marks";

const news = {
  "visit.running-late": {
    subject: "patient running late",
    lead: "A patient is running late.",
    isUndo: false,
  },
  "visit.on-time": {
    subject: "patient no longer late",
    lead: "A patient is no longer running late.",
    isUndo: true,
  },
  "visit.call-wanted": {
    subject: "patient requested a call",
    lead: "A patient asks you to call instead of meeting by video.",
    isUndo: false,
  },
  "visit.call-not-wanted": {
    subject: "patient will join by video",
    lead: "A patient who asked for a call will join by video after all.",
    isUndo: true,
  },
};
export type DayNews = keyof typeof news;

/**
 * Replaces an unsent email about the same visit. If the patient undoes an action before the therapist is notified of
 * it, the email is about the other action, or there is none.
 */
export async function mailTherapist(
  { trx, app }: AppTx,
  action: DayNews,
  visit: Visit,
  phone: string | null,
): Promise<void> {
  const { email } = await trx
    .selectFrom("therapists")
    .select("email")
    .where("id", "=", visit.therapist_id)
    .executeTakeFirstOrThrow();
  await dropUnsentEmails({ trx, app }, { recipient: email, kind: "patient-late", visit_id: visit.id });
  const isUnnoticedUndo = news[action].isUndo && !(await isNotified(trx, visit));
  const about = isUnnoticedUndo ? newsLeft(visit) : action;
  if (!about) return;
  const { subject, lead } = news[about];
  const facts = [...factsForTherapist(visit), ...dayMarksOf(visit).map(({ text }) => text)];
  await enqueue({ trx, app }, [
    {
      channel: "email",
      recipient: email,
      kind: "patient-late",
      subject: `Equipment setup visit: ${subject}`,
      body: mailText(
        greeting(visit.therapist),
        lead,
        block(facts),
        visit.call_me ? callLine(phone) : undefined,
        linkLine({ label: "See the visit", href: `${app.config.publicUrl}/visits/${visit.id}` }),
      ),
      order_id: visit.order_id,
      visit_id: visit.id,
      visit_start: visit.start_at,
    },
  ]);
}

function newsLeft({ call_me, late_minutes }: Visit): DayNews | null {
  if (call_me) return "visit.call-wanted";
  return late_minutes ? "visit.running-late" : null;
}

const callLine = (phone: string | null) =>
  phone ? `Call ${formatPhone(phone)}.` : "The order has no phone number. Check the order system.";

async function isNotified(trx: Db, { id, start_at }: Visit): Promise<boolean> {
  const mail = await trx
    .selectFrom("outbox")
    .select("id")
    .where("visit_id", "=", id)
    .where("visit_start", "=", start_at)
    .where("kind", "=", "patient-late")
    .where("status", "not in", ["failed", "dropped"])
    .executeTakeFirst();
  return mail !== undefined;
}
