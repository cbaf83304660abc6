import type { AppTx } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { day } from "~/core/time";
import type { Row } from "~/db/tables";
import { findConversationLanguage } from "../conversations/find-conversation-language.server";
import { findSendingCompany } from "../conversations/find-sending-company.server";
import { optOutConfirmation } from "../message-kinds";
import { sendText } from "../send-text.server";
import { patientStrings } from "../strings";

/**
 * Confirms an opt-out with the one text that 47 CFR 64.1200(a)(12) allows, within five minutes. Sends at most one a day
 * to a number.
 */
export async function confirmOptOut({ trx, app }: AppTx, conversation: Row<"threads">): Promise<void> {
  const recent = await trx
    .selectFrom("outbox")
    .select("id")
    .where("recipient", "=", conversation.phone)
    .where("kind", "=", optOutConfirmation)
    .where("created_at", ">", app.clock.now() - day)
    .executeTakeFirst();
  if (recent) return;
  const { name } = await findSendingCompany(trx, conversation);
  const reader = await findConversationLanguage(trx, conversation);
  await sendText(
    { trx, app },
    {
      conversationId: conversation.id,
      body: inLanguage(reader, () => fill(patientStrings.optedOut, { company: name })),
      language: reader.language,
      kind: optOutConfirmation,
      automated: true,
    },
  );
}
