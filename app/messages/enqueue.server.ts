import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { findOrCreateThread } from "./find-or-create-thread.server";
import { isToStaff, waitsInRecipientQueue } from "./message-kinds";
import { type ReplacementEmail, saveReplacementEmail } from "./replacement-email.server";
import { sendText } from "./send-text.server";

/** One text or e-mail to somebody. */
export interface Notice {
  channel: "sms" | "email";
  /** A number in E.164, or an address. */
  recipient: string;
  /** Of an e-mail; null for a text. */
  subject?: string | null;
  body: string;
  /** What stands in the conversation of a text whose body holds a code or a link that lets somebody in. */
  shown?: string;
  /** What it is about, in one word: `visit-confirmed`, `access-code`. */
  kind: string;
  order_id?: number | null;
  visit_id?: number | null;
  /** When the visit it tells of begins: once that is another time, a waiting notice is dropped. */
  visit_start?: number | null;
  /** Of a text that goes alone: the e-mail in its place, once its number turns out to have said STOP. */
  instead?: ReplacementEmail | undefined;
  /** An invitation that goes along with an e-mail, as iCalendar text. */
  calendar?: { method: "REQUEST" | "CANCEL"; text: string };
  /** A second notice of the same key is not written. */
  dedupe_key?: string;
}

/** Writes what is to be sent inside the caller's transaction: a change and its notices land together. */
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

/** A text to a patient stands in the conversation with that number, whoever wrote it. */
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
  const thread = await findOrCreateThread(trx, app, { phone: notice.recipient, ...order });
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
    instead: notice.instead,
  });
}

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
  if (notice.instead) await saveReplacementEmail(trx, app, id, notice.instead);
}
