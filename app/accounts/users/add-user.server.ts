import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/database-errors.server";
import { sendPasswordLink } from "../passwords/password-link.server";
import { linkTherapist } from "./link-therapist.server";
import type { AddUser, UserJson } from "./user-schema";
import { findUser, rolesFrom, setRoles } from "./users.server";

const nameFrom = (email: string) =>
  (email.split("@", 1)[0] ?? email)
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join(" ");

export function asEmailTaken(error: unknown): unknown {
  if (!isDuplicate(error, "users.email")) return error;
  const { message, fields } = invalidField("email", "Another user already has this email address.");
  return new Refusal("conflict", message, { fields });
}

export function addUser(app: App, who: Who, input: AddUser): Promise<UserJson> {
  return app.db
    .transaction()
    .execute((trx) => insertUser({ trx, app, who }, input))
    .catch((error: unknown) => {
      throw asEmailTaken(error);
    });
}

export async function insertUser({ trx, app, who }: Tx, input: AddUser): Promise<UserJson> {
  const user = await trx
    .insertInto("users")
    .values({
      email: input.email,
      name: input.name || nameFrom(input.email) || input.email,
      phone: input.phone,
      created_at: app.clock.now(),
    })
    .returning(["id", "email"])
    .executeTakeFirstOrThrow();
  await setRoles(trx, user.id, rolesFrom(input) ?? []);
  await linkTherapist(trx, user, input.therapist_id);
  await sendPasswordLink({ trx, app }, user.id, "invitation");
  const added = await findUser(trx, user.id);
  await logAudit({ trx, app, who }, "user.added", `user ${user.id}`, {
    email: user.email,
    roles: added.roles,
  });
  return added;
}
