import { listAuditEntries } from "~/audit/list-audit.server";
import type { App } from "~/boot/app.server";

/** Returns audit log entries, oldest first, optionally of one action or subject. */
export async function auditLogOf(app: Pick<App, "db">, only: { action?: string; subject?: string } = {}) {
  const entries = await listAuditEntries(app.db, { limit: 10_000 });
  return entries
    .reverse()
    .filter(
      ({ action, subject }) => action === (only.action ?? action) && subject === (only.subject ?? subject),
    );
}
