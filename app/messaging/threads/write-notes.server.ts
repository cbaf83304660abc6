import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { findThread } from "./threads.server";

/** Replaces the shared notes of a thread. */
export function writeNotes(app: App, who: Who, { id, notes }: { id: number; notes: string }): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findThread(trx, id);
    if (thread.notes === notes) return;
    await trx.updateTable("threads").set({ notes }).where("id", "=", id).execute();
    await record(trx, app, who, { action: "thread.notes-written", subject: `thread ${id}` });
  });
}
