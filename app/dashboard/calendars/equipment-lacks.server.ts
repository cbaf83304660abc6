import { formatDay, startOfDay } from "~/core/time";
import type { Db } from "~/db/open.server";
import { expectedDay } from "~/equipment/equipment";
import { listLacks, type VisitLack } from "~/visits/equipment/list-lacks.server";
import { listVisitsById } from "~/visits/visits.server";
import { type ShownVisit, shownVisit } from "../shown-visit";
import { matchesFilters, type VisitFilters } from "./calendar-conditions.server";

export const equipmentTitle = "Equipment not confirmed, visit within 48 hours";

export interface EquipmentRow {
  visit: ShownVisit;
  reason: string;
  phone: string | null;
  extension: string | null;
}

const mostEquipmentRows = 100;

/** Lists the upcoming visits that might be held without their equipment, earliest first. */
export async function listEquipmentRows(
  db: Db,
  filters: VisitFilters,
  now: number,
  limit = mostEquipmentRows,
): Promise<{ rows: EquipmentRow[]; total: number }> {
  const lacks = await listLacks(db, now, matchesFilters(filters));
  const shown = lacks.slice(0, limit);
  const visits = await listVisitsById(
    db,
    shown.map(({ id }) => id),
  );
  const byId = new Map(visits.map((visit) => [visit.id, shownVisit(visit)]));
  const rows = shown.flatMap((lack) => {
    const visit = byId.get(lack.id);
    return visit ? [{ visit, reason: lackSentence(lack), phone: lack.phone, extension: lack.phone_ext }] : [];
  });
  return { rows, total: lacks.length };
}

function lackSentence({ lack, disagreement, equipment, equipment_missing_at: missingAt }: VisitLack): string {
  const { shipments, zone } = equipment;
  if (disagreement === "patient-yes") return "The patient reported that it arrived, but it is expected later";
  if (disagreement === "patient-no") {
    return "The patient reported that it isn't there, but it was reported as delivered";
  }
  if (lack === "missing" && missingAt !== null) {
    return `The patient said ${formatDay(missingAt, zone)} that it isn't there`;
  }
  const date = expectedDay(shipments);
  const expected = date && formatDay(startOfDay(date, zone), zone);
  if (lack === "too-late") return `Expected ${expected}, too late for the visit`;
  if (expected) return `Expected ${expected}, not reported as delivered`;
  return shipments.length === 0 ? "No shipment known" : "Not reported as delivered";
}
