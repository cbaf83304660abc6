import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { requirePassword } from "../passwords/change-password.server";
import { findUserRow } from "../users/users.server";

const recent = 10 * minute;

/** True if the user signed in within the last ten minutes. They can then change passkeys without a password. */
export async function signedInRecently({ reads, clock }: App, who: Staff): Promise<boolean> {
  const session = await reads
    .selectFrom("sessions")
    .select("created_at")
    .where("id", "=", who.sessionId)
    .executeTakeFirst();
  return session !== undefined && clock.now() - session.created_at < recent;
}

/**
 * Requires a recent sign-in or the password before a passkey changes.
 * @returns a check to run in the transaction of the change, like `requirePassword`
 * @throws Refusal "invalid"
 */
export async function proveIdentity(
  app: App,
  who: Staff,
  password: string | undefined,
): Promise<(trx: Db) => Promise<void>> {
  if (await signedInRecently(app, who)) return async () => {};
  if (password) return requirePassword(app, who, password);
  const { password_hash } = await findUserRow(app.reads, who.userId);
  if (password_hash === null) throw new Refusal("conflict", "Sign out and sign back in, then try again.");
  throw invalidField("current", "Please enter your current password.");
}
