import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { iso } from "~/core/time";
import { anonymous, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { queueConsentEvent } from "./queue-consent-event.server";
import { releaseTextsAwaitingConsent } from "./release-texts-awaiting-consent.server";
import { versionOfWording } from "./wording-version.server";

export interface ConsentEvent {
  phone: string;
  source: Row<"consents">["source"];
  /** Exactly as shown or written. */
  wording: string | null;
  who?: Who;
  messageId?: number;
  /** The way the patient contacted the staff member who recorded it. */
  channel?: Row<"consents">["channel"];
  note?: string | null;
}

export type ConsentStatus = "given" | "withdrawn" | "none";

/** Only the patient's own request turns texts on again after an opt-out (docs/decisions/053-consent.md). */
const restores = ({ source, channel }: ConsentEvent): boolean =>
  source === "keyword" || source === "switch" || (source === "staff" && Boolean(channel));

/**
 * Records consent. A checkbox or an import doesn't turn texts on again after an opt-out.
 * @returns true if the number may be texted now
 */
export async function giveConsent(trx: Db, app: App, event: ConsentEvent): Promise<boolean> {
  const { phone } = event;
  if (!restores(event) && (await findConsent(trx, phone)) === "withdrawn") return false;
  const now = app.clock.now();
  await writeEvent(trx, app, 1, event);
  await trx
    .updateTable("threads")
    .set({ sms_consent: 1, consented_at: now })
    .where("phone", "=", phone)
    .where("sms_consent", "=", 0)
    .execute();
  await endPossibleOptOut(trx, phone);
  const isByStaff = event.source === "staff" || event.source === "import";
  await releaseTextsAwaitingConsent(trx, app, phone, isByStaff ? "staff" : "patient");
  return true;
}

export async function withdrawConsent(trx: Db, app: App, event: ConsentEvent): Promise<void> {
  await writeEvent(trx, app, 0, event);
  await trx
    .updateTable("threads")
    .set({ sms_consent: 0, consented_at: null })
    .where("phone", "=", event.phone)
    .execute();
  await endPossibleOptOut(trx, event.phone);
}

/** The patient has decided. For a wrong number, the hold stays until staff resolve it. */
async function endPossibleOptOut(trx: Db, phone: string): Promise<void> {
  await trx
    .updateTable("threads")
    .set({ hold: null, held_at: null })
    .where("phone", "=", phone)
    .where("hold", "=", "possible_opt_out")
    .execute();
}

async function writeEvent(trx: Db, app: App, given: 0 | 1, event: ConsentEvent): Promise<void> {
  const who = event.who ?? anonymous(null);
  const now = app.clock.now();
  const { phone } = event;
  if ((await findConsent(trx, phone)) !== (given ? "given" : "withdrawn")) {
    await queueConsentEvent(trx, now, { phone, granted: given === 1 });
  }
  const { id } = await trx
    .insertInto("consents")
    .values({
      phone,
      given,
      source: event.source,
      wording: event.wording,
      created_at: now,
      user_id: who.kind === "staff" ? who.userId : null,
      address: who.address,
      message_id: event.messageId ?? null,
      channel: event.channel ?? null,
      note: event.note ?? null,
      wording_version: await versionOfWording(trx, event),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logAudit(trx, app, who, given ? "consent.given" : "consent.withdrawn", `consent ${id}`, {
    source: event.source,
    ...(event.channel && { channel: event.channel }),
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

export type ConsentEntry = Awaited<ReturnType<typeof listConsents>>[number];

export const consentView = (entry: ConsentEntry) => ({
  at: iso(entry.created_at),
  granted: entry.given === 1,
  source: entry.channel ?? entry.source,
  wording: entry.wording ?? entry.note,
  by: entry.user_name,
});

export function listConsents(db: Db, phone: string, limit = 200) {
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
      "consents.channel",
      "consents.note",
      "consents.wording_version",
      "users.name as user_name",
    ])
    .where("consents.phone", "=", phone)
    .orderBy("consents.id", "desc")
    .limit(limit)
    .execute();
}
