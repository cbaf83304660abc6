import type { App } from "~/boot/app.server";
import { formatPhone } from "~/core/phone";
import type { Db } from "~/db/open.server";
import { enqueue } from "~/messages/enqueue.server";
import { block, greeting, linkLine, mailText } from "~/messages/mail-text";
import type { Visit } from "../visit";
import { factsForTherapist } from "../visit-times";
import { dayMarksOf } from "./day-marks";

/** Sends each piece of news once per time of the visit. */
export async function mailTherapist(trx: Db, app: App, visit: Visit, phone: string | null): Promise<void> {
  const { email } = await trx
    .selectFrom("therapists")
    .select("email")
    .where("id", "=", visit.therapist_id)
    .executeTakeFirstOrThrow();
  const facts = [...factsForTherapist(visit), ...dayMarksOf(visit).map(({ text }) => text)];
  await enqueue(trx, app, [
    {
      channel: "email",
      recipient: email,
      kind: "patient-late",
      subject: `Equipment setup visit: ${visit.call_me ? "patient asks for a call" : "patient running late"}`,
      body: mailText(
        greeting(visit.therapist),
        visit.call_me
          ? "A patient asks you to call instead of meeting by video."
          : "A patient is running late.",
        block(facts),
        visit.call_me
          ? phone
            ? `Call ${formatPhone(phone)}.`
            : "There is no phone number on the order. Look in the order system."
          : undefined,
        linkLine({ label: "See the visit", href: `${app.config.publicUrl}/visits/${visit.id}` }),
      ),
      order_id: visit.order_id,
      visit_id: visit.id,
      visit_start: visit.start_at,
      dedupe_key: `patient-late ${visit.id} ${visit.start_at} ${visit.late_minutes ?? 0} ${visit.call_me}`,
    },
  ]);
}
