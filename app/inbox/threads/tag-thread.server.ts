import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { findThread } from "./list-threads.server";

const maxTags = 20;

export function addTag(app: App, who: Who, { id, tag }: { id: number; tag: string }): Promise<string[]> {
  return app.db.transaction().execute(async (trx) => {
    const { tags } = await findThread(trx, id);
    if (tags.some((existing) => existing.toLowerCase() === tag.toLowerCase())) return tags;
    if (tags.length >= maxTags)
      throw new Refusal("invalid", `A conversation has at maxTags ${maxTags} tags.`);
    await trx
      .insertInto("thread_tags")
      .values({ thread_id: id, tag })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await logAudit(trx, app, who, { action: "thread.tagged", subject: `thread ${id}` });
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
      await logAudit(trx, app, who, { action: "thread.untagged", subject: `thread ${id}` });
    }
    return (await findThread(trx, id)).tags;
  });
}
