import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

export type SavedReply = Row<"saved_replies">;

export function listSavedReplies(db: Db, companyId: number): Promise<SavedReply[]> {
  return db
    .selectFrom("saved_replies")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export async function findSavedReply(db: Db, id: number) {
  const reply = await db
    .selectFrom("saved_replies")
    .innerJoin("companies", "companies.id", "saved_replies.company_id")
    .selectAll("saved_replies")
    .select("companies.name as company")
    .where("saved_replies.id", "=", id)
    .executeTakeFirst();
  if (!reply) throw new Refusal("missing", "Saved reply not found.");
  return reply;
}
