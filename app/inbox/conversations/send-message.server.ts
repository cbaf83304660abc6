import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { findConsent } from "~/messages/consent/consents.server";
import { sendText } from "~/messages/send-text.server";
import type { SendMessage } from "../inbox-schema";
import { strings } from "../strings";
import { findConversation } from "./list-conversations.server";
import { messageView } from "./message";
import { listUnseen } from "./messages.server";
import { stopReplying } from "./replying.server";
import { chooseSender } from "./sender.server";

interface Sending extends SendMessage {
  /** As in `chooseSender`. */
  company_id?: number | null;
}

/**
 * Sends a text from staff. Without consent, it waits until the patient replies YES.
 * @returns the id of the message
 * @throws Refusal "conflict" if there are newer messages (listed in `newer`), or after an opt-out
 */
export function sendMessage(
  app: App,
  who: Staff,
  { thread_id: conversationId, body, last_seen: lastSeen, company_id: companyId }: Sending,
): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    const conversation = await findConversation(trx, conversationId);
    const newer = lastSeen === undefined ? [] : await listUnseen(trx, conversationId, lastSeen, who.userId);
    if (newer.length > 0) {
      throw new Refusal(
        "conflict",
        "A new message arrived while you were writing. Read it, then press Send again.",
        { extra: { newer: newer.map(messageView) } },
      );
    }
    if ((await findConsent(trx, conversation.phone)) === "withdrawn") {
      throw new Refusal("conflict", strings.optedOut);
    }
    await chooseSender(trx, conversation, companyId);
    const { id } = await sendText(
      { trx, app },
      {
        conversationId,
        body,
        authorUserId: who.userId,
        kind: "chat",
        automated: false,
      },
    );
    await stopReplying(trx, who, conversationId);
    await logAudit({ trx, app, who }, "message.sent", `thread ${conversationId}`, { message: id });
    return id;
  });
}
