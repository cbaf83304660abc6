import { sql } from "kysely";
import { bookingWindow } from "~/availability/booking-window";
import { shortestCutoff } from "~/availability/record-freed-times.server";
import type { App, AppTx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";

export interface FreedTime {
  therapistId: number;
  therapist: string;
  region: string;
  timezone: string;
  start: number;
  wave: number;
  nextWaveAt: number | null;
  leftBy: number | null;
  waveMinutes: number;
}

const timesPerBatch = 100;

/**
 * The times whose next wave is due, ordered by start. The triggers `booked_times_are_not_offered` and
 * `moved_to_times_are_not_offered` delete times that are booked. A seat in a class has the class's start and first
 * therapist, and `taken_seats_are_not_offered` and `moved_to_seats_are_not_offered` delete it when the class is full.
 * Other times go with their slot (`freed_times_go_with_their_slot`).
 * @param latest ms UTC
 */
export async function* dueTimes(
  app: Pick<App, "reads" | "clock" | "config">,
  latest: number,
): AsyncGenerator<FreedTime> {
  const now = app.clock.now();
  const until = Math.min(bookingWindow(app.config, now).to, latest + 1);
  for (let after = { start: now, therapistId: 0 }; ; ) {
    const { start, therapistId } = after;
    const times: FreedTime[] = await selectTimes(app.reads)
      .where("freed_times.next_wave_at", "<=", now)
      .where(sql<boolean>`(freed_times.start_at, freed_times.therapist_id) > (${start}, ${therapistId})`)
      .where("freed_times.start_at", "<", until)
      .orderBy("freed_times.start_at")
      .orderBy("freed_times.therapist_id")
      .limit(timesPerBatch)
      .execute();
    yield* times;
    const last = times.at(-1);
    if (!last || times.length < timesPerBatch) return;
    after = last;
  }
}

export function findFreedTime(db: Db, therapistId: number, start: number): Promise<FreedTime | undefined> {
  return selectTimes(db)
    .where("freed_times.therapist_id", "=", therapistId)
    .where("freed_times.start_at", "=", start)
    .executeTakeFirst();
}

const selectTimes = (db: Db) =>
  db
    .selectFrom("freed_times")
    .innerJoin("therapists", "therapists.id", "freed_times.therapist_id")
    .innerJoin("companies", "companies.id", "therapists.company_id")
    .select([
      "freed_times.therapist_id as therapistId",
      "therapists.name as therapist",
      "therapists.region",
      "therapists.timezone",
      "freed_times.start_at as start",
      "freed_times.wave",
      "freed_times.next_wave_at as nextWaveAt",
      "freed_times.left_by as leftBy",
      "companies.offer_wave_minutes as waveMinutes",
    ]);

/** Deletes times that are too near to offer to anyone. Their open offers have already expired. */
export async function dropNearTimes({ trx, app }: AppTx): Promise<void> {
  await sql`delete from freed_times where start_at < ${app.clock.now()} + ${shortestCutoff(app.config)}`.execute(
    trx,
  );
}
