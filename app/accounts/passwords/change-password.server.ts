import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { forget, spend } from "~/db/limits.server";
import { findStaff } from "~/db/staff.server";
import { record } from "../record.server";
import type { LoginAnswer } from "../schema";
import { perAccount } from "../sign-in/limits.server";
import { type From, openStaffSession } from "../sign-in/open-staff-session.server";
import { accountKey } from "../sign-in/sign-in.server";
import { isPassword } from "./passwords.server";
import { setPasswordOf } from "./reset-password.server";

/**
 * Asks for the password again before what a stranger at an open screen must not do.
 *
 * @throws Refusal "invalid" on the field `current`; "too-many" after ten wrong ones
 */
export async function expectPassword(app: App, who: Staff, password: string): Promise<void> {
  const key = accountKey(app, who.email);
  await spend(app, perAccount, key);
  const user = await app.reads
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", who.userId)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(password, user.password_hash))) {
    throw invalidField("current", "This is not your password.");
  }
  await forget(app, perAccount, key);
}

/**
 * Changes one's own password. Every session ends; the answer is a new one for this browser.
 *
 * @throws Refusal "invalid" for a wrong current password, and a new one that is too common
 */
export async function changePassword(
  app: App,
  who: Staff,
  input: { current: string; password: string } & From,
): Promise<LoginAnswer> {
  await expectPassword(app, who, input.current);
  const user = await app.reads
    .selectFrom("users")
    .select(["id", "email", "name", "phone"])
    .where("id", "=", who.userId)
    .executeTakeFirstOrThrow();
  await setPasswordOf(app, user, input.password, (trx) =>
    record(trx, app, who, { action: "password.changed", subject: `user ${who.userId}` }),
  );
  return app.db.transaction().execute(async (trx) => {
    const staff = await findStaff(trx, who.userId);
    if (!staff) throw new Error("The user is gone.");
    return openStaffSession(trx, app, staff, input);
  });
}
