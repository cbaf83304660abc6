import { Refusal } from "~/core/refusal";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

/** Supervisors and admins see all threads. Other staff see only those assigned to them. @throws Refusal "missing" */
export async function findOwnConversation(db: Db, who: Staff, id: number): Promise<Row<"threads">> {
  let query = db.selectFrom("threads").selectAll().where("id", "=", id);
  if (!isSupervisor(who)) query = query.where("assignee_user_id", "=", who.userId);
  return query.executeTakeFirstOrThrow(() => new Refusal("missing", "Conversation not found."));
}
