import type { App, AppTx } from "~/boot/app.server";
import { newAccessCode } from "~/core/secrets.server";
import { day, minute } from "~/core/time";

export const codeGrace = 15 * minute;

export const codeHash = ({ secrets }: Pick<App, "secrets">, code: string) =>
  secrets.lookup("access-code", code);

export interface Contact {
  phone: string | null;
  email: string | null;
}

export async function makeAccessCode({ trx, app }: AppTx, orderId: number, to: Contact) {
  const now = app.clock.now();
  // The unique indexes treat an expired code as live until it is ended.
  await trx
    .updateTable("access_codes")
    .set({ ended_at: now })
    .where("ended_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "<=", now), eb("order_id", "=", orderId)]))
    .execute();
  const code = await freeCode({ trx, app }, now);
  const expiresAt = now + app.config.accessCodeDays * day;
  const { id } = await trx
    .insertInto("access_codes")
    .values({
      order_id: orderId,
      code_hash: codeHash(app, code),
      code_sealed: app.secrets.seal(code),
      ...to,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, code, expiresAt };
}

async function freeCode({ trx, app }: AppTx, now: number): Promise<string> {
  for (;;) {
    const code = newAccessCode();
    const existing = await trx
      .selectFrom("access_codes")
      .select("id")
      .where("code_hash", "=", codeHash(app, code))
      .where((eb) => eb.or([eb("ended_at", "is", null), eb("used_at", ">", now - codeGrace)]))
      .executeTakeFirst();
    if (!existing) return code;
  }
}
