import { type RawBuilder, sql } from "kysely";
import { day, localDate } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import {
  askBefore,
  type Disagreement,
  disagreementOf,
  type Equipment,
  type EquipmentLack,
  lackOf,
} from "~/equipment/equipment";
import { equipmentIn, selectEquipment } from "~/equipment/find-equipment.server";
import { addressColumns } from "../notices/choose-channel.server";

/** A visit that might be held without its equipment. */
export type VisitLack = Awaited<ReturnType<typeof listLacks>>[number];

/**
 * Lists the upcoming visits whose equipment isn't known to be there: those in the next 48 hours, and later ones whose
 * equipment is expected too late. Earliest first.
 * @param condition on `visits` alone
 */
export async function listLacks(db: Db, now: number, condition: RawBuilder<boolean> = sql`true`) {
  const followed = visitsWithEquipment(db).where(condition);
  const soon = await followed
    .where("visits.status", "in", activeStatuses)
    .where("visits.start_at", ">", now)
    .where("visits.start_at", "<=", now + askBefore)
    .execute();
  const isOut = sql<boolean>`(delivered_at is null or refuted_at is not null)`;
  const late = await followed
    .where("visits.status", "in", activeStatuses)
    .where("visits.start_at", ">", now + askBefore)
    .where("visits.order_id", "in", (eb) =>
      eb
        .selectFrom("shipments")
        .select("order_id")
        .where("expected_on", "is not", null)
        .where("expected_on", ">", localDate(now - day, "UTC"))
        .where(isOut),
    )
    .execute();
  return [...soon, ...late]
    .flatMap(({ equipment: column, ...visit }) => {
      const equipment = equipmentIn(column);
      if (!equipment) return [];
      const lack = lackOf(equipment, visit, now);
      const disagreement = disagreementOf(equipment, visit);
      return lack || (disagreement && visit.start_at <= now + askBefore)
        ? [{ ...visit, equipment, lack, disagreement }]
        : [];
    })
    .sort((a, b) => a.start_at - b.start_at || a.id - b.id);
}

const visitsWithEquipment = (db: Db) =>
  db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select(["visits.id", "visits.order_id", "visits.start_at", "visits.equipment_missing_at"])
    .select(["orders.phone_ext", ...addressColumns, selectEquipment.as("equipment")])
    .where("companies.equipment", "<>", "off");

/** The lack of a single visit's equipment. Null if there is none, or if the company doesn't follow equipment. */
export async function findLack(
  db: Db,
  visitId: number,
  now: number,
): Promise<{ equipment: Equipment; lack: EquipmentLack | null; disagreement: Disagreement | null } | null> {
  const visit = await visitsWithEquipment(db)
    .where("visits.id", "=", visitId)
    .where("visits.status", "in", activeStatuses)
    .executeTakeFirst();
  const equipment = visit && equipmentIn(visit.equipment);
  if (!equipment) return null;
  return { equipment, lack: lackOf(equipment, visit, now), disagreement: disagreementOf(equipment, visit) };
}
