import { listAuditEntries } from "~/audit/list-audit.server";
import type { App } from "~/boot/app.server";

/** The audit log, oldest first: all of it, or the rows of one action or subject. */
export async function actsOf(app: Pick<App, "db">, only: { action?: string; subject?: string } = {}) {
  const acts = await listAuditEntries(app.db, { limit: 10_000 });
  return acts
    .reverse()
    .filter(
      ({ action, subject }) => action === (only.action ?? action) && subject === (only.subject ?? subject),
    );
}
