import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { clearLimit } from "~/boot/rate-limits.server";
import { Refusal } from "~/core/refusal";
import { hashToken } from "~/core/secrets.server";
import { anonymous } from "~/core/who";
import type { Db } from "~/db/open.server";
import { enqueue } from "~/messages/enqueue.server";
import { passwordChangedNotices, type UserContact } from "../account-notices";
import { endSessionsOfUser } from "../sessions.server";
import { accountKey } from "../sign-in/sign-in.server";
import { perAccount } from "../sign-in/sign-in-limits.server";
import { accountStrings } from "../strings";
import { hashPassword } from "./hash-password.server";
import { refuseGuessablePassword } from "./refuse-guessable-password.server";

export async function findUserByPasswordLink(db: Db, token: string, now: number) {
  const user = await db
    .selectFrom("password_tokens")
    .innerJoin("users", "users.id", "password_tokens.user_id")
    .select(["users.id", "users.email", "users.name", "users.phone"])
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  return user ?? null;
}

const expiredLink = () => new Refusal("invalid", accountStrings.resetLinkOver);

/** Sets a password with a one-time link and ends all sessions. @throws Refusal "invalid" */
export async function resetPassword(
  app: App,
  token: string,
  password: string,
  address: string | null,
): Promise<void> {
  const user = await findUserByPasswordLink(app.reads, token, app.clock.now());
  if (!user) throw expiredLink();
  await savePassword(app, user, password, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("password_tokens")
      .where("token_hash", "=", hashToken(token))
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw expiredLink();
    await logAudit({ trx, app, who: anonymous(address, user.email) }, "password.reset", `user ${user.id}`);
  });
}

/** Stores a new password and ends all sessions; `also` runs in the same transaction. */
export async function savePassword(
  app: App,
  user: UserContact & { id: number },
  password: string,
  also: (trx: Db) => Promise<void>,
): Promise<void> {
  await refuseGuessablePassword(password, [user.email, user.name]);
  const password_hash = await hashPassword(password);
  await app.db.transaction().execute(async (trx) => {
    await also(trx);
    await trx.updateTable("users").set({ password_hash }).where("id", "=", user.id).execute();
    await endSessionsOfUser(trx, user.id);
    await trx.deleteFrom("sign_in_challenges").where("user_id", "=", user.id).execute();
    await trx.deleteFrom("password_tokens").where("user_id", "=", user.id).execute();
    await enqueue({ trx, app }, passwordChangedNotices(user));
  });
  await clearLimit(app, perAccount, accountKey(app, user.email));
}
