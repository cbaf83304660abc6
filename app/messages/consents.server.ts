import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { releaseHeld } from "./release-held.server";

export interface ConsentEvent {
  phone: string;
  source: Row<"consents">["source"];
  /** Exactly as shown or written. */
  wording: string | null;
  who?: Who;
  messageId?: number;
}

export type ConsentStatus = "given" | "withdrawn" | "none";

/** After STOP only the patient's own text can agree again. @returns whether the number may be texted now */
export async function giveConsent(trx: Db, app: App, event: ConsentEvent): Promise<boolean> {
  const { phone, source } = event;
  if (source !== "keyword" && (await findConsent(trx, phone)) === "withdrawn") return false;
  const now = app.clock.now();
  await writeEvent(trx, app, 1, event);
  await trx
    .updateTable("threads")
    .set({ sms_consent: 1, consented_at: now })
    .where("phone", "=", phone)
    .where("sms_consent", "=", 0)
    .execute();
  await releaseHeld(trx, app, phone);
  return true;
}

/** Held messages stay held. */
export async function withdrawConsent(trx: Db, app: App, event: ConsentEvent): Promise<void> {
  await writeEvent(trx, app, 0, event);
  await trx
    .updateTable("threads")
    .set({ sms_consent: 0, consented_at: null })
    .where("phone", "=", event.phone)
    .execute();
}

async function writeEvent(trx: Db, app: App, given: 0 | 1, event: ConsentEvent): Promise<void> {
  const who = event.who ?? { kind: "anonymous", address: null };
  const { id } = await trx
    .insertInto("consents")
    .values({
      phone: event.phone,
      given,
      source: event.source,
      wording: event.wording,
      created_at: app.clock.now(),
      user_id: who.kind === "staff" ? who.userId : null,
      address: who.address,
      message_id: event.messageId ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logAudit(trx, app, who, {
    action: given ? "consent.given" : "consent.withdrawn",
    subject: `consent ${id}`,
    details: { source: event.source },
  });
}

export async function findConsent(db: Db, phone: string): Promise<ConsentStatus> {
  const last = await db
    .selectFrom("consents")
    .select("given")
    .where("phone", "=", phone)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return "none";
  return last.given ? "given" : "withdrawn";
}

export function listConsents(db: Db, phone: string) {
  return db
    .selectFrom("consents")
    .leftJoin("users", "users.id", "consents.user_id")
    .select([
      "consents.id",
      "consents.given",
      "consents.source",
      "consents.wording",
      "consents.created_at",
      "consents.message_id",
      "users.name as user_name",
    ])
    .where("consents.phone", "=", phone)
    .orderBy("consents.id", "desc")
    .limit(200)
    .execute();
}
