import { Refusal } from "~/core/refusal";
import { localDate, zoneOrUtc } from "~/core/time";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";

export function listTherapists(db: Db, who: Who) {
  const query = selectTherapists(db).orderBy("therapists.name");
  if (isSupervisor(who)) return query.execute();
  const own = who.kind === "staff" ? (who.therapistId ?? 0) : 0;
  return query.where("therapists.id", "=", own).execute();
}

export async function findTherapist(db: Db, id: number) {
  const found = await selectTherapists(db).where("therapists.id", "=", id).executeTakeFirst();
  if (!found) throw new Refusal("missing", "Therapist not found.");
  return found;
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

const zoneCode = prepared((db, { id }: { id: number }) =>
  db.selectFrom("therapists").select("timezone").where("id", "=", id),
);

async function zoneOfTherapist(trx: Db, id: number): Promise<string> {
  const [therapist] = await zoneCode(trx, { id });
  return zoneOrUtc(therapist?.timezone ?? "UTC");
}

/** `YYYY-MM-DD` in the therapist's time zone. */
export async function localDayOf(trx: Db, therapistId: number, at: number): Promise<string> {
  return localDate(at, await zoneOfTherapist(trx, therapistId));
}

export async function findMeetingLink(db: Db, therapistId: number): Promise<string | null> {
  const therapist = await db
    .selectFrom("therapists")
    .select("zoom_link")
    .where("id", "=", therapistId)
    .executeTakeFirst();
  return therapist?.zoom_link ?? null;
}
