import type { App } from "~/boot/app.server";
import type { Language } from "~/core/language/languages";
import type { Db } from "~/db/open.server";
import { type ReplacementEmail, saveReplacementEmail } from "./email/replacement-email.server";
import { isToStaff, waitsInRecipientQueue } from "./message-kinds";
import { sendText } from "./send-text.server";
import { findOrCreateThread } from "./threads/find-or-create-thread.server";

export interface Notice {
  channel: "sms" | "email";
  recipient: string;
  subject?: string | null;
  /** Of the subject and body; English without it. */
  language?: Language;
  body: string;
  /** Shown in the conversation instead of a body with a code or a sign-in link. */
  shown?: string;
  /** The name of a patient's helper, who is asked for an own consent. */
  helper?: string;
  /** What it is about, for example `visit-confirmed` or `access-code`. */
  kind: string;
  order_id?: number | null;
  visit_id?: number | null;
  /** Start of the visit: a waiting notice is dropped once the visit has another time. */
  visit_start?: number | null;
  /** Sent instead of the text when its number has texted STOP. */
  replacement?: ReplacementEmail | undefined;
  calendar?: { method: "REQUEST" | "CANCEL"; text: string };
  /** A second notice with the same key is ignored. */
  dedupe_key?: string;
}

/** Runs in the caller's transaction: a change and its notices are saved together. */
export async function enqueue(
  trx: Db,
  app: Pick<App, "clock" | "secrets" | "config" | "delivery">,
  notices: Notice[],
): Promise<void> {
  for (const notice of notices) {
    if (notice.dedupe_key && (await isWritten(trx, notice.dedupe_key))) continue;
    if (notice.channel === "sms" && !isToStaff(notice.kind)) await enqueueText(trx, app, notice);
    else await enqueueRow(trx, app, notice);
  }
  if (notices.length > 0) app.delivery.notify();
}

async function isWritten(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom("outbox").select("id").where("dedupe_key", "=", key).executeTakeFirst();
  return row !== undefined;
}

async function enqueueText(
  trx: Db,
  app: Pick<App, "clock" | "secrets" | "config" | "delivery">,
  notice: Notice,
): Promise<void> {
  const order = notice.order_id
    ? await trx
        .selectFrom("orders")
        .select(["patient_id as patientId", "brightree_db as brightreeDb", "patient_name as patientName"])
        .where("id", "=", notice.order_id)
        .executeTakeFirst()
    : undefined;
  const recipient = notice.helper
    ? { otherwise: { name: helperName(notice.helper), brightreeDb: order?.brightreeDb ?? null } }
    : order;
  const thread = await findOrCreateThread(trx, app, { phone: notice.recipient, ...recipient });
  await sendText(trx, app, {
    threadId: thread.id,
    body: notice.shown ?? notice.body,
    secretBody: notice.body,
    authorUserId: null,
    kind: notice.kind,
    orderId: notice.order_id,
    visitId: notice.visit_id,
    visitStart: notice.visit_start,
    automated: true,
    dedupeKey: notice.dedupe_key,
    language: notice.language,
    replacement: notice.replacement,
    toHelper: notice.helper !== undefined,
  });
}

/** What staff see as the name of a helper's conversation. */
const helperName = (name: string) => `${name} (helper)`;

async function enqueueRow(trx: Db, app: Pick<App, "clock" | "secrets">, notice: Notice): Promise<void> {
  const now = app.clock.now();
  const { id } = await trx
    .insertInto("outbox")
    .values({
      channel: notice.channel,
      recipient: notice.recipient,
      subject: notice.subject ?? null,
      body_sealed: app.secrets.seal(notice.body),
      calendar: notice.calendar?.text ?? null,
      calendar_method: notice.calendar?.method ?? null,
      kind: notice.kind,
      language: notice.language ?? null,
      in_line: Number(waitsInRecipientQueue(notice.kind)),
      order_id: notice.order_id ?? null,
      visit_id: notice.visit_id ?? null,
      visit_start: notice.visit_start ?? null,
      dedupe_key: notice.dedupe_key ?? null,
      created_at: now,
      not_before: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (notice.replacement) await saveReplacementEmail(trx, app, id, notice.replacement);
}
