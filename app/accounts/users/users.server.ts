import { type InferResult, sql } from "kysely";
import { Refusal } from "~/core/refusal";
import { searchTermsOf } from "~/core/search/search-terms";
import { type Role, roles } from "~/core/who";
import { containsText } from "~/db/contains-text.server";
import type { Db } from "~/db/open.server";
import type { SearchQuery } from "../search-query";
import type { UserJson } from "./user-schema";

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

const hasPasskeys = sql<number>`exists (select 1 from passkeys where user_id = users.id)`;
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
      hasPasskeys.as("has_passkeys"),
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
