import { randomInt } from "node:crypto";
import type { App, AppTx } from "~/boot/app.server";

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const count = 10;
const length = 10;

const hashOf = (app: Pick<App, "secrets">, userId: number, code: string) =>
  app.secrets.lookup("recovery", `${userId}\n${code}`);

/** Makes ten recovery codes like "ABCDE-FGHJK" and deletes earlier ones. Only hashes are stored. */
export async function renewRecoveryCodes({ trx, app }: AppTx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
  );
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(app, userId, code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Deletes the code if it is correct, so that it works only once. */
export async function isRecoveryCode({ trx, app }: AppTx, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(app, userId, code))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
