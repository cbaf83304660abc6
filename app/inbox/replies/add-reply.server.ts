import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { findCompany } from "~/company/company.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { isDuplicate } from "~/db/constraint-errors.server";
import type { Db } from "~/db/open.server";
import { defaultReplies } from "./default-replies-strings";
import { listSavedReplies } from "./saved-replies.server";
import { mostReplies } from "./saved-reply";
import type { AddDefaults, AddReply } from "./saved-reply-schema";

type NewReply = Omit<AddReply, "company">;

export async function addReply(app: App, who: Staff, { company, ...reply }: AddReply): Promise<void> {
  try {
    await app.db.transaction().execute(async (trx) => {
      const { id } = await findCompany(trx, company);
      await insertReply(trx, app, who, id, reply);
    });
  } catch (error) {
    throw nameTaken(error) ?? error;
  }
}

/** Adds the default replies whose names the company doesn't use yet. */
export function addDefaultReplies(app: App, who: Staff, { company }: AddDefaults): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { id } = await findCompany(trx, company);
    const names = new Set((await listSavedReplies(trx, id)).map(({ name }) => name.toLowerCase()));
    for (const reply of defaultReplies) {
      if (!names.has(reply.name.toLowerCase())) await insertReply(trx, app, who, id, reply);
    }
  });
}

async function insertReply(trx: Db, app: App, who: Staff, companyId: number, reply: NewReply): Promise<void> {
  const replies = await listSavedReplies(trx, companyId);
  if (replies.length >= mostReplies) {
    throw new Refusal("conflict", `A company can have ${mostReplies} saved replies. Delete one first.`);
  }
  const { id } = await trx
    .insertInto("saved_replies")
    .values({ ...reply, company_id: companyId, position: (replies.at(-1)?.position ?? 0) + 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logAudit(trx, app, who, "saved-reply.added", `saved reply ${id}`, {
    company: companyId,
    name: reply.name,
  });
}

export const nameTaken = (error: unknown): Refusal | null =>
  isDuplicate(error, "saved_replies.company_id, saved_replies.name")
    ? invalidField("name", "Another saved reply has this name.")
    : null;
