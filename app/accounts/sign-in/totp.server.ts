import { Secret, TOTP } from "otpauth";
import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import type { Db } from "~/db/open.server";

const period = 30;

const generator = (secret: string, label: string) =>
  new TOTP({
    issuer: "Firstnight",
    label,
    algorithm: "SHA1",
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  });

/** A new secret of 160 bits for an authenticator app, in base32. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from the QR code. */
export const totpUri = (secret: string, email: string) => generator(secret, email).toString();

/**
 * The time step whose code this is; null where it is none.
 *
 * @param now milliseconds UTC; the step before and the one after count too, since clocks differ
 */
export function totpStep(secret: string, code: string, now: number): number | null {
  const delta = generator(secret, "").validate({ token: code, window: 1, timestamp: now });
  return delta === null ? null : Math.floor(now / (period * second)) + delta;
}

/** Is this the authenticator's code? Each works once: a code seen over a shoulder opens nothing. */
export async function acceptTotp(trx: Db, app: App, userId: number, code: string): Promise<boolean> {
  const user = await trx
    .selectFrom("users")
    .select(["totp_sealed", "totp_step"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user?.totp_sealed) return false;
  const step = totpStep(app.secrets.open(user.totp_sealed), code, app.clock.now());
  if (step === null || (user.totp_step !== null && step <= user.totp_step)) return false;
  await trx.updateTable("users").set({ totp_step: step }).where("id", "=", userId).execute();
  return true;
}
