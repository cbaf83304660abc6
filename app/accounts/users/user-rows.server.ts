import type { Db } from "~/db/open.server";

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
