import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const { order, therapist, starts } = await seedClinic(app);

test("Appointments and the visit's sheet name a kind that isn't the default, and the place", async () => {
  const { company_id } = await app.reads
    .selectFrom("databases")
    .select("company_id")
    .where("name", "=", order.brightree_db)
    .executeTakeFirstOrThrow();
  const place = await app.db
    .insertInto("places")
    .values({
      company_id,
      name: "Peoria branch",
      address: "12 Oak Street, Peoria, IL 61602",
      timezone: "America/Chicago",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const kind = await app.db
    .insertInto("visit_kinds")
    .values({
      company_id,
      name: "Setup at our branch",
      name_es: "En nuestra oficina",
      mode: "branch",
      place_id: place.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const usual = { order_id: order.id, therapist_id: therapist.id, start_at: starts[0] ?? 0 };
  await seedVisit(app, usual);
  const visit = await seedVisit(app, {
    ...usual,
    order_id: (await seedOrder(app)).id,
    start_at: (starts[0] ?? 0) + 3 * hour,
    kind_id: kind.id,
    place_id: place.id,
  });
  const supervisor = await staffClient(server, "supervisor");
  const list = await PlainPage.open(supervisor, "/appointments?sort=date&direction=asc");
  expect(list.table("Appointments").map(({ Type }) => Type)).toEqual(["Setup", "Setup at our branch"]);
  const sheet = await PlainPage.open(supervisor, `/therapist?therapist=${therapist.id}&visit=${visit.id}`);
  expect(sheet.facts).toMatchObject({
    "Kind of visit": "Setup at our branch",
    Place: "Peoria branch 12 Oak Street, Peoria, IL 61602",
  });
});
