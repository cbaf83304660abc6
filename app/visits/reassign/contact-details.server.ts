import { sql } from "kysely";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Visit } from "../visit";

export interface ContactDetails {
  name: string | null;
  phone: string | null;
  /** Of the phone number. */
  extension: string | null;
  email: boolean;
  text: boolean;
  /** The reason that staff can't text this patient. Null if they can. */
  noText: string | null;
  textHref: string;
  /** When staff last texted the patient, if that was within a day. */
  textedAt: number | null;
}

const reasons = {
  phone: "No phone number on file.",
  withdrawn: "The patient opted out of texts.",
  none: "The patient hasn't agreed to texts.",
};

export async function findContactDetails(
  db: Db,
  visits: readonly Visit[],
  now: number,
): Promise<Map<number, ContactDetails>> {
  const rows = await db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .leftJoin("threads", "threads.phone", "orders.phone")
    .select(["visits.id", "visits.order_id", "visits.sms_consent", "threads.id as thread"])
    .select(["orders.patient_name", "orders.phone", "orders.phone_ext", "orders.email"])
    .select(
      sql<number | null>`(
        select given from consents where consents.phone = orders.phone order by id desc limit 1)`.as("given"),
    )
    .select((eb) =>
      eb
        .selectFrom("messages")
        .whereRef("messages.thread_id", "=", "threads.id")
        .where("messages.author_user_id", "is not", null)
        .where("messages.created_at", ">", now - day)
        .select("messages.created_at")
        .orderBy("messages.id", "desc")
        .limit(1)
        .as("textedAt"),
    )
    .where(
      "visits.id",
      "in",
      visits.map(({ id }) => id),
    )
    .execute();
  return new Map(
    rows.map(
      ({
        id,
        order_id,
        thread: conversation,
        patient_name,
        phone,
        phone_ext,
        email,
        given,
        sms_consent,
        textedAt,
      }) => {
        const noText = reasonAgainstText(phone, given, sms_consent);
        return [
          id,
          {
            name: patient_name,
            phone,
            extension: phone_ext,
            email: email !== null,
            text: noText === null,
            noText,
            textHref: conversation ? `/messages/${conversation}` : `/messages/start?order=${order_id}`,
            textedAt,
          },
        ];
      },
    ),
  );
}

function reasonAgainstText(phone: string | null, given: number | null, smsConsent: number): string | null {
  if (!phone) return reasons.phone;
  if (given === 0) return reasons.withdrawn;
  return given === 1 || smsConsent === 1 ? null : reasons.none;
}
