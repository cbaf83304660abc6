import type { Db } from "~/db/open.server";
import type { NewRow } from "~/db/tables";

/** One text or e-mail to somebody. */
export type Notice = Omit<NewRow<"outbox">, "id" | "status" | "created_at" | "sent_at" | "error">;

/** Writes what is to be sent inside the caller's transaction: a change and its notices land together. */
export async function enqueue(trx: Db, now: number, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return;
  await trx
    .insertInto("outbox")
    .values(notices.map((notice) => ({ ...notice, created_at: now })))
    .execute();
}
