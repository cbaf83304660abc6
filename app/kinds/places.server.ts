import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { zoneOf } from "~/core/time";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { PlaceFields, placeOf, type SavePlace } from "./kind-schema";

/** @throws Refusal "missing" */
export const findPlace = (db: Db, id: number): Promise<Row<"places">> =>
  db
    .selectFrom("places")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Place not found."));

/** The IANA zone of most of the company's therapists, or null without therapists. */
export async function findUsualZone(db: Db, companyId: number): Promise<string | null> {
  const found = await db
    .selectFrom("therapists")
    .select("timezone")
    .where("company_id", "=", companyId)
    .groupBy("timezone")
    .orderBy((eb) => eb.fn.countAll(), "desc")
    .orderBy("timezone")
    .executeTakeFirst();
  return (found && zoneOf(found.timezone)) ?? null;
}

/**
 * Adds or changes a place, for an admin. Booked visits keep it.
 * @throws Refusal "invalid" for a name that exists, and for closing a place of a kind that can still be booked;
 *   "conflict" for a place that someone else changed; "missing"
 */
export async function savePlace(
  app: App,
  who: Who,
  { id, companyId, version, ...values }: SavePlace & { id: number | null; companyId: number },
): Promise<number> {
  try {
    return await app.db.transaction().execute(async (trx) => {
      if (id === null) {
        const made = await trx
          .insertInto("places")
          .values({ ...values, company_id: companyId })
          .returning("id")
          .executeTakeFirstOrThrow();
        await logAudit({ trx, app, who }, "place.added", `place ${made.id}`, { name: values.name });
        return made.id;
      }
      const before = await findPlace(trx, id);
      if (before.company_id !== companyId) throw new Refusal("missing", "Place not found.");
      if (version !== undefined && version !== before.version) {
        throw new Refusal("conflict", "Someone else changed this place. Reload the page.");
      }
      if (values.active === 0) await refuseUsedPlace(trx, id);
      await trx
        .updateTable("places")
        .set((eb) => ({ ...values, version: eb("version", "+", 1) }))
        .where("id", "=", id)
        .execute();
      await logAudit({ trx, app, who }, "place.changed", `place ${id}`, { name: values.name });
      return id;
    });
  } catch (error) {
    if (isDuplicate(error, "places.company_id, places.name")) {
      throw invalidField("name", "Another place already has this name.");
    }
    throw error;
  }
}

/**
 * Closes a place or opens it again. Booked visits keep it.
 * @throws Refusal "invalid" for closing a place of a kind that can still be booked; "missing"
 */
export async function setPlaceActive(
  app: App,
  who: Who,
  { id, active }: { id: number; active: boolean },
): Promise<void> {
  const place = await findPlace(app.db, id);
  const fields = PlaceFields.parse({ ...placeView(place, ""), active });
  await savePlace(app, who, { ...placeOf(fields), id, companyId: place.company_id });
}

async function refuseUsedPlace(trx: Db, id: number): Promise<void> {
  const kind = await trx
    .selectFrom("visit_kinds")
    .select("name")
    .where("place_id", "=", id)
    .where("active", "=", 1)
    .executeTakeFirst();
  if (!kind) return;
  throw invalidField("active", `"${kind.name}" takes place here. Retire it or give it another place first.`);
}

export const placeView = ({ company_id: _, active, ...place }: Row<"places">, company: string) => ({
  ...place,
  company,
  active: active === 1,
});
