import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { clearLimit, refund, spend } from "~/boot/rate-limits.server";
import { Refusal } from "~/core/refusal";
import { hashToken, newAccessCode, newToken } from "~/core/secrets.server";
import { minute } from "~/core/time";
import { anonymous, type StaffMember } from "~/core/who";
import type { Row } from "~/db/tables";
import { findConsent } from "~/messages/consent/consents.server";
import { enqueue } from "~/messages/enqueue.server";
import { signInCodeNotices, type UserContact } from "../account-notices";
import type { LoginResponse, SecondStep } from "../account-schema";
import { findStaff } from "../find-staff.server";
import { hasPasskeys } from "../passkeys/passkeys.server";
import { refuseIfLocalOff } from "../sso/sso-settings.server";
import { accountStrings } from "../strings";
import { openStaffSession, type SignInSource } from "./open-staff-session.server";
import { isRecoveryCode } from "./recovery-codes.server";
import { codesSent, wrongCodes } from "./sign-in-limits.server";
import { acceptTotp } from "./totp.server";
import { twoStepOf } from "./two-step";

const challengeLife = 10 * minute;
const mostTries = 5;

/** Keyed with the secret, because an attacker could test all codes against a plain hash. */
export const codeHash = (app: Pick<App, "secrets">, holder: string, code: string) =>
  app.secrets.lookup("second-step", `${holder}\n${code}`);

export async function sendCode(
  { trx, app }: AppTx,
  user: UserContact & { id: number },
  method: "email" | "sms",
): Promise<string> {
  await spend({ db: trx, clock: app.clock }, codesSent, String(user.id));
  const code = newAccessCode();
  const optedOut = method === "sms" && (!user.phone || (await findConsent(trx, user.phone)) === "withdrawn");
  await enqueue({ trx, app }, signInCodeNotices(user, optedOut ? "email" : method, code));
  return code;
}

/** After the first step, opens a session, or asks for the second step if the user needs one. */
export async function finishFirstStep(
  { trx, app }: AppTx,
  user: Row<"users">,
  staff: StaffMember,
  from: SignInSource,
): Promise<LoginResponse> {
  const hasPasskey = await hasPasskeys(trx, user.id);
  const method = twoStepOf(user.two_step, hasPasskey, staff.roles, app.config.requireMfa);
  if (method === "off") return openStaffSession({ trx, app }, staff, from);
  const challenge = newToken();
  const now = app.clock.now();
  const challengeHash = hashToken(challenge);
  const isSent = method === "email" || method === "sms";
  const code = isSent ? await sendCode({ trx, app }, user, method) : null;
  await trx
    .insertInto("sign_in_challenges")
    .values({
      challenge_hash: challengeHash,
      user_id: user.id,
      way: method,
      code_hash: code && codeHash(app, challengeHash, code),
      created_at: now,
      expires_at: now + challengeLife,
      by_sso: from.sso ? 1 : 0,
      sso_sid: from.sso?.sid ?? null,
    })
    .execute();
  await logAudit(
    { trx, app, who: anonymous(from.address, user.email) },
    "sign-in.second-step",
    `user ${user.id}`,
  );
  return { mfa_required: true, challenge, way: method, ...(hasPasskey && { passkey: true as const }) };
}

/** Verifies a code that was sent, an authenticator code, or a recovery code. @throws Refusal "signed-out" */
export async function verifySecondStep(app: App, input: SecondStep & SignInSource): Promise<LoginResponse> {
  const challengeHash = hashToken(input.challenge);
  const open = await app.reads
    .selectFrom("sign_in_challenges")
    .select("user_id")
    .where("challenge_hash", "=", challengeHash)
    .executeTakeFirstOrThrow(() => new Refusal("signed-out", accountStrings.challengeOver));
  const key = String(open.user_id);
  await spend(app, wrongCodes, key);
  const outcome = await app.db.transaction().execute((trx) => decide({ trx, app }, challengeHash, input));
  if (outcome === "over") {
    await refund(app, wrongCodes, key);
    throw new Refusal("signed-out", accountStrings.challengeOver);
  }
  if (outcome === "wrong") throw new Refusal("signed-out", accountStrings.wrongCode);
  await clearLimit(app, wrongCodes, key);
  await clearLimit(app, codesSent, key);
  return outcome;
}

// Returns the failure, because throwing an error would roll back the count of wrong codes.
async function decide(
  { trx, app }: AppTx,
  challengeHash: string,
  { code, address, agent }: SecondStep & SignInSource,
): Promise<LoginResponse | "wrong" | "over"> {
  const challenge = await trx
    .updateTable("sign_in_challenges")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("challenge_hash", "=", challengeHash)
    .where("expires_at", ">", app.clock.now())
    .where("tries", "<", mostTries)
    .returningAll()
    .executeTakeFirst();
  const staff = challenge && (await findStaff(trx, challenge.user_id));
  if (!challenge || !staff) return "over";
  if (!(await isRight({ trx, app }, challenge, code))) {
    app.metrics.signInFailures.inc({ way: "second-step" });
    await logAudit(
      { trx, app, who: anonymous(address, staff.email) },
      "sign-in.failed",
      `user ${staff.userId}`,
    );
    return "wrong";
  }
  return completeChallenge({ trx, app }, challenge, staff, { address, agent });
}

/** Opens the session after a correct second step. @throws Refusal "forbidden" if local sign-in was turned off */
export async function completeChallenge(
  { trx, app }: AppTx,
  { challenge_hash, by_sso, sso_sid: sid }: Row<"sign_in_challenges">,
  staff: StaffMember,
  from: SignInSource,
): Promise<LoginResponse> {
  await trx.deleteFrom("sign_in_challenges").where("challenge_hash", "=", challenge_hash).execute();
  if (by_sso === 0) await refuseIfLocalOff(trx, staff.userId);
  return openStaffSession({ trx, app }, staff, { ...from, ...(by_sso === 1 && { sso: { sid } }) });
}

async function isRight(
  { trx, app }: AppTx,
  challenge: Row<"sign_in_challenges">,
  code: string,
): Promise<boolean> {
  if (code.length > 6) return isRecoveryCode({ trx, app }, challenge.user_id, code);
  if (challenge.way === "passkey") return false;
  if (challenge.way === "totp") return acceptTotp({ trx, app }, challenge.user_id, code);
  return challenge.code_hash === codeHash(app, challenge.challenge_hash, code);
}
