import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { strings } from "../strings";
import { findThread } from "./list-threads.server";

interface NotesInput {
  id: number;
  notes: string;
  before?: string | undefined;
}

/**
 * Replaces the shared notes of a thread.
 * @throws Refusal "conflict" with the current notes where another user changed them
 */
export function writeNotes(app: App, who: Who, { id, notes, before }: NotesInput): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const current = (await findThread(trx, id)).notes.replaceAll("\r\n", "\n");
    if (current === notes) return;
    if (before !== undefined && before !== current) {
      throw new Refusal("conflict", strings.notesChanged, { extra: { notes: current } });
    }
    await trx.updateTable("threads").set({ notes }).where("id", "=", id).execute();
    await logAudit(trx, app, who, { action: "thread.notes-written", subject: `thread ${id}` });
  });
}
