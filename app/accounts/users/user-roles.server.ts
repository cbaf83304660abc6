import { Refusal } from "~/core/refusal";
import { type Role, roles } from "~/core/who";
import type { Db } from "~/db/open.server";
import { requireLocalAdmin } from "../sso/local-sign-in-off.server";

export function rolesFrom({ role, roles: more }: { role?: Role | undefined; roles?: Role[] | undefined }) {
  if (role === undefined && more === undefined) return null;
  return roles.filter((known) => known === role || more?.includes(known));
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom("user_roles")
    .innerJoin("users", "users.id", "user_roles.user_id")
    .select("users.id")
    .where("role", "=", "admin")
    .where("disabled_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/** Call this in the transaction, after the change. @throws Refusal "conflict" if no admin would be left */
export async function requireAnAdmin(trx: Db): Promise<void> {
  if (!(await hasAdmin(trx))) {
    throw new Refusal("conflict", "This is the last admin. Make another user an admin first.");
  }
  await requireLocalAdmin(trx);
}

export async function setRoles(trx: Db, userId: number, roles: readonly Role[]): Promise<void> {
  await trx.deleteFrom("user_roles").where("user_id", "=", userId).execute();
  if (roles.length === 0) return;
  await trx
    .insertInto("user_roles")
    .values(roles.map((role) => ({ user_id: userId, role })))
    .execute();
}
