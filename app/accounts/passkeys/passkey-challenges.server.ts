import type { App, AppTx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { hashToken } from "~/core/secrets.server";
import { minute } from "~/core/time";
import type { Staff } from "~/core/who";
import { listCredentials } from "./passkeys.server";
import { proveIdentity } from "./prove-identity.server";

/** COSE IDs of EdDSA, ES256, and RS256, which every browser supports. */
export const passkeyAlgorithms = [-8, -7, -257];

const mostPasskeys = 20;

/** Derived from the user's ID, so that a device keeps only one passkey per user. */
export const userHandle = ({ secrets }: Pick<App, "secrets">, userId: number) =>
  Buffer.from(secrets.lookup("passkey-user", String(userId)), "hex").toString("base64url");

const challengeLife = 5 * minute;

export async function storeChallenge(
  { trx, app: { clock } }: AppTx,
  challenge: string,
  { userId = null, signInHash = null }: { userId?: number | null; signInHash?: string | null } = {},
): Promise<void> {
  await trx
    .insertInto("passkey_challenges")
    .values({
      challenge_hash: hashToken(challenge),
      user_id: userId,
      sign_in_hash: signInHash,
      expires_at: clock.now() + challengeLife,
    })
    .execute();
}

/**
 * Deletes the challenge that a passkey signed, before the signature is verified.
 * @returns null if the challenge is unknown, expired, already used, or another user's
 */
export async function consumeChallenge(
  { db, clock }: Pick<App, "db" | "clock">,
  clientDataJSON: string,
  userId: number | null,
): Promise<{ challenge: string; signInHash: string | null } | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const stored = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", hashToken(challenge))
    .where("user_id", "is", userId)
    .where("expires_at", ">", clock.now())
    .returning("sign_in_hash")
    .executeTakeFirst();
  return stored ? { challenge, signInHash: stored.sign_in_hash } : null;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

/** @throws Refusal if PUBLIC_URL has no host name */
export function requireRelyingParty({ config }: Pick<App, "config">) {
  const party = relyingParty(config.publicUrl);
  if (!party) throw new Refusal("conflict", "Passkeys need a host name in PUBLIC_URL, not an IP address.");
  return party;
}

/** WebAuthn options for adding a passkey. Requires the password unless the user signed in recently. */
export async function offerPasskey(app: App, who: Staff, { current }: { current?: string }) {
  const { rpId } = requireRelyingParty(app);
  const recheck = await proveIdentity(app, who, current);
  const excludeCredentials = await listCredentials(app.reads, who.userId);
  if (excludeCredentials.length >= mostPasskeys) {
    throw new Refusal("conflict", `You can have at most ${mostPasskeys} passkeys. Remove one first.`);
  }
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: "Firstnight",
    rpID: rpId,
    userID: Buffer.from(userHandle(app, who.userId), "base64url"),
    userName: who.email,
    userDisplayName: who.name,
    attestationType: "none",
    excludeCredentials,
    supportedAlgorithmIDs: passkeyAlgorithms,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await app.db.transaction().execute(async (trx) => {
    await recheck(trx);
    await storeChallenge({ trx, app }, options.challenge, { userId: who.userId });
  });
  return options;
}

/** The site that passkeys are bound to. Null for an IP address, because browsers allow passkeys only on host names. */
export function relyingParty(publicUrl: string): { origin: string; rpId: string } | null {
  const { origin, hostname } = new URL(publicUrl);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return isAddress ? null : { origin, rpId: hostname };
}
