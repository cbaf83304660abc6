import { Secret, TOTP } from "otpauth";
import type { AppTx } from "~/boot/app.server";
import { second } from "~/core/time";

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

export const newTotpSecret = () => new Secret({ size: 20 }).base32;

export const totpUri = (secret: string, email: string) => generator(secret, email).toString();

/** @returns the matching time step, which may be one before or after now because clocks differ; null if none matches */
export function totpStep(secret: string, code: string, now: number): number | null {
  const delta = generator(secret, "").validate({ token: code, window: 1, timestamp: now });
  return delta === null ? null : Math.floor(now / (period * second)) + delta;
}

/** Accepts each code only once. */
export async function acceptTotp({ trx, app }: AppTx, userId: number, code: string): Promise<boolean> {
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
