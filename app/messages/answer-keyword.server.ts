import type { AppTx } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import type { Row } from "~/db/tables";
import { findConversationLanguage } from "./conversations/find-conversation-language.server";
import { findSendingCompany, type SendingCompany } from "./conversations/find-sending-company.server";
import { isWithinLimit } from "./is-within-limit.server";
import type { MessageKind } from "./message-kinds";
import { sendText } from "./send-text.server";

interface KeywordAnswer {
  kind: MessageKind;
  /** Called in the patient's language. */
  write(company: SendingCompany): string;
}

/** Answers HELP or an opt-out immediately, unless the number has had enough answers of this kind. */
export async function answerKeyword(
  { trx, app }: AppTx,
  conversation: Row<"threads">,
  { kind, write }: KeywordAnswer,
): Promise<void> {
  if (!(await isWithinLimit({ trx, app }, conversation.phone, kind))) return;
  const company = await findSendingCompany(trx, conversation);
  const reader = await findConversationLanguage(trx, conversation);
  const body = inLanguage(reader, () => write(company));
  const { language } = reader;
  await sendText({ trx, app }, { conversationId: conversation.id, body, language, kind, automated: true });
}
