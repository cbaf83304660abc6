import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Who } from "~/core/who";
import { reassignVisits } from "~/visits/reassign/reassign-visits.server";
import { findOpenWork } from "../delete-user.server";
import { findUser } from "../users.server";

/** Reassigns all of a user's visits and conversations in one transaction. */
export async function closeAccount(
  app: App,
  who: Who,
  input: { id: number; to: number },
): Promise<{ visits: number; threads: number }> {
  return app.db.transaction().execute(async (trx) => {
    const from = await findUser(trx, input.id);
    const to = await findUser(trx, input.to);
    if (from.id === to.id || to.status === "closed") {
      throw invalidField("to", "Choose another user.");
    }
    const due = await findOpenWork(trx, from.id, app.clock.now());
    let visits = 0;
    if (due.visits > 0 && from.therapist_id !== null) {
      const successor = await trx
        .selectFrom("therapists")
        .select(["id", "name", "region", "timezone"])
        .where("user_id", "=", to.id)
        .executeTakeFirst();
      if (!successor) throw invalidField("to", `${to.name} is not a therapist and can't have visits.`);
      visits = await reassignVisits({ trx, app, who }, from.therapist_id, successor);
    }
    const { numUpdatedRows } = await trx
      .updateTable("threads")
      .set({ assignee_user_id: to.id })
      .where("assignee_user_id", "=", from.id)
      .executeTakeFirstOrThrow();
    const conversations = Number(numUpdatedRows);
    await logAudit({ trx, app, who }, "user.handed-over", `user ${from.id}`, {
      to: to.id,
      visits,
      threads: conversations,
    });
    return { visits, threads: conversations };
  });
}
