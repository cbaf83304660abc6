import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { hour, localDate, zoneOrUtc } from "~/core/time";
import type { NewRow } from "~/db/tables";

type SeedApp = Pick<App, "db" | "clock">;

/** Adds a kind of class by video, of 60 minutes with 6 seats, in the company of a therapist. */
export async function seedClassKind(
  app: SeedApp,
  companyId: number,
  fields: Partial<NewRow<"visit_kinds">> = {},
) {
  return app.db
    .insertInto("visit_kinds")
    .values({
      company_id: companyId,
      name: `Setup class ${randomUUID().slice(0, 4)}`,
      name_es: "Clase de configuración",
      mode: "class",
      length: hour,
      seats: 6,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a class of a therapist without checking the rules for times. */
export async function seedClass(
  app: SeedApp,
  therapist: { id: number; company_id: number; timezone: string },
  start: number,
  fields: Partial<NewRow<"classes">> = {},
) {
  const kindId = fields.kind_id ?? (await seedClassKind(app, therapist.company_id)).id;
  const row = await app.db
    .insertInto("classes")
    .values({
      company_id: therapist.company_id,
      kind_id: kindId,
      start_at: start,
      end_at: start + hour,
      seats: 6,
      meeting_link: "https://meet.example/class",
      uid: randomUUID(),
      created_at: app.clock.now(),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("class_therapists")
    .values({
      class_id: row.id,
      therapist_id: therapist.id,
      position: 0,
      local_date: localDate(start, zoneOrUtc(therapist.timezone)),
      from_at: row.start_at - row.buffer_before,
      to_at: row.end_at + row.buffer_after,
    })
    .execute();
  return row;
}
