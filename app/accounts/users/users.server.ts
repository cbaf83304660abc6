import { type InferResult, sql } from "kysely";
import { Refusal } from "~/core/refusal";
import { searchTermsOf } from "~/core/search/search-terms";
import { type Role, roles } from "~/core/who";
import { containsText } from "~/db/contains-text.server";
import type { Db } from "~/db/open.server";
import { requireLocalAdmin } from "../sso/sso-settings.server";
import type { SearchQuery } from "./search-query";
import type { UserJson } from "./user-schema";

export const findUserRow = (db: Db, userId: number) =>
  db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();

/** The user with this email address, unless the account is closed. */
export const findOpenUserRow = (db: Db, email: string) =>
  db
    .selectFrom("users")
    .selectAll()
    .where("email", "=", email)
    .where("disabled_at", "is", null)
    .executeTakeFirst();

export async function listUsers(db: Db, { search, cursor = 0, limit }: SearchQuery): Promise<UserJson[]> {
  let query = usersWithProfile(db).where("users.id", ">", cursor).orderBy("users.id").limit(limit);
  if (search) {
    const phone = searchTermsOf(search).digits ?? search;
    query = query.where((where) =>
      where.or([
        containsText("users.email", search),
        containsText("users.name", search),
        containsText("users.phone", phone),
        where.exists(
          where
            .selectFrom("user_roles")
            .select("role")
            .whereRef("user_id", "=", "users.id")
            .where("role", "=", search.toLowerCase() as Role),
        ),
      ]),
    );
  }
  return (await query.execute()).map(userJson);
}

export async function findUser(db: Db, id: number): Promise<UserJson> {
  const user = await usersWithProfile(db).where("users.id", "=", id).executeTakeFirst();
  if (!user) throw new Refusal("missing", "User not found.");
  return userJson(user);
}

const passkeysColumn = sql<number>`exists (select 1 from passkeys where user_id = users.id)`;
const roleNames = sql<string>`coalesce((select group_concat(role) from user_roles where user_id = users.id), '')`;

const usersWithProfile = (db: Db) =>
  db
    .selectFrom("users")
    .leftJoin("therapists", "therapists.user_id", "users.id")
    .leftJoin("companies", "companies.id", "therapists.company_id")
    .select([
      "users.id",
      "users.email",
      "users.name",
      "users.phone",
      "users.two_step",
      "users.disabled_at",
      "users.password_hash",
      "users.sso_subject",
      passkeysColumn.as("has_passkeys"),
      roleNames.as("role_names"),
      "therapists.id as therapist_id",
      "therapists.name as therapist_name",
      "companies.name as company",
    ]);
type UserRow = InferResult<ReturnType<typeof usersWithProfile>>[number];

function statusOf({ disabled_at, password_hash, sso_subject }: UserRow): UserJson["status"] {
  if (disabled_at !== null) return "closed";
  return password_hash === null && sso_subject === null ? "invited" : "active";
}

function userJson(row: UserRow): UserJson {
  const { role_names, has_passkeys, disabled_at: _, password_hash: __, sso_subject, ...user } = row;
  const names = role_names.split(",");
  const held = roles.filter((role) => names.includes(role));
  return {
    ...user,
    role: held[0] ?? "",
    roles: held,
    single_sign_on: sso_subject !== null,
    has_passkeys: has_passkeys === 1,
    status: statusOf(row),
  };
}

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
