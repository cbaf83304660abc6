import { insertUser } from "~/accounts/users/add-user.server";
import { changeUser } from "~/accounts/users/update-user.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { invalidField, Refusal } from "~/core/refusal";
import { isSupervisor, type Who } from "~/core/who";
import { isDuplicate } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { requireZoneInRegion } from "./require-zone-in-region.server";
import type { AddTherapist, UpdateTherapist } from "./therapist-schema";

export async function listTherapists(db: Db, who: Who) {
  const query = selectTherapists(db).orderBy("therapists.name");
  if (isSupervisor(who)) return sortedByName((await query.execute()).map(withLists));
  const own = who.kind === "staff" ? (who.therapistId ?? 0) : 0;
  return (await query.where("therapists.id", "=", own).execute()).map(withLists);
}

/** The profile with its lists, which are stored as JSON. */
const withLists = <Row extends { languages: string; zip_prefixes: string | null }>(row: Row) => ({
  ...row,
  languages: JSON.parse(row.languages) as string[],
  zip_prefixes: row.zip_prefixes === null ? undefined : (JSON.parse(row.zip_prefixes) as string[]),
});

export async function findTherapist(db: Db, id: number) {
  const found = await selectTherapists(db).where("therapists.id", "=", id).executeTakeFirst();
  if (!found) throw new Refusal("missing", "Therapist not found.");
  return withLists(found);
}

/**
 * @param version the version that the user loaded; undefined skips the check
 * @throws Refusal "missing"; "conflict" if it has changed since
 */
export async function findTherapistAsSeen(db: Db, id: number, version: number | undefined) {
  const found = await findTherapist(db, id);
  if (version !== undefined && version !== found.version) {
    throw new Refusal("conflict", "Another user changed this therapist. Check the changes and try again.");
  }
  return found;
}

export type Therapist = Awaited<ReturnType<typeof findTherapist>>;

const selectTherapists = (db: Db) =>
  db
    .selectFrom("therapists")
    .innerJoin("companies", "companies.id", "therapists.company_id")
    .select([
      "therapists.id",
      "therapists.user_id",
      "therapists.name",
      "therapists.email",
      "therapists.phone",
      "therapists.timezone",
      "therapists.zoom_link",
      "therapists.review_link",
      "therapists.region",
      "therapists.office_number",
      "companies.name as company_name",
      "companies.name as company",
      "therapists.languages",
      "therapists.zip_prefixes",
      "therapists.daily_capacity",
      "therapists.version",
    ]);

const stateOf = prepared((db, { order }: { order: number }) =>
  db.selectFrom("orders").select("state").where("id", "=", order),
);

export async function findRegionOf(db: Db, orderId: number): Promise<string | null> {
  const [order] = await stateOf(db, { order: orderId });
  return order?.state ?? null;
}

export async function findMeetingLink(db: Db, therapistId: number): Promise<string | null> {
  const therapist = await db
    .selectFrom("therapists")
    .select("zoom_link")
    .where("id", "=", therapistId)
    .executeTakeFirst();
  return therapist?.zoom_link ?? null;
}

/** Creates a therapist profile. Links the user with this email address, or adds one. @returns the profile's ID */
export async function addTherapist(app: App, who: Who, input: AddTherapist): Promise<number> {
  const { company_name: companyName, zoom_link: meetingLink = null, languages = [], ...fields } = input;
  requireZoneInRegion(fields.region, fields.timezone);
  try {
    return await app.db.transaction().execute(async (trx) => {
      const company = await trx
        .selectFrom("companies")
        .select("id")
        .where("name", "=", companyName)
        .executeTakeFirstOrThrow(() => invalidField("company_name", "Company not found."));
      const { id } = await trx
        .insertInto("therapists")
        .values({
          ...fields,
          zoom_link: meetingLink,
          languages: JSON.stringify(languages),
          company_id: company.id,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await logAudit({ trx, app, who }, "therapist.added", `therapist ${id}`, { name: input.name });
      const user = await userWithout(trx, input.email);
      if (user) await changeUser({ trx, app, who }, { id: user.id, therapist_id: id });
      else await insertUser({ trx, app, who }, { ...fields, role: "therapist", therapist_id: id });
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

export async function updateTherapist(app: App, who: Who, input: UpdateTherapist): Promise<void> {
  const { id, version, company_name: companyName, ...fields } = input;
  try {
    await app.db.transaction().execute(async (trx) => {
      await findTherapistAsSeen(trx, id, version);
      const company =
        companyName === undefined
          ? undefined
          : await trx.selectFrom("companies").select("id").where("name", "=", companyName).executeTakeFirst();
      if (companyName !== undefined && !company) {
        throw invalidField("company_name", "Company not found.");
      }
      await trx
        .updateTable("therapists")
        .set((eb) => ({
          ...fields,
          ...(company && { company_id: company.id }),
          version: eb("version", "+", 1),
        }))
        .where("id", "=", id)
        .execute();
      await logAudit({ trx, app, who }, "therapist.changed", `therapist ${id}`, {
        fields: Object.keys({ ...fields, ...(company && { company_name: true }) }),
      });
    });
  } catch (error) {
    if (isDuplicate(error, "therapists.name")) {
      throw invalidField("name", "Another therapist already has this name.");
    }
    throw error;
  }
}
