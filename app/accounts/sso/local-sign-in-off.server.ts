import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { accountStrings } from "../strings";

/** True if the user can sign in only with single sign-on. */
export async function isLocalOff(trx: Db, userId: number): Promise<boolean> {
  const found = await trx
    .selectFrom("users")
    .innerJoin("single_sign_on", (join) => join.on("local_off", "=", 1))
    .select("users.id")
    .where("users.id", "=", userId)
    .where("sso_subject", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function refuseIfLocalOff(trx: Db, userId: number): Promise<void> {
  if (await isLocalOff(trx, userId)) throw new Refusal("forbidden", accountStrings.ssoOnly);
}

/** Call this in the transaction, after the change. @throws Refusal "conflict" if no admin could sign in without SSO */
export async function requireLocalAdmin(trx: Db): Promise<void> {
  const isOff = await trx
    .selectFrom("single_sign_on")
    .select("id")
    .where("local_off", "=", 1)
    .executeTakeFirst();
  if (!isOff) return;
  const admin = await trx
    .selectFrom("users")
    .innerJoin("user_roles", "user_roles.user_id", "users.id")
    .select("users.id")
    .where("role", "=", "admin")
    .where("disabled_at", "is", null)
    .where("password_hash", "is not", null)
    .where("sso_subject", "is", null)
    .where((where) =>
      where.or([
        where("two_step", "!=", "off"),
        where.exists(where.selectFrom("passkeys").select("id").whereRef("user_id", "=", "users.id")),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (admin) return;
  throw new Refusal(
    "conflict",
    "At least one admin must have a password and two-step sign-in, but not single sign-on. Otherwise, no one could sign in while the provider is down.",
  );
}
