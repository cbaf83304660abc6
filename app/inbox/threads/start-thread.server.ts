import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { findConsent } from "~/messages/consent/consents.server";
import { sendText } from "~/messages/send-text.server";
import { findOrCreateThread } from "~/messages/threads/find-or-create-thread.server";
import type { StartThread } from "../inbox-schema";
import { strings } from "../strings";
import { findThread } from "./list-threads.server";
import type { Thread } from "./thread";

export function startThread(app: App, who: Staff, input: StartThread): Promise<Thread> {
  return app.db.transaction().execute(async (trx) => {
    const body = input.first_message;
    if (body && (await findConsent(trx, input.phone)) === "withdrawn") {
      throw new Refusal("conflict", strings.optedOut);
    }
    const { id } = await findOrCreateThread(trx, app, input);
    if (body) {
      await sendText(trx, app, {
        threadId: id,
        body,
        authorUserId: who.userId,
        kind: "chat",
        automated: false,
      });
    }
    await logAudit(trx, app, who, "thread.started", `thread ${id}`);
    return findThread(trx, id);
  });
}
