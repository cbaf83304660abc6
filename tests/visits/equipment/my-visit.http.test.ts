import { expect, test } from "vitest";
import { addDays, day, formatWhen, iso, localDate, startOfDay } from "~/core/time";
import { saveShipment } from "~/equipment/save-shipment.server";
import { findActiveVisit } from "~/visits/visits.server";
import { Client } from "../../support/client";
import { startFakeTwilio } from "../../support/fake-twilio";
import { agree } from "../../support/http-actions";
import { PlainPage } from "../../support/plain-page";
import {
  seedClinic,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedVisit,
  signInPatient,
} from "../../support/seed";
import { startServer } from "../../support/server";

const twilio = await startFakeTwilio();
const server = await startServer(twilio.environment);
const { app, clock, url } = server;
const { database } = await seedClinic(app);
await app.db.deleteFrom("slots").execute();
const therapist = await seedTherapist(app);
const zone = "America/New_York";
const today = localDate(clock.now(), zone);
const at = (days: number, hours: number) => startOfDay(addDays(today, days), zone) + hours * 60 * 60 * 1000;
await seedSlots(app, therapist, [
  at(1, 16),
  at(2, 16),
  at(3, 10),
  at(3, 14),
  at(4, 10),
  at(5, 10),
  at(8, 10),
  at(9, 10),
]);
await app.db.updateTable("companies").set({ equipment: "inform", phone: "+19195550100" }).execute();

let number = 0;
/** A patient with a confirmed visit with another therapist, at noon in that many days. */
async function patient(days: number, language: "en" | "es" = "en") {
  const other = await seedTherapist(app);
  const order = await seedOrder(app, {
    brightree_db: database,
    state: "NC",
    visit_zone: zone,
    sales_order_no: `V${++number}`,
    phone: `+1919555${3000 + number}`,
    language,
  });
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: other.id,
    start_at: at(days, 12),
    status: "confirmed",
    confirmed_at: clock.now(),
    patient_zone: zone,
  });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  client.cookies.set("language", language);
  const ship = (facts: Parameters<typeof saveShipment>[2]) =>
    app.db
      .transaction()
      .execute((trx) => saveShipment({ trx, app }, order.id, facts, { source: "import", by: "a file" }));
  const missingAt = async () => (await findActiveVisit(app.db, order.id))?.equipment_missing_at ?? null;
  return { order, visit, client, ship, missingAt };
}
const open = (client: Client) => PlainPage.open(client, "/my-visit");

test("two days before the visit, My visit asks whether the equipment has arrived, and yes ends it", async () => {
  const { client, order } = await patient(1);
  const asked = await open(client);
  expect(asked.text).toContain("Has your equipment arrived?");
  const thanked = await asked.press("Yes, it's here");
  expect(thanked.text).toContain("We noted that your equipment is there.");
  expect(thanked.text).toContain("Your equipment was delivered");
  expect(thanked.text).not.toContain("Has your equipment arrived?");
  const shipments = await app.db
    .selectFrom("shipments")
    .select("delivered_source")
    .where("order_id", "=", order.id)
    .execute();
  expect(shipments).toEqual([{ delivered_source: "patient" }]);
});

test("before the evening of the expected day, My visit doesn't ask", async () => {
  const { client, order, ship } = await patient(2);
  await ship({ expected_on: addDays(today, 1) });
  clock.set(at(1, 17) - 60_000);
  await signInPatient(app, client, order.id);
  expect((await open(client)).text).not.toContain("Has your equipment arrived?");
  clock.set(at(1, 17));
  expect((await open(client)).text).toContain("Has your equipment arrived?");
  clock.set(at(0, 9));
});

test.each([
  ["en", "Has your equipment arrived?", "Yes, it's here", "You don't need to do anything now."],
  ["es", "¿Ya llegó su equipo?", "Sí, ya llegó", "No tiene que hacer nada por ahora."],
] as const)(
  "a visit that waits for confirmation asks, and only then tells the patient that nothing is left to do (%s)",
  async (language, question, yes, nothing) => {
    const { client, visit, order } = await patient(1, language);
    await agree(app, order.phone ?? "");
    await app.db
      .updateTable("visits")
      .set({ status: "submitted", confirmed_at: null })
      .where("id", "=", visit.id)
      .execute();
    const asked = await open(client);
    expect(asked.text).toContain(question);
    expect(asked.text).not.toContain(nothing);
    expect((await asked.press(yes)).text).toContain(nothing);
  },
);

test("no offers the three nearest later times, and one tap moves the visit", async () => {
  const { client, visit, missingAt } = await patient(1);
  await (await open(client)).press("No, not yet");
  expect(await missingAt()).not.toBeNull();
  const page = await open(client);
  expect(page.text).toContain("You told us that your equipment isn't there yet.");
  const times = [at(2, 16), at(3, 10), at(3, 14)].map(
    (start) => `${formatWhen(start, zone)} with ${therapist.name}`,
  );
  for (const time of times) expect(page.text).toContain(time);
  for (const start of [at(1, 16), at(4, 10)]) expect(page.text).not.toContain(formatWhen(start, zone));
  const moved = await page.press(times[1] ?? "");
  expect(moved.text).toContain("Your visit time was changed.");
  expect((await findActiveVisit(app.db, visit.order_id))?.start_at).toBe(at(3, 10));
  expect(moved.text).not.toContain("isn't there yet");
});

test("a day of arrival behind the visit offers times after that day, and the patient can say that it came", async () => {
  const { client, ship } = await patient(6, "es");
  expect((await open(client)).text).not.toContain("Elija otra fecha y hora");
  await ship({ expected_on: addDays(today, 7) });
  const page = await open(client);
  expect(page.text).toContain("Su equipo llega demasiado tarde para esta cita.");
  expect(page.html).toContain(`value="${iso(at(8, 10))}|`);
  expect(page.html).not.toContain(`value="${iso(at(3, 10))}|`);
  const settled = await page.press("Ya llegó");
  expect(settled.text).toContain("Anotamos que ya tiene su equipo.");
  expect(settled.text).not.toContain("Elija otra fecha y hora");
});

test("a patient whose visit can no longer be changed online reads whom to call", async () => {
  const { client, order } = await patient(1);
  clock.set(at(0, 12) + 60_000);
  await signInPatient(app, client, order.id);
  await (await open(client)).press("No, not yet");
  expect((await open(client)).text).toMatch(/To choose a later time, call .+ at \(919\) 555-0100/);
  clock.advance(2 * day);
  await signInPatient(app, client, order.id);
  expect((await open(client)).text).not.toContain("equipment isn't there");
});
