import type { App } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { companyOf } from "../company-of-thread.server";
import { optOutConfirmation } from "../message-kinds";
import { sendText } from "../send-text.server";
import { patientStrings } from "../strings";
import { findThreadLanguage } from "../thread-language.server";

/** Sends one text that only confirms the opt-out, within five minutes (47 CFR 64.1200(a)(12)). */
export async function confirmOptOut(trx: Db, app: App, thread: Row<"threads">): Promise<void> {
  const { name } = await companyOf(trx, { database: thread.brightree_db });
  const reader = await findThreadLanguage(trx, { thread });
  await sendText(trx, app, {
    threadId: thread.id,
    body: inLanguage(reader, () => fill(patientStrings.optedOut, { company: name })),
    language: reader.language,
    authorUserId: null,
    kind: optOutConfirmation,
    automated: true,
  });
}
