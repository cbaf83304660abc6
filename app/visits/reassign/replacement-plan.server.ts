import { sql } from "kysely";
import type { Opening } from "~/availability/list-openings.server";
import { remainingCapacity } from "~/availability/slot-rules.server";
import { localDate } from "~/core/time";
import type { Db } from "~/db/open.server";
import { lengthElsewhere, type Visit } from "../visit";

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
  const capacity = await listRemaining(db, [...new Set(keys.values())]);
  const planned = new Map<number, { visit: number; start: number; end: number; key: string }[]>();
  const left = (opening: Opening) => capacity.get(keyOf(opening)) ?? 0;
  return {
    left,
    fits(visit, opening) {
      const end = opening.start + lengthElsewhere(visit);
      const others = planned.get(opening.therapistId) ?? [];
      if (opening.therapistId === visit.therapist_id) return false;
      return left(opening) > 0 && !others.some((other) => other.start < end && other.end > opening.start);
    },
    add(visit, opening) {
      const { therapistId, start } = opening;
      const key = keyOf(opening);
      const end = start + lengthElsewhere(visit);
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
async function listRemaining(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const days = keys.map((key) => [key, ...key.split(" ")]);
  const { rows } = await sql<{ key: string; remaining: number }>`
    select days.value ->> 0 as key, ${remainingCapacity("therapists", sql`days.value ->> 2`)} as remaining
    from json_each(${JSON.stringify(days)}) as days cross join therapists
    where therapists.id = cast(days.value ->> 1 as integer)`.execute(db);
  return new Map(rows.map(({ key, remaining }) => [key, remaining]));
}
