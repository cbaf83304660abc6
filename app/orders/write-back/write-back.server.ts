import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { NoteReason } from "~/integrations/order-system/order-notes";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import type { Endpoint } from "~/webhooks/endpoints.server";
import { countOpen } from "~/webhooks/open-deliveries.server";
import { orderSystemOf } from "../order-system/order-systems.server";

/** The endpoint of a database's visit notes; undefined if they were never turned on. */
export function findWriteBack(db: Db, database: string): Promise<Endpoint | undefined> {
  return db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("database_name", "=", database)
    .executeTakeFirst();
}

export type WriteBack = Awaited<ReturnType<typeof viewWriteBack>>;

export async function viewWriteBack(db: Db, database: string) {
  const found = await findWriteBack(db, database);
  if (!found) return null;
  const { id, note_reason, note_reason_name, off_at, dropped } = found;
  return { id, note_reason, note_reason_name, off_at, dropped, ...(await countOpen(db, id)) };
}

/** Reads the note reasons from the order system. */
export async function listReasons(
  app: App,
  database: string,
): Promise<{ reasons: NoteReason[]; problem: string | null }> {
  try {
    return { reasons: await (await orderSystemOf(app, database)).notes.listReasons(), problem: null };
  } catch (error) {
    if (!(error instanceof OrderSystemFailure)) throw error;
    return { reasons: [], problem: error.message };
  }
}
