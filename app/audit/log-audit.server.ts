import type { Tx } from "~/boot/app.server";
import type { Secrets } from "~/core/secrets.server";
import type { StaffMember, Who } from "~/core/who";
import type { Row } from "~/db/tables";
import type { AuditAction } from "./audit-sentences";

type Actor = Who | (StaffMember & { address: string | null });

/**
 * Writes an entry to the audit log, in the same transaction as the change. Each entry's hash, keyed with
 * APP_SECRET, includes the previous one, so edited, missing and moved entries can be detected. The triggers
 * `audit_log_grows_by_one`, `audit_log_keeps_words`, and `audit_log_keeps_rows` refuse other changes to the log.
 * @param action noun, then verb: `visit.booked`, `sign-in.failed`
 * @param subject the record, like `visit 12`
 * @param details never a password, code, token or message text
 */
export async function logAudit(
  { trx, app: { clock, secrets, auditHead }, who }: Tx<Actor>,
  action: AuditAction,
  subject: string | null = null,
  details: Record<string, unknown> = {},
): Promise<void> {
  const last = await trx
    .selectFrom("audit_log")
    .select(["id", "hash"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const row = {
    id: (last?.id ?? 0) + 1,
    created_at: clock.now(),
    user_id: who.kind === "staff" ? who.userId : null,
    user_email: actorOf(who),
    action,
    subject,
    details: Object.keys(details).length > 0 ? JSON.stringify(details) : null,
    address: who.address,
  };
  await trx
    .insertInto("audit_log")
    .values({ ...row, hash: hashAuditEntry(secrets, last?.hash ?? "", row) })
    .execute();
  auditHead.touch(row.id);
}

export function hashAuditEntry(
  secrets: Secrets,
  before: string,
  row: Omit<Row<"audit_log">, "hash">,
): string {
  const { id, created_at, user_id, user_email, action, subject, details, address } = row;
  return secrets.lookup(
    "audit",
    JSON.stringify([before, id, created_at, user_id, user_email, action, subject, details, address]),
  );
}

function actorOf(who: Actor): string | null {
  if (who.kind === "staff" || who.kind === "anonymous") return who.email;
  if (who.kind === "integration") return `integration ${who.name}`;
  if (who.kind === "patient") return `${who.helperId ? "helper" : "patient"} of order ${who.orderId}`;
  return "command line";
}
