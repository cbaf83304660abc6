import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findStaff } from "~/identity/find-staff.server";
import { clearLimit, spend } from "~/identity/rate-limits.server";
import type { LoginAnswer } from "../account-schema";
import { openStaffSession, type SignInSource } from "../sign-in/open-staff-session.server";
import { accountKey } from "../sign-in/sign-in.server";
import { perAccount } from "../sign-in/sign-in-limits.server";
import { isPassword } from "./hash-password.server";
import { setPasswordOf } from "./reset-password.server";

const notYours = () => invalidField("current", "This is not your password.");

/**
 * Requires the current password before a sensitive change.
 * @returns a check for the transaction of the change, which refuses if the password has changed since
 * @throws Refusal "invalid" on the field `current`; "too-many" after ten wrong passwords
 */
export async function requirePassword(
  app: App,
  who: Staff,
  password: string,
): Promise<(trx: Db) => Promise<void>> {
  const key = accountKey(app, who.email);
  await spend(app, perAccount, key);
  const seen = await storedOf(app.reads, who.userId);
  if (!(await isPassword(password, seen))) throw notYours();
  await clearLimit(app, perAccount, key);
  return async (trx) => {
    if ((await storedOf(trx, who.userId)) !== seen) throw notYours();
  };
}

async function storedOf(db: Db, userId: number): Promise<string | null> {
  const { password_hash } = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return password_hash;
}

/** Changes the user's own password. All sessions end, and this browser gets a new one. */
export async function changePassword(
  app: App,
  who: Staff,
  input: { current: string; password: string } & SignInSource,
): Promise<LoginAnswer> {
  const expectStill = await requirePassword(app, who, input.current);
  const user = await app.reads
    .selectFrom("users")
    .select(["id", "email", "name", "phone"])
    .where("id", "=", who.userId)
    .executeTakeFirstOrThrow();
  await setPasswordOf(app, user, input.password, async (trx) => {
    await expectStill(trx);
    await logAudit(trx, app, who, "password.changed", `user ${who.userId}`);
  });
  return app.db.transaction().execute(async (trx) => {
    const staff = await findStaff(trx, who.userId);
    if (!staff) throw new Error("User not found.");
    return openStaffSession(trx, app, staff, input);
  });
}
