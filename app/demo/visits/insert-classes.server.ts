import { randomUUID } from "node:crypto";
import { addDays, day, hour, instantOf, localDate, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { companies } from "../people/places";

/** The days from today on which the classes of the series take place, in the evening, when no one has visits. */
const days = [8, 15, 22];

const link = "https://meet.example/setup-class";

/** Adds a weekly class by video in one company, with three patients in the first one. */
export async function insertClasses(trx: Db, now: number): Promise<void> {
  const company = companies[1];
  const therapist = await trx
    .selectFrom("therapists")
    .select(["id", "timezone"])
    .where("company_id", "=", company.id)
    .orderBy("id")
    .executeTakeFirst();
  if (!therapist) return;
  const zone = zoneOrUtc(therapist.timezone);
  const kind = await trx
    .insertInto("visit_kinds")
    .values({
      company_id: company.id,
      name: "Setup class",
      name_es: "Clase de configuración",
      mode: "class",
      length: hour,
      seats: 6,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const series = randomUUID();
  const ids: { id: number; start: number; date: string }[] = [];
  for (const ahead of days) {
    const date = addDays(localDate(now, zone), ahead);
    const start = instantOf(date, "18:30", zone) ?? now;
    const { id } = await trx
      .insertInto("classes")
      .values({
        company_id: company.id,
        kind_id: kind.id,
        start_at: start,
        end_at: start + hour,
        seats: 6,
        meeting_link: link,
        series,
        uid: randomUUID(),
        created_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const times = { local_date: date, from_at: start, to_at: start + hour };
    await trx
      .insertInto("class_therapists")
      .values({ class_id: id, therapist_id: therapist.id, position: 0, ...times })
      .execute();
    ids.push({ id, start, date });
  }
  const [first] = ids;
  if (!first) return;
  const moved = await trx
    .selectFrom("visits")
    .select("visits.id")
    .where("visits.brightree_db", "=", company.database)
    .where("visits.status", "=", "confirmed")
    .where("visits.start_at", ">", now + day)
    .where("visits.interpreter_arranged", "=", 0)
    .orderBy("visits.start_at", "desc")
    .limit(3)
    .execute();
  await trx
    .updateTable("visits")
    .set({
      therapist_id: therapist.id,
      start_at: first.start,
      end_at: first.start + hour,
      local_date: first.date,
      class_id: first.id,
      kind_id: kind.id,
      meeting_link: link,
    })
    .where(
      "id",
      "in",
      moved.map(({ id }) => id),
    )
    .execute();
}
