import type { Db } from "~/db/open.server";
import type { NewRow } from "~/db/tables";

type ConsentEvent = Omit<NewRow<"consents">, "id" | "created_at" | "given">;

/** Writes into the ledger that a number agreed to texts; its thread, if there is one, follows. */
export async function giveConsent(trx: Db, now: number, event: ConsentEvent): Promise<void> {
  await trx
    .insertInto("consents")
    .values({ ...event, given: 1, created_at: now })
    .execute();
  await trx
    .updateTable("threads")
    .set({ sms_consent: 1, consented_at: now })
    .where("phone", "=", event.phone)
    .where("sms_consent", "=", 0)
    .execute();
}

/** Where a number stands: agreed, withdrawn, or never asked. */
export async function findConsent(db: Db, phone: string): Promise<"given" | "withdrawn" | "none"> {
  const last = await db
    .selectFrom("consents")
    .select("given")
    .where("phone", "=", phone)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return "none";
  return last.given ? "given" : "withdrawn";
}
