import type { App } from "~/boot/app.server";
import { hashToken } from "~/core/secrets.server";
import { minute } from "~/core/time";
import type { Db } from "~/db/open.server";

const challengeLife = 5 * minute;

export async function storeChallenge(
  trx: Db,
  { clock }: Pick<App, "clock">,
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
