import type { Opening } from "~/availability/list-openings.server";
import { localDate } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Visit } from "../visit";

/** The openings given to visits so far, so that none is given twice. */
interface ReplacementPlan {
  /** True if another therapist's opening is still free for the visit's length and within their daily capacity. */
  fits(visit: Visit, opening: Opening): boolean;
  /** The therapist's remaining capacity on the opening's day. */
  left(opening: Opening): number;
  add(visit: Visit, opening: Opening): void;
  remove(visit: Visit): void;
}

export async function startReplacementPlan(db: Db, openings: readonly Opening[]): Promise<ReplacementPlan> {
  const keys = new Map(
    openings.map((opening) => [opening, `${opening.therapistId} ${localDate(opening.start, opening.zone)}`]),
  );
  const keyOf = (opening: Opening) => keys.get(opening) ?? "";
  const capacity = await remainingCapacity(db, [...new Set(keys.values())]);
  const planned = new Map<number, { visit: number; start: number; end: number; key: string }[]>();
  const left = (opening: Opening) => capacity.get(keyOf(opening)) ?? 0;
  return {
    left,
    fits(visit, opening) {
      const end = opening.start + visit.end_at - visit.start_at;
      const others = planned.get(opening.therapistId) ?? [];
      if (opening.therapistId === visit.therapist_id) return false;
      return left(opening) > 0 && !others.some((other) => other.start < end && other.end > opening.start);
    },
    add(visit, opening) {
      const { therapistId, start } = opening;
      const key = keyOf(opening);
      const end = start + visit.end_at - visit.start_at;
      planned.set(therapistId, [...(planned.get(therapistId) ?? []), { visit: visit.id, start, end, key }]);
      capacity.set(key, left(opening) - 1);
    },
    remove(visit) {
      for (const [therapist, list] of planned) {
        const own = list.find((entry) => entry.visit === visit.id);
        if (!own) continue;
        planned.set(therapist, list.toSpliced(list.indexOf(own), 1));
        capacity.set(own.key, (capacity.get(own.key) ?? 0) + 1);
      }
    },
  };
}

/** @param keys `therapist date` */
async function remainingCapacity(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const ids = [...new Set(keys.map((key) => Number(key.split(" ")[0])))];
  const dates = [...new Set(keys.map((key) => key.split(" ")[1] ?? ""))];
  if (ids.length === 0) return new Map();
  const therapists = await db
    .selectFrom("therapists")
    .select(["id", "daily_capacity"])
    .where("id", "in", ids)
    .execute();
  const booked = await db
    .selectFrom("visits")
    .select((eb) => ["therapist_id", "local_date", eb.fn.countAll<number>().as("visits")])
    .where("local_date", "in", dates)
    .where("status", "in", activeStatuses)
    .groupBy(["therapist_id", "local_date"])
    .execute();
  const capacity = new Map(therapists.map(({ id, daily_capacity }) => [id, daily_capacity]));
  const visits = new Map(booked.map((row) => [`${row.therapist_id} ${row.local_date}`, row.visits]));
  return new Map(
    keys.map((key) => [key, (capacity.get(Number(key.split(" ")[0])) ?? 0) - (visits.get(key) ?? 0)]),
  );
}
