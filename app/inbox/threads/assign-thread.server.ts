import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Who } from "~/core/who";
import { findAssignee } from "./assignees.server";
import { findThread } from "./list-threads.server";

/** Assigns a thread to a user. @throws Refusal "missing"; "invalid" for an unknown user */
export function assignThread(
  app: App,
  who: Who,
  { id, ...assignee }: { id: number; user_id: number; name: string | null },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findThread(trx, id);
    const user = await findAssignee(trx, assignee);
    if (!user) throw invalidField("user_id", "This user doesn't exist.");
    if (thread.assignee_user_id === user.id) return;
    await trx.updateTable("threads").set({ assignee_user_id: user.id }).where("id", "=", id).execute();
    await logAudit(trx, app, who, {
      action: "thread.assigned",
      subject: `thread ${id}`,
      details: { user: user.id },
    });
  });
}

export function unassignThread(app: App, who: Who, id: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findThread(trx, id);
    if (thread.assignee_user_id === null) return;
    await trx.updateTable("threads").set({ assignee_user_id: null }).where("id", "=", id).execute();
    await logAudit(trx, app, who, { action: "thread.unassigned", subject: `thread ${id}` });
  });
}
