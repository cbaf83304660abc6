import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { AppTx } from "~/boot/app.server";
import { anonymous, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { queueEvent } from "~/webhooks/queue-event.server";
import { releaseTextsAwaitingConsent } from "./release-texts-awaiting-consent.server";
import { versionOfWording } from "./wording-version.server";

/** `wording` is the exact text that the patient saw or wrote. */
export interface ConsentEvent
  extends Pick<Row<"consents">, "phone" | "source" | "wording">,
    Partial<Pick<Row<"consents">, "message_id" | "channel" | "note">> {
  who?: Who;
}

export type ConsentStatus = "given" | "withdrawn" | "none";

/** After an opt-out, texts start again only if the patient asks for them (decision 053). */
const isPatientsRequest = ({ source, channel }: ConsentEvent): boolean =>
  source === "keyword" || source === "switch" || (source === "staff" && Boolean(channel));

/** @returns whether the number may be texted now: a checkbox or an import doesn't undo an opt-out */
export async function giveConsent({ trx, app }: AppTx, event: ConsentEvent): Promise<boolean> {
  const { phone } = event;
  const before = await findConsent(trx, phone);
  if (!isPatientsRequest(event) && before === "withdrawn") return false;
  await writeEvent({ trx, app }, { before, given: 1, event });
  await trx
    .updateTable("threads")
    .set({
      sms_consent: 1,
      consented_at: sql`iif(sms_consent = 1, consented_at, ${app.clock.now()})`,
      ...withoutPossibleOptOut,
    })
    .where("phone", "=", phone)
    .where((thread) => thread.or([thread("sms_consent", "=", 0), thread("hold", "=", "possible_opt_out")]))
    .execute();
  const isByStaff = event.source === "staff" || event.source === "import";
  await releaseTextsAwaitingConsent({ trx, app }, phone, isByStaff ? "staff" : "patient");
  return true;
}

export async function withdrawConsent({ trx, app }: AppTx, event: ConsentEvent): Promise<void> {
  const before = await findConsent(trx, event.phone);
  await writeEvent({ trx, app }, { before, given: 0, event });
  await trx
    .updateTable("threads")
    .set({ sms_consent: 0, consented_at: null, ...withoutPossibleOptOut })
    .where("phone", "=", event.phone)
    .execute();
}

/** A wrong number stays on hold until staff resolve it. */
const withoutPossibleOptOut = {
  hold: sql<null>`nullif(hold, 'possible_opt_out')`,
  held_at: sql<null>`iif(hold = 'possible_opt_out', null, held_at)`,
};

async function writeEvent(
  { trx, app }: AppTx,
  { before, given, event }: { before: ConsentStatus; given: 0 | 1; event: ConsentEvent },
): Promise<void> {
  const { who = anonymous(null), ...consent } = event;
  const { phone, source, channel } = event;
  const now = app.clock.now();
  if (before !== consentOf(given)) {
    await queueConsentEvent(trx, now, { phone, granted: given === 1 });
  }
  const { id } = await trx
    .insertInto("consents")
    .values({
      ...consent,
      given,
      created_at: now,
      user_id: who.kind === "staff" ? who.userId : null,
      address: who.address,
      wording_version: await versionOfWording(trx, event),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logAudit({ trx, app, who }, given ? "consent.given" : "consent.withdrawn", `consent ${id}`, {
    source,
    ...(channel && { channel }),
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
  return consentOf(last?.given);
}

/** `given` of the newest event of the phone number of a query's `orders`. Null without an event. */
export const selectConsent = sql<0 | 1 | null>`(
  select given from consents where phone = orders.phone order by id desc limit 1)`;

/** @param given of the newest event, if there is one */
export function consentOf(given: number | null | undefined): ConsentStatus {
  if (given == null) return "none";
  return given ? "given" : "withdrawn";
}

export type ConsentEntry = Awaited<ReturnType<typeof listConsents>>[number];

/** Newest first. */
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

/** Queues one event for each patient with this phone number, for companies with a webhook. */
async function queueConsentEvent(
  trx: Db,
  at: number,
  { phone, granted }: { phone: string; granted: boolean },
): Promise<void> {
  const patients = await trx
    .selectFrom("webhook_endpoints")
    .innerJoin("databases", "databases.company_id", "webhook_endpoints.company_id")
    .innerJoin("orders", "orders.brightree_db", "databases.name")
    .select(["orders.brightree_db", "orders.patient_id"])
    .distinct()
    .where("orders.phone", "=", phone)
    .execute();
  for (const { brightree_db, patient_id } of patients) {
    await queueEvent(trx, {
      type: "consent.changed",
      database: brightree_db,
      subject: `consent ${brightree_db} ${patient_id}`,
      at,
      data: { brightree_db, patient_id, granted },
    });
  }
}
