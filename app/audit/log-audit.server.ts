import type { App } from "~/boot/app.server";
import type { Secrets } from "~/core/secrets.server";
import type { StaffMember, Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

interface AuditEntry {
  /** Noun, then verb: `visit.booked`, `sign-in.failed`. */
  action: string;
  subject?: string;
  /** Never a password, code, token or message text. */
  details?: Record<string, unknown>;
  account?: string;
}

type Actor = Who | (StaffMember & { address: string | null });

/**
 * Writes an entry to the audit log, inside the transaction of the change. Each entry's hash, keyed with APP_SECRET,
 * covers the one before, which reveals edited, missing and moved entries.
 */
export async function logAudit(
  trx: Db,
  { clock, secrets, auditHead }: Pick<App, "clock" | "secrets" | "auditHead">,
  who: Actor,
  entry: AuditEntry,
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
    user_email: entry.account ?? actorOf(who),
    action: entry.action,
    subject: entry.subject ?? null,
    details: entry.details ? JSON.stringify(entry.details) : null,
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
  if (who.kind === "staff") return who.email;
  if (who.kind === "integration") return `integration ${who.name}`;
  if (who.kind === "patient") return `${who.helperId ? "helper" : "patient"} of order ${who.orderId}`;
  return who.kind === "operator" ? "command line" : null;
}
