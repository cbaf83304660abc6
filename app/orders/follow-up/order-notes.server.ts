import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { requireVisibleOrder } from "../visible-orders.server";

export interface OrderNote {
  id: number;
  /** ms UTC */
  created_at: number;
  /** Null after the user was deleted. */
  author: string | null;
  body: string;
}

/** An order's notes, newest first. */
export function listNotes(db: Db, orderId: number, limit: number): Promise<OrderNote[]> {
  return db
    .selectFrom("order_notes")
    .leftJoin("users", "users.id", "order_notes.user_id")
    .select(["order_notes.id", "order_notes.created_at", "users.name as author", "order_notes.body"])
    .where("order_notes.order_id", "=", orderId)
    .orderBy("order_notes.id", "desc")
    .limit(limit)
    .execute();
}

/** @throws Refusal "missing" without access to the order */
export function addNote(app: App, who: Staff, { id, note }: { id: number; note: string }): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    await requireVisibleOrder(trx, who, id);
    await writeNote({ trx, app, who }, id, note);
  });
}

/** Notes are only added, never changed. Their text isn't in the audit log, which keeps no message text. */
export async function writeNote({ trx, app, who }: Tx<Staff>, orderId: number, body: string): Promise<void> {
  const { id } = await trx
    .insertInto("order_notes")
    .values({ order_id: orderId, user_id: who.userId, created_at: app.clock.now(), body })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logAudit({ trx, app, who }, "order.note-added", `order ${orderId}`, { note: id });
}
