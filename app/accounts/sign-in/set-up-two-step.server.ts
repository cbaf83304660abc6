import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { clearLimit, spend } from "~/boot/rate-limits.server";
import { invalidField, Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Row } from "~/db/tables";
import { enqueue } from "~/messages/enqueue.server";
import { twoStepChangedNotices } from "../account-notices";
import { hasPasskeys } from "../passkeys/passkeys.server";
import { requirePassword } from "../passwords/change-password.server";
import { requireLocalAdmin } from "../sso/sso-settings.server";
import { accountStrings } from "../strings";
import { findUserRow } from "../users/users.server";
import { codeHash, sendCode } from "./challenge.server";
import { renewRecoveryCodes } from "./recovery-codes.server";
import { removeTwoStepMethod } from "./remove-two-step.server";
import { codesSent, wrongCodes } from "./sign-in-limits.server";
import { newTotpSecret, totpStep, totpUri } from "./totp.server";

const offerLife = 15 * minute;

export async function findTwoStep(app: App, who: Staff) {
  const user = await findUserRow(app.reads, who.userId);
  const { left } = await app.reads
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("user_id", "=", who.userId)
    .executeTakeFirstOrThrow();
  const offer = await app.reads
    .selectFrom("two_step_offers")
    .selectAll()
    .where("user_id", "=", who.userId)
    .where("expires_at", ">", app.clock.now())
    .executeTakeFirst();
  const secret = offer?.secret_sealed ? app.secrets.open(offer.secret_sealed) : null;
  return {
    way: user.two_step,
    phone: user.phone,
    recoveryCodes: left,
    offer: offer
      ? { way: offer.way, secret, qr: secret && (await drawQr(totpUri(secret, user.email))) }
      : null,
  };
}

async function drawQr(text: string): Promise<string> {
  const { toString: draw } = await import("qrcode");
  return draw(text, { type: "svg", margin: 2 });
}

/** Sends a code or makes an authenticator secret. Two-step sign-in is on after the first correct code. */
export async function offerTwoStep(
  app: App,
  who: Staff,
  { way, current }: { way: Row<"two_step_offers">["way"]; current: string },
): Promise<void> {
  const recheck = await requirePassword(app, who, current);
  await app.db.transaction().execute(async (trx) => {
    await recheck(trx);
    const user = await findUserRow(trx, who.userId);
    if (way === "sms" && !user.phone) {
      throw invalidField("way", "There is no phone number on file for you. Ask an admin to add one.");
    }
    const code = way === "totp" ? null : await sendCode({ trx, app }, user, way);
    const offer = {
      way,
      secret_sealed: way === "totp" ? app.secrets.seal(newTotpSecret()) : null,
      code_hash: code && codeHash(app, `offer ${user.id}`, code),
      tries: 0,
      expires_at: app.clock.now() + offerLife,
    };
    await trx
      .insertInto("two_step_offers")
      .values({ user_id: user.id, ...offer })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(offer))
      .execute();
  });
}

/** Turns on the offered method after its first correct code. @returns the recovery codes */
export async function confirmTwoStep(app: App, who: Staff, code: string): Promise<string[]> {
  await spend(app, wrongCodes, String(who.userId));
  const codes = await app.db.transaction().execute(async (trx) => {
    const offer = await trx
      .selectFrom("two_step_offers")
      .selectAll()
      .where("user_id", "=", who.userId)
      .where("expires_at", ">", app.clock.now())
      .executeTakeFirstOrThrow(() => new Refusal("conflict", "This took too long. Please start over."));
    const step = offer.secret_sealed
      ? totpStep(app.secrets.open(offer.secret_sealed), code, app.clock.now())
      : null;
    const right =
      offer.way === "totp" ? step !== null : offer.code_hash === codeHash(app, `offer ${who.userId}`, code);
    if (!right) throw invalidField("digits", accountStrings.wrongCode);
    const user = await trx
      .updateTable("users")
      .set({ two_step: offer.way, totp_sealed: offer.secret_sealed, totp_step: step })
      .where("id", "=", who.userId)
      .returning(["email", "name", "phone"])
      .executeTakeFirstOrThrow();
    await trx.deleteFrom("two_step_offers").where("user_id", "=", who.userId).execute();
    await enqueue({ trx, app }, twoStepChangedNotices(user, true));
    await logAudit({ trx, app, who }, "two-step.on", `user ${who.userId}`, { way: offer.way });
    return renewRecoveryCodes({ trx, app }, who.userId);
  });
  await clearLimit(app, wrongCodes, String(who.userId));
  await clearLimit(app, codesSent, String(who.userId));
  return codes;
}

export async function turnOffTwoStep(app: App, who: Staff, current: string): Promise<void> {
  const recheck = await requirePassword(app, who, current);
  await app.db.transaction().execute(async (trx) => {
    await recheck(trx);
    await removeTwoStepMethod(trx, who.userId);
    await requireLocalAdmin(trx);
    await enqueue({ trx, app }, twoStepChangedNotices(await findUserRow(trx, who.userId), false));
    await logAudit({ trx, app, who }, "two-step.off", `user ${who.userId}`);
  });
}

export async function renewOwnRecoveryCodes(app: App, who: Staff, current: string): Promise<string[]> {
  const recheck = await requirePassword(app, who, current);
  return app.db.transaction().execute(async (trx) => {
    await recheck(trx);
    const { two_step } = await findUserRow(trx, who.userId);
    if (two_step === "off" && !(await hasPasskeys(trx, who.userId))) {
      throw new Refusal("conflict", "Turn on two-step sign-in or add a passkey first.");
    }
    await logAudit({ trx, app, who }, "recovery-codes.renewed", `user ${who.userId}`);
    return renewRecoveryCodes({ trx, app }, who.userId);
  });
}
