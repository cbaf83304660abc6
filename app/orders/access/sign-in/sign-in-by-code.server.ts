import { openSession } from "~/accounts/sessions.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { callCompany } from "~/company/call-company";
import { findCompanyContact } from "~/company/company.server";
import { fill } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import { hashToken } from "~/core/secrets.server";
import { anonymous, type ClientInfo } from "~/core/who";
import type { Db } from "~/db/open.server";
import { canSend } from "~/messages/sending-outcome.server";
import type { SignInByCode } from "../../order-schema";
import { strings } from "../../strings";
import {
  checkAddressLimit,
  countAddressGuess,
  countWrongGuess,
  findPressure,
  isSecondFactRequired,
} from "../code-guess-limits.server";
import { isBrakeOn } from "../code-guess-odds";
import { codeGrace, codeHash, makeAccessCode } from "../make-access-code.server";
import { sendCode } from "../send-code.server";

/** A code works once, and again in the same browser in case the response was lost. @throws Refusal */
export async function signInByCode(app: App, client: ClientInfo, input: SignInByCode) {
  await checkAddressLimit({ db: app.reads, clock: app.clock }, client.address);
  // The transaction returns the Refusal, because throwing it would roll back the count of wrong codes.
  const outcome = await app.db.transaction().execute((trx) => attempt({ trx, app }, client, input));
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

async function attempt({ trx, app }: AppTx, client: ClientInfo, input: SignInByCode) {
  const counting = { db: trx, clock: app.clock };
  await checkAddressLimit(counting, client.address);
  const pressure = await findPressure(counting);
  const withFact = input.phone_last4 !== undefined || input.dob !== undefined;
  if (!withFact && (await isSecondFactRequired(counting, client, pressure))) {
    return new Refusal("signed-out", strings.factNeeded, { extra: { need: "phone_last4" } });
  }
  const found = await findCode({ trx, app }, client, input.code);
  const isRight = found !== null && (!withFact || isFactRight(found, input));
  if (isBrakeOn(pressure)) {
    await countAddressGuess(counting, client.address);
    if (isRight) await sendReplacement({ trx, app }, found);
    return new Refusal("signed-out", canSendLink(app) ? strings.linkSent : await callInstead(trx));
  }
  if (!isRight) {
    app.metrics.signInFailures.inc({ way: "access-code" });
    await countWrongGuess(counting, client, pressure, withFact);
    await logAudit({ trx, app, who: anonymous(client.address) }, "sign-in.refused", null, { way: "code" });
    const company = await findCompanyContact(trx, null);
    return new Refusal("signed-out", fill(strings.codeWrong, { callUs: callCompany(company) }));
  }
  return openCodeSession({ trx, app }, client, found);
}

const canSendLink = (app: Pick<App, "config">) => canSend(app, "sms") || canSend(app, "email");

const callInstead = async (db: Db) =>
  fill(strings.linkNotSent, { callUs: callCompany(await findCompanyContact(db, null)) });

type FoundCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

async function findCode({ trx, app }: AppTx, client: ClientInfo, code: string) {
  const now = app.clock.now();
  const found = await trx
    .selectFrom("access_codes")
    .innerJoin("orders", "orders.id", "access_codes.order_id")
    .select([
      "access_codes.id",
      "access_codes.used_at",
      "access_codes.phone as code_phone",
      "access_codes.email as code_email",
      "orders.id as order_id",
      "orders.patient_id",
      "orders.brightree_db",
      "orders.sales_order_no",
      "orders.phone",
      "orders.dob",
    ])
    .where("access_codes.code_hash", "=", codeHash(app, code))
    .where((eb) =>
      eb.or([
        eb.and([eb("access_codes.ended_at", "is", null), eb("access_codes.expires_at", ">", now)]),
        eb.and([
          eb("access_codes.used_at", ">", now - codeGrace),
          eb("access_codes.used_by", "=", hashToken(client.browser)),
        ]),
      ]),
    )
    .executeTakeFirst();
  return found ?? null;
}

/** Accepts the phone on file or the one that received the code. Without a phone, asks for the date of birth. */
function isFactRight(found: FoundCode, { phone_last4, dob }: SignInByCode): boolean {
  const phones = [found.phone, found.code_phone].filter((phone) => phone !== null);
  if (phones.length === 0) return found.dob === dob;
  return phone_last4 !== undefined && phones.some((phone) => phone.endsWith(phone_last4));
}

async function openCodeSession({ trx, app }: AppTx, client: ClientInfo, found: FoundCode) {
  const now = app.clock.now();
  const { order_id: orderId, patient_id, brightree_db, sales_order_no } = found;
  if (found.used_at === null) {
    await trx
      .updateTable("access_codes")
      .set({ used_at: now, used_by: hashToken(client.browser), ended_at: now })
      .where("id", "=", found.id)
      .execute();
  }
  const token = await openSession(trx, { kind: "code", orderId }, { now, ...client });
  await logAudit({ trx, app, who: anonymous(client.address) }, "sign-in.by-code", `order ${orderId}`);
  return { token, orderId, patient_id, brightree_db, sales_order_no };
}

async function sendReplacement({ trx, app }: AppTx, found: FoundCode): Promise<void> {
  const to = { phone: found.code_phone, email: found.code_email };
  const { code, expiresAt } = await makeAccessCode({ trx, app }, found.order_id, to);
  await sendCode({ trx, app }, { orderId: found.order_id, code, expiresAt, ...to });
}
