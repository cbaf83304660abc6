import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

interface ThreadInput {
  phone: string;
  patientId?: number | null;
  brightreeDb?: string | null;
  patientName?: string | null;
  /** For a number that belongs to no order. */
  otherwise?: { name: string; brightreeDb: string | null };
}

type Patient = Pick<Row<"threads">, "patient_id" | "brightree_db" | "patient_name">;

/** Fills in missing patient details from the input or from the newest order with this phone. */
export async function findOrCreateThread(
  trx: Db,
  { clock }: Pick<App, "clock">,
  input: ThreadInput,
): Promise<Row<"threads">> {
  await checkDatabase(trx, input.brightreeDb);
  const ofPhone = trx.selectFrom("threads").selectAll().where("phone", "=", input.phone);
  const found = await ofPhone.executeTakeFirst();
  if (found) return addPatientDetails(trx, found, input);
  const patient = input.patientId || input.patientName ? null : await findPatient(trx, input.phone);
  await trx
    .insertInto("threads")
    .values({
      phone: input.phone,
      patient_id: input.patientId ?? patient?.patient_id ?? null,
      patient_name: input.patientName ?? patient?.patient_name ?? input.otherwise?.name ?? null,
      brightree_db: input.brightreeDb ?? patient?.brightree_db ?? input.otherwise?.brightreeDb ?? null,
      created_at: clock.now(),
      ...(await consentFromLedger(trx, input.phone)),
    })
    .onConflict((conflict) => conflict.column("phone").doNothing())
    .execute();
  return ofPhone.executeTakeFirstOrThrow();
}

async function checkDatabase(db: Db, name: string | null | undefined): Promise<void> {
  if (!name) return;
  const known = await db.selectFrom("databases").select("name").where("name", "=", name).executeTakeFirst();
  if (!known) throw invalidField("brightree_db", "Database not found.");
}

function findPatient(db: Db, phone: string): Promise<Patient | undefined> {
  return db
    .selectFrom("orders")
    .select(["patient_id", "brightree_db", "patient_name"])
    .where("phone", "=", phone)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function addPatientDetails(
  trx: Db,
  thread: Row<"threads">,
  input: ThreadInput,
): Promise<Row<"threads">> {
  const details = {
    patient_id: thread.patient_id ?? input.patientId ?? null,
    patient_name: thread.patient_name ?? input.patientName ?? input.otherwise?.name ?? null,
    brightree_db: thread.brightree_db ?? input.brightreeDb ?? input.otherwise?.brightreeDb ?? null,
  };
  const isChanged = (Object.keys(details) as (keyof Patient)[]).some(
    (name) => details[name] !== thread[name],
  );
  if (isChanged) await trx.updateTable("threads").set(details).where("id", "=", thread.id).execute();
  return { ...thread, ...details };
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

export async function touchThread(
  trx: Db,
  threadId: number,
  last: { body: string; direction: "in" | "out"; at: number },
): Promise<void> {
  await trx
    .updateTable("threads")
    .set({ last_body: last.body, last_dir: last.direction, last_msg_at: last.at, done_at: null })
    .where("id", "=", threadId)
    .execute();
}
