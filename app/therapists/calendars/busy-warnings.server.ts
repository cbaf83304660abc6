import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { longestVisit } from "~/core/visit-length";
import type { Db } from "~/db/open.server";
import { staleBefore } from "./stale-before";

/** A therapist's busy times that overlap the period, in order. */
export function listBusyTimes(db: Db, therapistId: number, { from, to }: { from: number; to: number }) {
  return db
    .selectFrom("busy_times")
    .select(["start_at as start", "end_at as end"])
    .where("therapist_id", "=", therapistId)
    .where("start_at", "<", to)
    .where("start_at", ">", from - longestVisit)
    .where("end_at", ">", from)
    .orderBy("start_at")
    .limit(1000)
    .execute();
}

/** The reason to warn staff about a time; null if it is free. */
export async function busyReason(
  app: Pick<App, "config" | "clock">,
  db: Db,
  { id, name }: { id: number; name: string },
  { start, end }: { start: number; end: number },
): Promise<string | null> {
  const busy = await listBusyTimes(db, id, { from: start, to: end });
  if (busy.length > 0) return `${name} is busy at this time, according to another calendar.`;
  if (!(await isCalendarStale(db, app, id))) return null;
  return `${name}'s other calendar can't be read. They may be busy at this time.`;
}

/** True if one of the therapist's calendars can't be read, so their busy times are unknown. */
export async function isCalendarStale(
  db: Db,
  app: Pick<App, "config" | "clock">,
  therapistId: number,
): Promise<boolean> {
  const stale = await db
    .selectFrom("calendars")
    .select("id")
    .where("therapist_id", "=", therapistId)
    .where(sql<boolean>`coalesce(last_read_at, created_at) < ${staleBefore(app.config, app.clock.now())}`)
    .limit(1)
    .executeTakeFirst();
  return stale !== undefined;
}
