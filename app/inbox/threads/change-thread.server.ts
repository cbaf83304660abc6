import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { strings } from "../strings";
import { findAssignee } from "./assignees.server";
import { findThread } from "./list-threads.server";
import type { StarColor } from "./thread";

export function assignThread(
  app: App,
  who: Who,
  { id, ...assignee }: { id: number; user_id: number; name: string | null },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findThread(trx, id);
    const user = await findAssignee(trx, assignee);
    if (!user) throw invalidField("user_id", "User not found.");
    if (thread.assignee_user_id === user.id) return;
    await trx.updateTable("threads").set({ assignee_user_id: user.id }).where("id", "=", id).execute();
    await logAudit(trx, app, who, "thread.assigned", `thread ${id}`, { user: user.id });
  });
}

export function unassignThread(app: App, who: Who, id: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findThread(trx, id);
    if (thread.assignee_user_id === null) return;
    await trx.updateTable("threads").set({ assignee_user_id: null }).where("id", "=", id).execute();
    await logAudit(trx, app, who, "thread.unassigned", `thread ${id}`);
  });
}

export function starThread(
  app: App,
  who: Who,
  { id, color }: { id: number; color: StarColor | null },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findThread(trx, id);
    if (thread.star_color === color) return;
    await trx.updateTable("threads").set({ star_color: color }).where("id", "=", id).execute();
    await logAudit(
      trx,
      app,
      who,
      color ? "thread.starred" : "thread.unstarred",
      `thread ${id}`,
      color ? { color } : {},
    );
  });
}

/** Marks a conversation as done. It needs no reply until the patient writes again. */
export function finishThread(
  app: App,
  who: Who,
  { id, isDone }: { id: number; isDone: boolean },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findThread(trx, id);
    if ((thread.done_at !== null) === isDone) return;
    await trx
      .updateTable("threads")
      .set({ done_at: isDone ? app.clock.now() : null })
      .where("id", "=", id)
      .execute();
    await logAudit(trx, app, who, isDone ? "thread.done" : "thread.reopened", `thread ${id}`);
  });
}

const maxTags = 20;

export function addTag(app: App, who: Who, { id, tag }: { id: number; tag: string }): Promise<string[]> {
  return app.db.transaction().execute(async (trx) => {
    const { tags } = await findThread(trx, id);
    if (tags.some((existing) => existing.toLowerCase() === tag.toLowerCase())) return tags;
    if (tags.length >= maxTags) throw new Refusal("invalid", `A conversation has at most ${maxTags} tags.`);
    await trx
      .insertInto("thread_tags")
      .values({ thread_id: id, tag })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await logAudit(trx, app, who, "thread.tagged", `thread ${id}`);
    return (await findThread(trx, id)).tags;
  });
}

export function removeTag(app: App, who: Who, { id, tag }: { id: number; tag: string }): Promise<string[]> {
  return app.db.transaction().execute(async (trx) => {
    await findThread(trx, id);
    const { numDeletedRows } = await trx
      .deleteFrom("thread_tags")
      .where("thread_id", "=", id)
      .where("tag", "=", tag)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) {
      await logAudit(trx, app, who, "thread.untagged", `thread ${id}`);
    }
    return (await findThread(trx, id)).tags;
  });
}

interface NotesInput {
  id: number;
  notes: string;
  before?: string | undefined;
}

/** @throws Refusal "conflict" with the current notes if another user changed them */
export function writeNotes(app: App, who: Who, { id, notes, before }: NotesInput): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const current = (await findThread(trx, id)).notes.replaceAll("\r\n", "\n");
    if (current === notes) return;
    if (before !== undefined && before !== current) {
      throw new Refusal("conflict", strings.notesChanged, { extra: { notes: current } });
    }
    await trx.updateTable("threads").set({ notes }).where("id", "=", id).execute();
    await logAudit(trx, app, who, "thread.notes-written", `thread ${id}`);
  });
}
