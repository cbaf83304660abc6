import { sql } from "kysely";
import { isDayOff } from "~/availability/rules/days-off.server";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { formatWhen, hour, localDate, zoneOrUtc } from "~/core/time";
import { longestVisit } from "~/core/visit-length";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { busyReason } from "~/therapists/calendars/busy-warnings.server";

/** A class at a time, before it is written. In ms UTC. */
export interface ClassTime {
  start: number;
  end: number;
  buffer_before: number;
  buffer_after: number;
  place: Pick<Row<"places">, "id" | "name" | "rooms" | "active"> | null;
  therapists: readonly Pick<Row<"therapists">, "id" | "name" | "timezone">[];
  exceptClass?: number | undefined;
}

const longestBuffer = 2 * hour;

/** Why a class can't take place at a time: other visits and classes of its therapists, or a full place. */
export async function listClassClashes(db: Db, time: ClassTime): Promise<string[]> {
  const reasons: string[] = [];
  for (const therapist of time.therapists) {
    const clash = await findClash(db, therapist.id, time);
    if (clash) {
      const what = clash.isClass ? "another class" : "a visit";
      reasons.push(
        `${therapist.name} has ${what} at ${formatWhen(clash.start, zoneOrUtc(therapist.timezone))}.`,
      );
    }
  }
  if (time.place && (await countInPlace(db, time.place.id, time)) >= time.place.rooms) {
    reasons.push(`All ${plural(time.place.rooms, "room")} of ${time.place.name} are taken at this time.`);
  }
  return reasons;
}

async function findClash(db: Db, therapistId: number, time: ClassTime) {
  const [from, to] = [time.start - time.buffer_before, time.end + time.buffer_after];
  const { rows } = await sql<{ start: number; isClass: number }>`
    select start_at as start, 0 as isClass from visits
    where therapist_id = ${therapistId} and status in (${sql.join(activeStatuses)}) and class_id is null
      and start_at < ${to + longestBuffer} and start_at > ${from - longestVisit - longestBuffer}
      and start_at - buffer_before < ${to} and end_at + buffer_after > ${from}
    union all
    select classes.start_at, 1 from class_therapists join classes on classes.id = class_therapists.class_id
    where class_therapists.therapist_id = ${therapistId} and class_therapists.active = 1
      and class_therapists.from_at < ${to} and class_therapists.from_at > ${from - longestVisit}
      and class_therapists.to_at > ${from} and classes.id <> ${time.exceptClass ?? 0}
    order by 1 limit 1`.execute(db);
  return rows[0];
}

/**
 * Counts the rooms of a place that are taken at the fullest moment of a time, like the triggers
 * `classes_fit_their_place` and `classes_fit_their_place_when_changed`.
 */
async function countInPlace(db: Db, placeId: number, time: ClassTime): Promise<number> {
  const { rows } = await sql<{ start: number; end: number }>`
    select start_at as start, end_at as "end" from taken_rooms
    where place_id = ${placeId} and class_id is not ${time.exceptClass ?? null}
      and start_at < ${time.end} and start_at > ${time.start - longestVisit} and end_at > ${time.start}`.execute(
    db,
  );
  const takenAt = (instant: number) =>
    rows.filter(({ start, end }) => start <= instant && end > instant).length;
  return Math.max(...[time.start, ...rows.map(({ start }) => Math.max(start, time.start))].map(takenAt));
}

/** Why staff may not want a class at a time: days off and busy times of its therapists. */
export async function listClassWarnings(app: App, db: Db, time: ClassTime): Promise<string[]> {
  const warnings: string[] = [];
  for (const therapist of time.therapists) {
    const zone = zoneOrUtc(therapist.timezone);
    if ((await isDayOff(db, therapist.id))(localDate(time.start, zone))) {
      warnings.push(`${therapist.name} is off on this day.`);
      continue;
    }
    const busy = await busyReason(app, db, therapist, time);
    if (busy) warnings.push(busy);
  }
  return warnings;
}
