import type { App } from "~/boot/app.server";
import { strings as companyStrings } from "~/company/strings";
import { inLanguage } from "~/core/language/language-scope.server";
import type { Language } from "~/core/language/languages";
import { fill } from "~/core/language/strings";
import { isPhoneNumber } from "~/core/phone";
import { Refusal } from "~/core/refusal";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { OutboxStatus, Row } from "~/db/tables";
import { findConsent } from "./consent/consents.server";
import { type ReplacementEmail, saveReplacementEmail } from "./email/replacement-email.server";
import { consentRequest, isRequestedNow, optOutConfirmation } from "./message-kinds";
import { classifyText } from "./opt-out/classify-text";
import { messageStrings } from "./staff-strings";
import { patientStrings } from "./strings";
import { textTime } from "./text-time.server";
import { touchThread } from "./threads/find-or-create-thread.server";
import { findSendingCompany } from "./threads/find-sending-company.server";
import { findThreadLanguage } from "./threads/find-thread-language.server";

type SendContext = Pick<App, "clock" | "secrets" | "config" | "delivery">;

export interface OutgoingText {
  threadId: number;
  body: string;
  /** Sent instead of `body` where it holds a code or a sign-in link. */
  secretBody?: string | undefined;
  authorUserId: number | null;
  kind: string;
  orderId?: number | null | undefined;
  visitId?: number | null | undefined;
  /** Start of the visit: the text is dropped once the visit has another time. */
  visitStart?: number | null | undefined;
  automated: boolean;
  dedupeKey?: string | null | undefined;
  language?: Language | undefined;
  /** Sent instead when the number has texted STOP. */
  replacement?: ReplacementEmail | undefined;
  /** The recipient helps a patient, whom a request for consent doesn't name. */
  toHelper?: boolean | undefined;
}

/** Without consent the text is held, and consent is requested at most once a day. An opt-out drops it. */
export async function sendText(trx: Db, app: SendContext, text: OutgoingText): Promise<Row<"messages">> {
  const thread = await trx
    .selectFrom("threads")
    .selectAll()
    .where("id", "=", text.threadId)
    .executeTakeFirstOrThrow();
  if (!isPhoneNumber(thread.phone)) throw new Refusal("conflict", messageStrings.noPhone);
  const consent = await findConsent(trx, thread.phone);
  if (text.kind === optOutConfirmation) return writeText(trx, app, thread, text, "queued");
  if (consent === "withdrawn") return writeText(trx, app, thread, text, "dropped");
  if (isRequestedNow(text.kind)) return writeText(trx, app, thread, text, "queued");
  const waitsForStaff = text.automated && thread.hold !== null;
  if (consent === "none" && !waitsForStaff) await requestConsent(trx, app, thread, text);
  return writeText(trx, app, thread, text, consent === "none" || waitsForStaff ? "held" : "queued");
}

/** At most once a day. */
export async function requestConsent(
  trx: Db,
  app: SendContext,
  thread: Row<"threads">,
  cause: Pick<OutgoingText, "automated" | "orderId" | "toHelper">,
): Promise<void> {
  const recentRequest = await trx
    .selectFrom("outbox")
    .select("id")
    .where("recipient", "=", thread.phone)
    .where("kind", "=", consentRequest)
    .where("created_at", ">", app.clock.now() - day)
    .executeTakeFirst();
  if (recentRequest) return;
  const { name } = await findSendingCompany(trx, { orderId: cause.orderId, database: thread.brightree_db });
  const reader = await findThreadLanguage(trx, { orderId: cause.orderId, thread });
  const body = inLanguage(reader, () =>
    fill(cause.toHelper ? patientStrings.helperConsentRequest : patientStrings.consentRequest, {
      company: name,
      frequency: companyStrings.messageFrequencyInText,
    }),
  );
  const { automated, orderId } = cause;
  const request = { authorUserId: null, kind: consentRequest, automated, orderId };
  await writeText(
    trx,
    app,
    thread,
    { ...request, threadId: thread.id, body, language: reader.language },
    "queued",
  );
}

async function writeText(
  trx: Db,
  app: SendContext,
  thread: Row<"threads">,
  text: OutgoingText,
  status: Extract<OutboxStatus, "queued" | "held" | "dropped">,
): Promise<Row<"messages">> {
  const now = app.clock.now();
  const error = status === "dropped" ? messageStrings.stopped : null;
  const message = await trx
    .insertInto("messages")
    .values({
      thread_id: thread.id,
      direction: "out",
      body: text.body,
      status,
      created_at: now,
      author_user_id: text.authorUserId,
      error,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const sendsNow = !text.automated || isRequestedNow(text.kind);
  const { id } = await trx
    .insertInto("outbox")
    .values({
      channel: "sms",
      recipient: thread.phone,
      body_sealed: app.secrets.seal(text.secretBody ?? text.body),
      kind: text.kind,
      language: text.language ?? null,
      in_line: Number(!isRequestedNow(text.kind)),
      automated: Number(text.automated),
      order_id: text.orderId ?? null,
      visit_id: text.visitId ?? null,
      visit_start: text.visitStart ?? null,
      message_id: message.id,
      dedupe_key: text.dedupeKey ?? null,
      status,
      created_at: now,
      not_before: sendsNow ? now : await textTime(trx, app, { orderId: text.orderId, thread }),
      error,
      finished_at: status === "dropped" ? now : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (text.replacement && status !== "dropped") await saveReplacementEmail(trx, app, id, text.replacement);
  if (!text.automated || !isQuestion(thread)) {
    await touchThread(trx, thread.id, { body: text.body, direction: "out", at: now });
  }
  if (status === "queued") app.delivery.notify();
  return message;
}

/** An automatic text doesn't answer a patient's question, so the thread stays unanswered. */
export const isQuestion = ({ last_dir, last_body, done_at }: Row<"threads">) =>
  last_dir === "in" && done_at === null && classifyText(last_body ?? "") === null;
