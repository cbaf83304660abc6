import type { AuditAction } from "~/audit/audit-sentences";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { AssignConversation, Tag, WriteNotes } from "../inbox-schema";
import { findAssignee } from "./assignees.server";
import type { Conversation, StarColor } from "./conversation";
import { findConversation } from "./list-conversations.server";

interface Change {
  set: Partial<Row<"threads">>;
  action: AuditAction;
  details?: Record<string, unknown>;
}

/** @param decide returns null if there is nothing to change */
function changeConversation(
  app: App,
  who: Who,
  id: number,
  decide: (conversation: Conversation, trx: Db) => Change | null | Promise<Change | null>,
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const change = await decide(await findConversation(trx, id), trx);
    if (!change) return;
    await trx.updateTable("threads").set(change.set).where("id", "=", id).execute();
    await logAudit({ trx, app, who }, change.action, `thread ${id}`, change.details);
  });
}

export const assignConversation = (app: App, who: Who, { id, ...assignee }: AssignConversation) =>
  changeConversation(app, who, id, async (conversation, trx) => {
    const user = await findAssignee(trx, assignee);
    if (!user) throw invalidField("user_id", "User not found.");
    if (conversation.assignee_user_id === user.id) return null;
    return { set: { assignee_user_id: user.id }, action: "thread.assigned", details: { user: user.id } };
  });

export const unassignConversation = (app: App, who: Who, id: number) =>
  changeConversation(app, who, id, (conversation) =>
    conversation.assignee_user_id === null
      ? null
      : { set: { assignee_user_id: null }, action: "thread.unassigned" },
  );

export const starConversation = (
  app: App,
  who: Who,
  { id, color }: { id: number; color: StarColor | null },
) =>
  changeConversation(app, who, id, (conversation) => {
    if (conversation.star_color === color) return null;
    const set = { star_color: color };
    return color
      ? { set, action: "thread.starred", details: { color } }
      : { set, action: "thread.unstarred" };
  });

/** A conversation that is done needs no reply until the patient writes again. */
export const finishConversation = (app: App, who: Who, { id, isDone }: { id: number; isDone: boolean }) =>
  changeConversation(app, who, id, (conversation) => {
    if ((conversation.done_at !== null) === isDone) return null;
    return isDone
      ? { set: { done_at: app.clock.now(), snoozed_until: null }, action: "thread.done" }
      : { set: { done_at: null }, action: "thread.reopened" };
  });

/** @param until ms UTC; null ends the snooze */
export const snoozeConversation = (app: App, who: Who, { id, until }: { id: number; until: number | null }) =>
  changeConversation(app, who, id, (conversation) => {
    if (conversation.snoozed_until === until) return null;
    return until === null
      ? { set: { snoozed_until: null }, action: "thread.snooze-ended" }
      : {
          set: { snoozed_until: until, done_at: null },
          action: "thread.snoozed",
          details: { until: iso(until) },
        };
  });

/** @throws Refusal "conflict" with the current notes if another user changed them */
export const writeNotes = (app: App, who: Who, { id, notes, before }: WriteNotes) =>
  changeConversation(app, who, id, (conversation) => {
    const current = conversation.notes.replaceAll("\r\n", "\n");
    if (current === notes) return null;
    if (before !== undefined && before !== current) {
      throw new Refusal(
        "conflict",
        "Another user changed these notes. Copy what you need into your notes, then save again.",
        { extra: { notes: current } },
      );
    }
    return { set: { notes }, action: "thread.notes-written" };
  });

const maxTags = 20;

export function addTag(app: App, who: Who, { id, tag }: Tag): Promise<string[]> {
  return app.db.transaction().execute(async (trx) => {
    const { tags } = await findConversation(trx, id);
    if (tags.some((existing) => existing.toLowerCase() === tag.toLowerCase())) return tags;
    if (tags.length >= maxTags) {
      throw new Refusal("invalid", `A conversation can have at most ${maxTags} tags.`);
    }
    await trx.insertInto("thread_tags").values({ thread_id: id, tag }).execute();
    await logAudit({ trx, app, who }, "thread.tagged", `thread ${id}`);
    return (await findConversation(trx, id)).tags;
  });
}

export function removeTag(app: App, who: Who, { id, tag }: Tag): Promise<string[]> {
  return app.db.transaction().execute(async (trx) => {
    await findConversation(trx, id);
    const { numDeletedRows } = await trx
      .deleteFrom("thread_tags")
      .where("thread_id", "=", id)
      .where("tag", "=", tag)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await logAudit({ trx, app, who }, "thread.untagged", `thread ${id}`);
    return (await findConversation(trx, id)).tags;
  });
}
