import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx, Tx } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "../consent/consents.server";
import { releaseTextsAwaitingConsent } from "../consent/release-texts-awaiting-consent.server";
import { stopTexts } from "../consent/stop-texts.server";
import { findOwnConversation } from "../conversations/find-own-conversation.server";
import { consentRequest, rulesOf } from "../message-kinds";
import { noLease, syncMessageStatus } from "../outbox-rows.server";
import { requestConsent } from "../send-text.server";
import { textTime } from "../text-time.server";

type Hold = NonNullable<Row<"threads">["hold"]>;

/** Pauses automated texts to the number until staff decide. Doesn't change its consent. */
export async function holdNumber(trx: Db, now: number, id: number, hold: Hold): Promise<void> {
  await trx.updateTable("threads").set({ hold, held_at: now }).where("id", "=", id).execute();
}

async function isOnHold(db: Db, phone: string): Promise<boolean> {
  const conversation = await db
    .selectFrom("threads")
    .select("id")
    .where("phone", "=", phone)
    .where("hold", "is not", null)
    .executeTakeFirst();
  return conversation !== undefined;
}

/** Longest hold first. */
export function listHolds(db: Db, limit: number, database?: string) {
  const holds = db
    .selectFrom("threads")
    .select(["id", "phone", "patient_name", "hold", "held_at"])
    .where("hold", "is not", null)
    .orderBy("held_at")
    .orderBy("id")
    .limit(limit);
  return (database ? holds.where("brightree_db", "=", database) : holds).execute();
}

/** Removes a due automated text from the queue if its number is on hold. */
export async function waitOnHold(trx: Db, row: Row<"outbox">): Promise<boolean> {
  if (row.channel !== "sms" || !row.automated || rulesOf(row.kind).immediate) return false;
  if (!(await isOnHold(trx, row.recipient))) return false;
  await trx
    .updateTable("outbox")
    .set({ ...noLease, status: "held" })
    .where("id", "=", row.id)
    .execute();
  await syncMessageStatus(trx, row, { status: "held" });
  return true;
}

/** Resumes texts to the number, if consent and quiet hours allow them. */
export async function endNumberHold({ trx, app }: AppTx, conversation: Row<"threads">): Promise<void> {
  const { id, phone } = conversation;
  await trx.updateTable("threads").set({ hold: null, held_at: null }).where("id", "=", id).execute();
  const consent = await findConsent(trx, phone);
  if (consent === "given") await releaseTextsAwaitingConsent({ trx, app }, phone, "staff");
  if (consent === "none") await resumeConsentRequest({ trx, app }, conversation);
}

/** Sends the consent request that the hold stopped, or a new one if texts are waiting for consent. */
async function resumeConsentRequest({ trx, app }: AppTx, conversation: Row<"threads">): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("outbox")
    .set({ status: "queued", not_before: await textTime(trx, app, conversation) })
    .where("recipient", "=", conversation.phone)
    .where("status", "=", "held")
    .where("kind", "=", consentRequest)
    .executeTakeFirst();
  app.delivery.notify();
  if (numUpdatedRows > 0n) return;
  const waiting = await trx
    .selectFrom("outbox")
    .select("order_id")
    .where("recipient", "=", conversation.phone)
    .where("channel", "=", "sms")
    .where("status", "=", "held")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return;
  const toHelper = conversation.patient_id === null && (await isHelper(trx, conversation.phone));
  await requestConsent({ trx, app }, conversation, { ...waiting, automated: true, toHelper });
}

async function isHelper(db: Db, phone: string): Promise<boolean> {
  const helper = await db
    .selectFrom("helpers")
    .select("id")
    .where("phone", "=", phone)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return helper !== undefined;
}

interface Decided {
  id: number;
  decision: "opt_out" | "not_opt_out" | "resolved";
}

/** Ends the hold on a number. Does nothing if another staff member has already ended it. */
export function decideHold(app: App, who: Staff, { id, decision }: Decided): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const conversation = await findOwnConversation(trx, who, id);
    const { hold } = conversation;
    if (hold !== (decision === "resolved" ? "wrong_number" : "possible_opt_out")) return;
    await logAudit({ trx, app, who }, `hold.${decision}`, `thread ${id}`, { hold });
    if (decision === "opt_out") await recordOptOut({ trx, app, who }, conversation);
    else await endNumberHold({ trx, app }, conversation);
  });
}

/** Records the text that caused the hold as an opt-out, which also ends the hold. */
async function recordOptOut({ trx, app, who }: Tx<Staff>, conversation: Row<"threads">): Promise<void> {
  const text = await trx
    .selectFrom("messages")
    .select(["id", "body"])
    .where("thread_id", "=", conversation.id)
    .where("direction", "=", "in")
    .where("created_at", "<=", conversation.held_at ?? app.clock.now())
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const { id: message_id = null, body: wording = null } = text ?? {};
  await stopTexts({ trx, app }, { phone: conversation.phone, source: "staff", wording, message_id, who });
}
