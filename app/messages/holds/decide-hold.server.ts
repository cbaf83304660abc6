import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import type { HoldDecision } from "../consent/consent-channels";
import { findOwnThread } from "../consent/record-consent.server";
import { stopTexts } from "../consent/stop-texts.server";
import { endNumberHold } from "./end-number-hold.server";

interface Decided {
  id: number;
  decision: HoldDecision;
}

/** Ends the hold on a number. A hold that is gone stays gone: another staff member was faster. */
export function decideHold(app: App, who: Staff, { id, decision }: Decided): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findOwnThread(trx, who, id);
    const { hold, phone } = thread;
    if (hold !== (decision === "resolved" ? "wrong_number" : "possible_opt_out")) return;
    await logAudit(trx, app, who, `hold.${decision}`, `thread ${id}`, { hold });
    if (decision === "opt_out") {
      await trx.updateTable("threads").set({ hold: null, held_at: null }).where("id", "=", id).execute();
      const text = await trx
        .selectFrom("messages")
        .select(["id", "body"])
        .where("thread_id", "=", id)
        .where("direction", "=", "in")
        .where("created_at", "<=", thread.held_at ?? app.clock.now())
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      const event = { phone, source: "staff" as const, wording: text?.body ?? null, who };
      await stopTexts(trx, app, { ...event, ...(text && { messageId: text.id }) });
      return;
    }
    await endNumberHold(trx, app, thread);
  });
}
