import { auditSentenceOf } from "~/audit/audit-sentences";
import { describeActor } from "~/audit/describe-actor";
import type { Db } from "~/db/open.server";
import { reasonInDetails } from "../../outcome/outcome-reasons";

export interface Change {
  id: number;
  /** Milliseconds UTC. */
  at: number;
  what: string;
  /** Null for automatic changes. */
  by: string | null;
  reason: string | null;
}

/**
 * Lists the changes to a visit or an order from the audit log, newest first.
 * @param wordOf undefined for an action that the audit log's own sentence describes
 */
export async function listChanges(
  db: Db,
  subject: string,
  wordOf: (action: string) => string | undefined,
): Promise<Change[]> {
  const rows = await db
    .selectFrom("audit_log")
    .leftJoin("users", "users.id", "audit_log.user_id")
    .select([
      "audit_log.id",
      "audit_log.created_at",
      "audit_log.action",
      "audit_log.user_email",
      "audit_log.details",
      "users.name",
    ])
    .where("audit_log.subject", "=", subject)
    .orderBy("audit_log.id", "desc")
    .limit(30)
    .execute();
  return rows.map(({ id, created_at, action, user_email, name, details }) => ({
    id,
    at: created_at,
    what: wordOf(action) ?? sentenceOf(action, subject),
    by: name ?? describeActor(user_email) ?? user_email,
    reason: reasonInDetails(details),
  }));
}

function sentenceOf(action: string, subject: string): string {
  const { before, after } = auditSentenceOf(action);
  const sentence = after === null ? before : `${before}this ${subject.split(" ")[0]}${after}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
