import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { NoteReason } from "~/integrations/order-system/order-notes";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import { countOpen, noteQueue } from "~/webhooks/delivery/delivery-queue.server";
import { orderSystemOf } from "../order-system/order-systems.server";

/** The settings of a database's visit notes; undefined if they were never turned on. */
export function findNoteSettings(db: Db, database: string): Promise<Row<"note_settings"> | undefined> {
  return db.selectFrom("note_settings").selectAll().where("database_name", "=", database).executeTakeFirst();
}

export async function listDatabasesWithoutNotes(db: Db, companyId: number): Promise<string[]> {
  const found = await db
    .selectFrom("databases")
    .leftJoin("note_settings", "note_settings.database_name", "databases.name")
    .select("databases.name")
    .where("databases.company_id", "=", companyId)
    .where((eb) =>
      eb.or([eb("note_settings.database_name", "is", null), eb("note_settings.off_at", "is not", null)]),
    )
    .orderBy("databases.name")
    .execute();
  return found.map(({ name }) => name);
}

export type WriteBack = Awaited<ReturnType<typeof viewWriteBack>>;

export async function viewWriteBack(db: Db, database: string) {
  const found = await findNoteSettings(db, database);
  if (!found) return null;
  const { reason, reason_name, off_at, dropped } = found;
  return { reason, reason_name, off_at, dropped, ...(await countOpen(db, noteQueue, database)) };
}

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
