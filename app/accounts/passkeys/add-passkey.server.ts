import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { isDuplicate } from "~/db/database-errors.server";
import { enqueue } from "~/messages/enqueue.server";
import { passkeyNotices } from "../account-notices";
import { renewRecoveryCodes } from "../sign-in/recovery-codes.server";
import { findUserRow } from "../users/users.server";
import {
  consumeChallenge,
  passkeyAlgorithms,
  requireRelyingParty,
  userHandle,
} from "./passkey-challenges.server";
import type { AddPasskey } from "./passkey-schema";

const unverified = () => new Refusal("conflict", "The passkey could not be verified. Try again.");

/** @returns recovery codes if the user had none, so that a lost passkey doesn't lock them out */
export async function addPasskey(
  app: App,
  who: Staff,
  { name, response }: AddPasskey,
): Promise<string[] | null> {
  const { origin, rpId } = requireRelyingParty(app);
  const offered = await consumeChallenge(app, response.response.clientDataJSON, who.userId);
  if (offered === null) throw new Refusal("conflict", "This took too long. Please start over.");
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: offered.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch(() => {
    throw unverified();
  });
  if (!registrationInfo) throw unverified();
  const { credential } = registrationInfo;
  return app.db
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto("passkeys")
        .values({
          user_id: who.userId,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey).toString("base64url"),
          user_handle: userHandle(app, who.userId),
          counter: credential.counter,
          transports: JSON.stringify(credential.transports ?? []),
          name,
          created_at: app.clock.now(),
        })
        .execute();
      await enqueue({ trx, app }, passkeyNotices(await findUserRow(trx, who.userId), name, true));
      await logAudit({ trx, app, who }, "passkey.added", `user ${who.userId}`, { name });
      const code = await trx
        .selectFrom("recovery_codes")
        .select("user_id")
        .where("user_id", "=", who.userId)
        .executeTakeFirst();
      return code ? null : renewRecoveryCodes({ trx, app }, who.userId);
    })
    .catch((error: unknown) => {
      if (!isDuplicate(error, "passkeys.credential_id")) throw error;
      throw new Refusal("conflict", "This passkey is already on your account.");
    });
}
