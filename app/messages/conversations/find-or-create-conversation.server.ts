import { isDeepStrictEqual } from "node:util";
import type { AppTx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

type PatientDetails = Pick<Row<"threads">, "patient_id" | "brightree_db" | "patient_name">;

interface ConversationInput extends Partial<PatientDetails> {
  phone: string;
  /** Used if no order has this number. */
  otherwise?: Partial<PatientDetails>;
}

/** Fills in missing patient details from the input or from the newest order with this phone. */
export async function findOrCreateConversation(
  { trx, app: { clock } }: AppTx,
  input: ConversationInput,
): Promise<Row<"threads">> {
  const { phone, otherwise } = input;
  const ofPhone = trx.selectFrom("threads").selectAll().where("phone", "=", phone);
  const found = await ofPhone.executeTakeFirst();
  if (found) {
    const details = firstKnown(found, input, otherwise);
    if (!isDeepStrictEqual(details, firstKnown(found))) {
      await trx.updateTable("threads").set(details).where("id", "=", found.id).execute();
    }
    return { ...found, ...details };
  }
  const patient = input.patient_id || input.patient_name ? undefined : await findPatient(trx, phone);
  const created = await trx
    .insertInto("threads")
    .values({
      phone,
      ...firstKnown(input, patient, otherwise),
      created_at: clock.now(),
      ...(await consentFromLedger(trx, phone)),
    })
    .onConflict((conflict) => conflict.column("phone").doNothing())
    .returningAll()
    .executeTakeFirst();
  return created ?? ofPhone.executeTakeFirstOrThrow();
}

function firstKnown(...sources: (Partial<PatientDetails> | undefined)[]): PatientDetails {
  const known = <Name extends keyof PatientDetails>(name: Name) =>
    sources.find((source) => source?.[name] != null)?.[name] ?? null;
  return {
    patient_id: known("patient_id"),
    brightree_db: known("brightree_db"),
    patient_name: known("patient_name"),
  };
}

function findPatient(db: Db, phone: string): Promise<PatientDetails | undefined> {
  return db
    .selectFrom("orders")
    .select(["patient_id", "brightree_db", "patient_name"])
    .where("phone", "=", phone)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The time of consent is the first YES after the last opt-out. */
async function consentFromLedger(
  db: Db,
  phone: string,
): Promise<Pick<Row<"threads">, "sms_consent" | "consented_at">> {
  const ledger = await db
    .selectFrom("consents")
    .select(["given", "created_at"])
    .where("phone", "=", phone)
    .orderBy("id", "desc")
    .execute();
  const refusedAt = ledger.findIndex((event) => !event.given);
  const since = (refusedAt < 0 ? ledger : ledger.slice(0, refusedAt)).at(-1);
  return { sms_consent: since ? 1 : 0, consented_at: since?.created_at ?? null };
}
