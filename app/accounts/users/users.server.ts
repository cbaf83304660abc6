import { sql } from "kysely";
import { Refusal } from "~/core/refusal";
import { searchTermsOf } from "~/core/search/search-terms";
import { type Role, roles } from "~/core/who";
import { containsText } from "~/db/contains-text.server";
import type { Db } from "~/db/open.server";
import type { UserJson } from "./user-schema";

interface Wanted {
  search?: string | undefined;
  cursor?: number | undefined;
  limit: number;
}

export async function listUsers(db: Db, { search, cursor = 0, limit }: Wanted): Promise<UserJson[]> {
  let query = rows(db).where("users.id", ">", cursor).orderBy("users.id").limit(limit);
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
  return views(db, await query.execute());
}

export async function findUser(db: Db, id: number): Promise<UserJson> {
  const [user] = await views(db, await rows(db).where("users.id", "=", id).execute());
  if (!user) throw new Refusal("missing", "User not found.");
  return user;
}

const has_passkeys = sql<number>`exists (select 1 from passkeys where user_id = users.id)`.as("has_passkeys");

const rows = (db: Db) =>
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
      has_passkeys,
      "therapists.id as therapist_id",
      "therapists.name as therapist_name",
      "companies.name as company",
    ]);

async function views(db: Db, users: Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>) {
  const userRoles =
    users.length === 0
      ? []
      : await db
          .selectFrom("user_roles")
          .selectAll()
          .where(
            "user_id",
            "in",
            users.map((user) => user.id),
          )
          .execute();
  return users.map(({ disabled_at, password_hash, sso_subject, has_passkeys, ...user }): UserJson => {
    const of = new Set(userRoles.filter((row) => row.user_id === user.id).map((row) => row.role));
    const sorted = roles.filter((role) => of.has(role));
    return {
      ...user,
      role: sorted[0] ?? "",
      roles: sorted,
      single_sign_on: sso_subject !== null,
      has_passkeys: has_passkeys === 1,
      status:
        disabled_at !== null
          ? "closed"
          : password_hash === null && sso_subject === null
            ? "invited"
            : "active",
    };
  });
}
