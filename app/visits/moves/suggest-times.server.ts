import { listOpenings } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { day, startOfDay } from "~/core/time";
import { firstLaterDay } from "~/equipment/equipment";
import { findLack } from "../equipment/list-lacks.server";
import { openingKindOf } from "../opening-kind.server";
import type { Visit } from "../visit";

const offered = 6;

export interface EquipmentDay {
  from: number;
  zone: string;
}

/**
 * From when a visit can be held with its equipment, in ms UTC, and the IANA zone of that day. Null if the company doesn't follow the equipment, or if
 * no one reported that it is missing or comes too late.
 */
export async function findEquipmentDay({ reads, clock }: App, visit: Visit): Promise<EquipmentDay | null> {
  const now = clock.now();
  const found = await findLack(reads, visit.id, now);
  if (!found || (found.lack !== "missing" && found.lack !== "too-late")) return null;
  const { zone } = found.equipment;
  return { from: startOfDay(firstLaterDay(found.equipment, visit.start_at, now), zone), zone };
}

/**
 * Finds the open times nearest to a time, in order.
 * @param near ms UTC
 * @param earliest ms UTC; the times before it are left out
 */
export async function suggestTimes(
  app: App,
  visit: Visit,
  near = visit.start_at,
  earliest = 0,
): Promise<number[]> {
  const now = app.clock.now();
  const around = Math.max(near, now, earliest);
  const openings = await listOpenings(app.reads, app.config, {
    now,
    from: Math.max(around - 14 * day, earliest),
    to: around + 14 * day,
    therapistId: visit.therapist_id,
    exceptVisit: visit.id,
    limit: 2000,
    kind: openingKindOf(visit),
  });
  return openings
    .map(({ start }) => start)
    .filter((start) => start !== visit.start_at)
    .sort((a, b) => Math.abs(a - around) - Math.abs(b - around))
    .slice(0, offered)
    .sort((a, b) => a - b);
}
