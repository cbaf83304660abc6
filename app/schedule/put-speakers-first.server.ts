import { sql } from "kysely";
import type { OpenTime } from "~/availability/list-open-times.server";
import type { Language } from "~/core/language/languages";
import { addDays, startOfDay, weekdayOf } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";

export async function listSpeakers(db: Db, language: Language): Promise<Set<number>> {
  const rows = await db
    .selectFrom("therapists")
    .select("id")
    .where(sql<boolean>`exists (select 1 from json_each(therapists.languages) where value = ${language})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

interface Speakers {
  language: Language;
  ids: ReadonlySet<number>;
  /** `YYYY-MM-DD` in `zone`. Visits of its week count. */
  date: string;
  zone: string;
  most: number;
}

/** At each time, lists therapists who speak the language first, and the ones with the fewest visits in that week first. */
export async function putSpeakersFirst(
  db: Db,
  times: OpenTime[],
  { language, ids, date, zone, most }: Speakers,
): Promise<OpenTime[]> {
  const free = new Set(times.flatMap(({ openings }) => openings.map(({ therapistId }) => therapistId)));
  const speakers = [...free].filter((id) => ids.has(id));
  const sunday = addDays(date, -weekdayOf(date));
  const counts = await db
    .selectFrom("visits")
    .select(["therapist_id", (eb) => eb.fn.countAll<number>().as("count")])
    .where("therapist_id", "in", speakers)
    .where("start_at", ">=", startOfDay(sunday, zone))
    .where("start_at", "<", startOfDay(addDays(sunday, 7), zone))
    .where("status", "in", [...activeStatuses, "completed"])
    .groupBy("therapist_id")
    .execute();
  const visitsOf = new Map(counts.map(({ therapist_id, count }) => [therapist_id, count]));
  return times.map((time) => {
    const speaking = time.openings
      .filter(({ therapistId }) => ids.has(therapistId))
      .map((opening) => ({ ...opening, speaks: language }))
      .sort((a, b) => (visitsOf.get(a.therapistId) ?? 0) - (visitsOf.get(b.therapistId) ?? 0));
    const others = time.openings.filter(({ therapistId }) => !ids.has(therapistId));
    const openings = [...speaking, ...others].slice(0, most);
    return { ...time, openings, more: time.more || openings.length < time.openings.length };
  });
}
