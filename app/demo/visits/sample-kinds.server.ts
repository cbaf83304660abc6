import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { addDays, day, hour, instantOf, localDate, minute, weekdayOf, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { NewRow } from "~/db/tables";
import { companies } from "../people/places";

const link = "https://meet.example/setup-class";
const classes = 3;
const mostSeatsTaken = 3;

const branch = {
  name: "Boise branch",
  address: "1200 W Main St, Boise, ID 83702",
  timezone: "America/Boise",
  phone: "+12085550142",
  directions: "The entrance is on 12th Street. The setup room is on the ground floor.",
  directions_es: "La entrada está en la calle 12. La sala está en la planta baja.",
  latitude: 43.6178,
  longitude: -116.2075,
  rooms: 2,
};

const homes = { state: "ID", zone: "MST", area: ["836", "837"], zip: "83702" };

/**
 * The last company's patients choose between a video visit, a branch, their home, and a class on Saturdays, when no one
 * has visits. Its therapists in Boise are at the branch and travel.
 * @param now ms UTC
 */
export async function insertKinds(trx: Db, now: number): Promise<void> {
  const company = companies.at(-1);
  if (!company) return;
  const kindOf = (values: Omit<NewRow<"visit_kinds">, "company_id">) =>
    trx
      .insertInto("visit_kinds")
      .values({ ...values, company_id: company.id })
      .returningAll()
      .executeTakeFirstOrThrow();
  const { id: place_id } = await trx
    .insertInto("places")
    .values({ ...branch, company_id: company.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const length = 45 * minute;
  const atBranch = await kindOf({
    name: "Setup at the branch",
    name_es: "Cita en la sucursal",
    mode: "branch",
    length,
    buffer_after: 15 * minute,
    place_id,
    hands_over_equipment: 1,
  });
  const atHome = await kindOf({
    name: "Setup at home",
    name_es: "Cita en su casa",
    mode: "home",
    length,
    buffer_before: 15 * minute,
    buffer_after: 15 * minute,
  });
  const inClass = await kindOf({
    name: "Setup class",
    name_es: "Clase de configuración",
    mode: "class",
    length: hour,
    seats: 6,
  });
  const local = await trx
    .updateTable("therapists")
    .set({ zip_prefixes: JSON.stringify(homes.area) })
    .where("company_id", "=", company.id)
    .where("region", "=", homes.state)
    .where("timezone", "=", homes.zone)
    .returning("id")
    .execute();
  const leaders = local.map(({ id }) => id);
  for (const { id: kind_id } of [atBranch, atHome]) {
    const rows = leaders.map((therapist_id) => ({ kind_id, therapist_id }));
    await trx.insertInto("visit_kind_therapists").values(rows).execute();
  }
  await trx
    .updateTable("orders")
    .set({ zip: homes.zip })
    .where("brightree_db", "=", company.database)
    .where("state", "=", homes.state)
    .where("closed_at", "is", null)
    .execute();
  for (const [kind, place] of [[atBranch, branch] as const, [atHome, null] as const]) {
    const visit = await listFreeToChange(trx, {
      company,
      status: "submitted",
      therapists: leaders,
      from: now,
      before: kind.buffer_before,
      after: kind.buffer_after,
    });
    const [first] = visit;
    if (!first) continue;
    await trx
      .updateTable("visits")
      .set({
        kind_id: kind.id,
        place_id: kind.place_id,
        buffer_before: kind.buffer_before,
        buffer_after: kind.buffer_after,
        ...(place && { patient_zone: place.timezone }),
      })
      .where("id", "=", first.id)
      .execute();
  }
  await insertClasses(trx, now, { company, kind: inClass });
}

/** Visits without answers that can become another kind's: nothing is near, and their therapist's day isn't full. */
function listFreeToChange(
  trx: Db,
  visit: {
    company: (typeof companies)[number];
    status: "submitted" | "confirmed";
    from: number;
    therapists?: readonly number[];
    before: number;
    after: number;
  },
) {
  const query = trx
    .selectFrom("visits")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .innerJoin("visit_kinds", "visit_kinds.id", "visits.kind_id")
    .select(["visits.id", "visits.order_id", "visits.therapist_id"])
    .where("visits.brightree_db", "=", visit.company.database)
    .where("therapists.company_id", "=", visit.company.id)
    .where("visits.status", "=", visit.status)
    .where("visits.start_at", ">", visit.from)
    .where("visits.interpreter_arranged", "=", 0)
    .where("visit_kinds.is_default", "=", 1)
    .where("visits.id", "not in", (eb) => eb.selectFrom("visit_answers").select("visit_id"))
    .where(
      sql<boolean>`therapists.daily_capacity > (
        select count(*) from visits as same where same.therapist_id = visits.therapist_id
          and same.local_date = visits.local_date and same.status in (${sql.join(activeStatuses)}))`,
    )
    .where(
      sql<boolean>`not exists (
        select 1 from visits as other where other.therapist_id = visits.therapist_id and other.id <> visits.id
          and other.status in (${sql.join(activeStatuses)})
          and other.start_at < visits.end_at + ${visit.after} and other.start_at > visits.start_at - ${day}
          and other.end_at > visits.start_at - ${visit.before})`,
    )
    .orderBy("visits.start_at")
    .orderBy("visits.id")
    .limit(mostSeatsTaken);
  const { therapists } = visit;
  return (therapists ? query.where("visits.therapist_id", "in", therapists) : query).execute();
}

/** Adds a weekly class by video. Patients whose visit can become a seat are in the first one. */
async function insertClasses(
  trx: Db,
  now: number,
  { company, kind }: { company: (typeof companies)[number]; kind: { id: number; seats: number } },
): Promise<void> {
  const therapist = await trx
    .selectFrom("therapists")
    .select(["id", "timezone"])
    .where("company_id", "=", company.id)
    .orderBy("id")
    .executeTakeFirst();
  if (!therapist) return;
  const zone = zoneOrUtc(therapist.timezone);
  let date = addDays(localDate(now, zone), 4);
  while (weekdayOf(date) !== 6) date = addDays(date, 1);
  const series = randomUUID();
  for (let nth = 0; nth < classes; nth++, date = addDays(date, 7)) {
    const start = instantOf(date, "10:00", zone) ?? now;
    const { id } = await trx
      .insertInto("classes")
      .values({
        company_id: company.id,
        kind_id: kind.id,
        start_at: start,
        end_at: start + hour,
        seats: kind.seats,
        meeting_link: link,
        series,
        uid: randomUUID(),
        created_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("class_therapists")
      .values({
        class_id: id,
        therapist_id: therapist.id,
        position: 0,
        local_date: date,
        from_at: start,
        to_at: start + hour,
      })
      .execute();
    if (nth > 0) continue;
    const free = { company, status: "confirmed" as const, from: now + day, before: 0, after: 0 };
    const seats = await listFreeToChange(trx, free);
    await trx
      .updateTable("visits")
      .set({
        therapist_id: therapist.id,
        start_at: start,
        end_at: start + hour,
        local_date: date,
        class_id: id,
        kind_id: kind.id,
        meeting_link: link,
      })
      .where(
        "id",
        "in",
        seats.map((visit) => visit.id),
      )
      .execute();
  }
}
