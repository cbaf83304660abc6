import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { nameTaken } from "./add-reply.server";
import { findSavedReply, listSavedReplies, type SavedReply } from "./saved-replies.server";
import type { ChangeReply } from "./saved-reply-schema";

const texts = ["name", "text_en", "text_es"] as const;

/** @returns the company's name */
export async function changeReply(app: App, who: Staff, input: ChangeReply): Promise<string> {
  const { id, version, position, ...fields } = input;
  try {
    return await app.db.transaction().execute(async (trx) => {
      const before = await findSavedReply(trx, id);
      if (version !== undefined && version !== before.version) {
        throw new Refusal(
          "conflict",
          "Another user changed this reply. Copy what you need, then reload the page.",
        );
      }
      const changed: string[] = texts.filter((field) => fields[field] !== before[field]);
      if (position !== undefined && (await moveReply(trx, before, position))) changed.push("position");
      if (changed.length === 0) return before.company;
      await trx
        .updateTable("saved_replies")
        .set((of) => ({ ...fields, version: of("version", "+", 1) }))
        .where("id", "=", id)
        .execute();
      await logAudit(trx, app, who, "saved-reply.changed", `saved reply ${id}`, {
        company: before.company_id,
        name: fields.name,
        fields: changed,
      });
      return before.company;
    });
  } catch (error) {
    throw nameTaken(error) ?? error;
  }
}

/** Renumbers the company's replies from 1. @returns whether this one moved */
async function moveReply(trx: Db, reply: SavedReply, position: number): Promise<boolean> {
  const replies = await listSavedReplies(trx, reply.company_id);
  const from = replies.findIndex(({ id }) => id === reply.id);
  const to = Math.min(position, replies.length) - 1;
  if (from === to) return false;
  const inOrder = replies.toSpliced(from, 1).toSpliced(to, 0, reply);
  for (const [index, { id }] of inOrder.entries()) {
    await trx
      .updateTable("saved_replies")
      .set({ position: index + 1 })
      .where("id", "=", id)
      .execute();
  }
  return true;
}
