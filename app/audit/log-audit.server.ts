import type { App } from "~/boot/app.server";
import type { Secrets } from "~/core/secrets.server";
import type { StaffMember, Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

interface Act {
  /** In the trade's words, verb last: `visit.booked`, `user.deleted`, `sign-in.failed`. */
  action: string;
  /** The record it was done to, kind and id: `visit 17`. */
  subject?: string;
  /** What changed. Never a password, a code, a token or a message's text. */
  details?: Record<string, unknown>;
  /** The e-mail of the account that somebody tried to get into, who is not known yet. */
  account?: string;
}

/** Who did it; a member of staff counts before their session is open. */
type Actor = Who | (StaffMember & { address: string | null });

/**
 * Writes an act into the audit log, inside the transaction of the act itself. Each row's hash covers
 * the one before, keyed with APP_SECRET, so that an edited, missing or moved row shows.
 */
export async function logAudit(
  trx: Db,
  { clock, secrets, auditHead }: Pick<App, "clock" | "secrets" | "auditHead">,
  who: Actor,
  act: Act,
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
    user_email: act.account ?? actorOf(who),
    action: act.action,
    subject: act.subject ?? null,
    details: act.details ? JSON.stringify(act.details) : null,
    address: who.address,
  };
  await trx
    .insertInto("audit_log")
    .values({ ...row, hash: hashAuditEntry(secrets, last?.hash ?? "", row) })
    .execute();
  auditHead.touch(row.id);
}

/** A row's hash covers the one before. */
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
  if (who.kind === "patient") return `patient of order ${who.orderId}`;
  return who.kind === "operator" ? "command line" : null;
}
