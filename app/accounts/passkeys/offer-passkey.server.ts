import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { storeChallenge } from "./passkey-challenges.server";
import { listCredentials } from "./passkeys.server";
import { proveIdentity } from "./prove-identity.server";
import { passkeyAlgorithms, relyingParty } from "./relying-party";

const mostPasskeys = 20;

/** @throws Refusal if PUBLIC_URL has no host name */
export function requireRelyingParty({ config }: Pick<App, "config">) {
  const party = relyingParty(config.publicUrl);
  if (!party) throw new Refusal("conflict", "Passkeys need a host name in PUBLIC_URL, not an IP address.");
  return party;
}

/** Derived from the user's ID, so that a device keeps only one passkey per user. */
export const userHandle = ({ secrets }: Pick<App, "secrets">, userId: number) =>
  Buffer.from(secrets.lookup("passkey-user", String(userId)), "hex").toString("base64url");

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
    await storeChallenge(trx, app, options.challenge, { userId: who.userId });
  });
  return options;
}
