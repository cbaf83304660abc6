import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { refund, spend } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { Refusal } from "~/core/refusal";
import { hashToken } from "~/core/secrets.server";
import { anonymous, type StaffMember } from "~/core/who";
import type { Row } from "~/db/tables";
import type { LoginResponse } from "../account-schema";
import { findStaff } from "../find-staff.server";
import { completeChallenge } from "../sign-in/challenge.server";
import { openStaffSession, type SignInSource } from "../sign-in/open-staff-session.server";
import { passkeysAsked, perAddress } from "../sign-in/sign-in-limits.server";
import { refuseIfLocalOff } from "../sso/sso-settings.server";
import { accountStrings } from "../strings";
import { consumeChallenge, requireRelyingParty, storeChallenge } from "./passkey-challenges.server";
import { listCredentials } from "./passkeys.server";

/**
 * WebAuthn options for signing in with any passkey, or only with the passkeys of the user who passed the first step.
 * @param input.challenge from the response to the password sign-in
 */
export async function askForPasskey(
  app: App,
  { challenge, address }: { challenge?: string; address: string | null },
) {
  const { rpId } = requireRelyingParty(app);
  await spend(app, passkeysAsked, clientKey(address));
  const first = challenge
    ? await app.reads
        .selectFrom("sign_in_challenges")
        .select(["challenge_hash", "user_id"])
        .where("challenge_hash", "=", hashToken(challenge))
        .where("expires_at", ">", app.clock.now())
        .executeTakeFirstOrThrow(() => new Refusal("signed-out", accountStrings.challengeOver))
    : null;
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    userVerification: "required",
    ...(first && { allowCredentials: await listCredentials(app.reads, first.user_id) }),
  });
  await storeChallenge({ trx: app.db, app }, options.challenge, {
    signInHash: first?.challenge_hash ?? null,
  });
  return options;
}

const refused = (message: string) => new Refusal("signed-out", message);

/** Opens a session. A passkey verifies its user, so it counts as both steps. */
export async function signInByPasskey(
  app: App,
  { response, address, agent }: { response: AuthenticationResponseJSON } & SignInSource,
): Promise<LoginResponse> {
  requireRelyingParty(app);
  await spend(app, perAddress, clientKey(address));
  const offered = await consumeChallenge(app, response.response.clientDataJSON, null);
  if (offered === null) throw refused(accountStrings.passkeyTooLate);
  const passkey = await app.reads
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", response.id)
    .executeTakeFirst();
  const counter = passkey ? await verify(app, passkey, response, offered.challenge) : null;
  const login =
    passkey && counter !== null
      ? await app.db.transaction().execute(async (trx) => {
          const { numUpdatedRows } = await trx
            .updateTable("passkeys")
            .set({ counter, last_used_at: app.clock.now() })
            .where("id", "=", passkey.id)
            .where("counter", "=", passkey.counter)
            .executeTakeFirst();
          const staff = numUpdatedRows > 0n && (await findStaff(trx, passkey.user_id));
          return staff ? openSession({ trx, app }, offered.signInHash, staff, { address, agent }) : null;
        })
      : null;
  if (!login) {
    app.metrics.signInFailures.inc({ way: "passkey" });
    await app.db
      .transaction()
      .execute((trx) =>
        logAudit(
          { trx, app, who: anonymous(address) },
          "sign-in.failed",
          passkey && `user ${passkey.user_id}`,
        ),
      );
    throw refused(passkey ? accountStrings.passkeyRefused : accountStrings.passkeyUnknown);
  }
  for (const limit of [perAddress, passkeysAsked]) await refund(app, limit, clientKey(address));
  return login;
}

/** @param signInHash identifies the sign-in that this second step completes; null if the passkey is the only step */
async function openSession(
  { trx, app }: AppTx,
  signInHash: string | null,
  staff: StaffMember,
  from: SignInSource,
): Promise<LoginResponse> {
  if (signInHash === null) {
    await refuseIfLocalOff(trx, staff.userId);
    return openStaffSession({ trx, app }, staff, from);
  }
  const first = await trx
    .selectFrom("sign_in_challenges")
    .selectAll()
    .where("challenge_hash", "=", signInHash)
    .where("user_id", "=", staff.userId)
    .where("expires_at", ">", app.clock.now())
    .executeTakeFirstOrThrow(() => refused(accountStrings.challengeOver));
  return completeChallenge({ trx, app }, first, staff, from);
}

/** @returns the new counter; null if the signature is wrong or the counter went backward */
async function verify(
  app: App,
  passkey: Row<"passkeys">,
  response: AuthenticationResponseJSON,
  challenge: string,
): Promise<number | null> {
  const { origin, rpId } = requireRelyingParty(app);
  const handle = response.response.userHandle;
  if (handle && handle !== passkey.user_handle) return null;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, "base64url"),
      counter: passkey.counter,
    },
  }).catch(() => null);
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}
