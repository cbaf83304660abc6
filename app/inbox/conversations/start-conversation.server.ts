import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { findOrCreateConversation } from "~/messages/conversations/find-or-create-conversation.server";
import { sendText } from "~/messages/send-text.server";
import type { StartConversation } from "../inbox-schema";
import { strings } from "../strings";
import type { Conversation } from "./conversation";
import { findConversation } from "./list-conversations.server";
import { chooseSender } from "./sender.server";

interface Start extends StartConversation {
  /** As in `chooseSender`. */
  company_id?: number | null;
}

export function startConversation(app: App, who: Staff, input: Start): Promise<Conversation> {
  return app.db.transaction().execute(async (trx) => {
    const body = input.first_message;
    if (body && (await findConsent(trx, input.phone)) === "withdrawn") {
      throw new Refusal("conflict", strings.optedOut);
    }
    const { company_id: companyId, ...patient } = input;
    await checkDatabase(trx, patient.brightree_db);
    const conversation = await findOrCreateConversation({ trx, app }, patient);
    const { id } = conversation;
    if (body) {
      await chooseSender(trx, conversation, companyId);
      await sendText(
        { trx, app },
        {
          conversationId: id,
          body,
          authorUserId: who.userId,
          kind: "chat",
          automated: false,
        },
      );
    }
    await logAudit({ trx, app, who }, "thread.started", `thread ${id}`);
    return findConversation(trx, id);
  });
}

async function checkDatabase(db: Db, name: string | null | undefined): Promise<void> {
  if (!name) return;
  const known = await db.selectFrom("databases").select("name").where("name", "=", name).executeTakeFirst();
  if (!known) throw invalidField("brightree_db", "Database not found.");
}
