import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { clearLimit, spend } from "~/boot/rate-limits.server";
import { invalidField } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { StaffSession } from "../account-schema";
import { findStaff } from "../find-staff.server";
import { openStaffSession, type SignInSource } from "../sign-in/open-staff-session.server";
import { accountKey } from "../sign-in/sign-in.server";
import { perAccount } from "../sign-in/sign-in-limits.server";
import { findUserRow } from "../users/users.server";
import { isPassword } from "./hash-password.server";
import { savePassword } from "./reset-password.server";

const wrongPassword = () => invalidField("current", "That password is incorrect.");

/**
 * Requires the current password before a sensitive change.
 * @returns a check to run in the transaction of the change; the check throws if the password has changed since
 * @throws Refusal "invalid" on the field `current`; "too-many" after ten wrong passwords
 */
export async function requirePassword(
  app: App,
  who: Staff,
  password: string,
): Promise<(trx: Db) => Promise<void>> {
  const key = accountKey(app, who.email);
  await spend(app, perAccount, key);
  const { password_hash } = await findUserRow(app.reads, who.userId);
  if (!(await isPassword(password, password_hash))) throw wrongPassword();
  await clearLimit(app, perAccount, key);
  return async (trx) => {
    if ((await findUserRow(trx, who.userId)).password_hash !== password_hash) throw wrongPassword();
  };
}

/** Changes the user's own password. Every session ends, and this browser gets a new one. */
export async function changePassword(
  app: App,
  who: Staff,
  input: { current: string; password: string } & SignInSource,
): Promise<StaffSession> {
  const recheck = await requirePassword(app, who, input.current);
  const user = await findUserRow(app.reads, who.userId);
  await savePassword(app, user, input.password, async (trx) => {
    await recheck(trx);
    await logAudit({ trx, app, who }, "password.changed", `user ${who.userId}`);
  });
  return app.db.transaction().execute(async (trx) => {
    const staff = await findStaff(trx, who.userId);
    if (!staff) throw new Error("User not found.");
    return openStaffSession({ trx, app }, staff, input);
  });
}
