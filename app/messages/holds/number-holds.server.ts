import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { isRequestedNow } from "../message-kinds";
import { noLease, syncMessageStatus } from "../outbox-rows.server";

type Hold = NonNullable<Row<"threads">["hold"]>;

/** Pauses automated texts to the number until staff decide. Doesn't change its consent. */
export async function holdNumber(trx: Db, now: number, id: number, hold: Hold): Promise<void> {
  await trx.updateTable("threads").set({ hold, held_at: now }).where("id", "=", id).execute();
}

export async function isOnHold(db: Db, phone: string): Promise<boolean> {
  const thread = await db
    .selectFrom("threads")
    .select("id")
    .where("phone", "=", phone)
    .where("hold", "is not", null)
    .executeTakeFirst();
  return thread !== undefined;
}

/** Longest hold first. */
export function listHolds(db: Db, limit: number, database?: string) {
  const holds = db
    .selectFrom("threads")
    .select(["id", "phone", "patient_name", "hold", "held_at"])
    .where("hold", "is not", null)
    .orderBy("held_at")
    .orderBy("id")
    .limit(limit);
  return (database ? holds.where("brightree_db", "=", database) : holds).execute();
}

/** Removes a due automated text from the queue if its number is on hold. */
export async function waitOnHold(trx: Db, row: Row<"outbox">): Promise<boolean> {
  if (row.channel !== "sms" || !row.automated || isRequestedNow(row.kind)) return false;
  if (!(await isOnHold(trx, row.recipient))) return false;
  await trx
    .updateTable("outbox")
    .set({ ...noLease, status: "held" })
    .where("id", "=", row.id)
    .execute();
  await syncMessageStatus(trx, row, { status: "held" });
  return true;
}
