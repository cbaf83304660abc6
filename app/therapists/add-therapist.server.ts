import { insertUser } from "~/accounts/users/add-user.server";
import { changeUser } from "~/accounts/users/update-user.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/constraint-errors.server";
import type { Db } from "~/db/open.server";
import type { AddTherapist } from "./therapist-schema";

/** Creates a therapist profile. Links the user with this email address, or adds one. @returns the profile's ID */
export async function addTherapist(app: App, who: Who, input: AddTherapist): Promise<number> {
  const { company_name: companyName, zoom_link: meetingLink = null, ...fields } = input;
  try {
    return await app.db.transaction().execute(async (trx) => {
      const company = await trx
        .selectFrom("companies")
        .select("id")
        .where("name", "=", companyName)
        .executeTakeFirstOrThrow(() => invalidField("company_name", "Company not found."));
      const { id } = await trx
        .insertInto("therapists")
        .values({ ...fields, zoom_link: meetingLink, company_id: company.id })
        .returning("id")
        .executeTakeFirstOrThrow();
      await logAudit(trx, app, who, "therapist.added", `therapist ${id}`, { name: input.name });
      const user = await userWithout(trx, input.email);
      if (user) await changeUser(trx, app, who, { id: user.id, therapist_id: id });
      else await insertUser(trx, app, who, { ...fields, role: "therapist", therapist_id: id });
      return id;
    });
  } catch (error) {
    if (isDuplicate(error, "therapists.name")) {
      throw invalidField("name", "Another therapist already has this name.");
    }
    throw error;
  }
}

async function userWithout(trx: Db, email: string) {
  const user = await trx
    .selectFrom("users")
    .leftJoin("therapists", "therapists.user_id", "users.id")
    .select(["users.id", "users.email", "users.disabled_at", "therapists.name"])
    .where("users.email", "=", email)
    .executeTakeFirst();
  if (user?.name) {
    throw invalidField("email", `This user already has a therapist profile: ${user.name}.`);
  }
  if (user && user.disabled_at !== null) {
    throw invalidField("email", "This person's account is closed. Reopen it first.");
  }
  return user ?? null;
}
