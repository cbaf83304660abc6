import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { stopTexts } from "../consent/stop-texts.server";
import { findOwnThread } from "../threads/find-own-thread.server";
import { endNumberHold } from "./end-number-hold.server";

interface Decided {
  id: number;
  decision: "opt_out" | "not_opt_out" | "resolved";
}

/** Ends the hold on a number. Does nothing if another staff member has already ended it. */
export function decideHold(app: App, who: Staff, { id, decision }: Decided): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const thread = await findOwnThread(trx, who, id);
    const { hold } = thread;
    if (hold !== (decision === "resolved" ? "wrong_number" : "possible_opt_out")) return;
    await logAudit(trx, app, who, `hold.${decision}`, `thread ${id}`, { hold });
    if (decision === "opt_out") await recordOptOut(trx, app, who, thread);
    else await endNumberHold(trx, app, thread);
  });
}

/** Records the text that caused the hold as an opt-out, which also ends the hold. */
async function recordOptOut(trx: Db, app: App, who: Staff, thread: Row<"threads">): Promise<void> {
  const text = await trx
    .selectFrom("messages")
    .select(["id", "body"])
    .where("thread_id", "=", thread.id)
    .where("direction", "=", "in")
    .where("created_at", "<=", thread.held_at ?? app.clock.now())
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const { id: message_id = null, body: wording = null } = text ?? {};
  await stopTexts(trx, app, { phone: thread.phone, source: "staff", wording, message_id, who });
}
