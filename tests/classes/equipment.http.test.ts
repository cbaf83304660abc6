import { expect, test } from "vitest";
import { addDays, localDate, startOfDay } from "~/core/time";
import { saveShipment } from "~/equipment/save-shipment.server";
import { seedClass, seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedVisit, signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const zone = "America/New_York";

/** A company that requires the equipment, with classes 3 and 8 days ahead. Equipment is expected in 5 days. */
async function aClinic(fields: Parameters<typeof seedClassKind>[2] = {}) {
  const server = await startServer();
  const { app, clock, url } = server;
  const { database, therapist } = await seedClinic(app);
  await app.db.updateTable("companies").set({ equipment: "require" }).execute();
  const today = localDate(clock.now(), zone);
  const at = (days: number) => startOfDay(addDays(today, days), zone) + 10 * 60 * 60 * 1000;
  const kind = await seedClassKind(app, therapist.company_id, { name: "Setup class", seats: 50, ...fields });
  const early = await seedClass(app, therapist, at(3), { kind_id: kind.id, seats: 50 });
  const late = await seedClass(app, therapist, at(8), { kind_id: kind.id, seats: 50 });
  const patient = async (comesIn: number | null = 5) => {
    const order = await seedOrder(app, { brightree_db: database, state: "NC", visit_zone: zone });
    if (comesIn !== null) {
      await app.db
        .transaction()
        .execute((trx) =>
          saveShipment(
            { trx, app },
            order.id,
            { expected_on: addDays(today, comesIn) },
            { source: "import", by: "a file" },
          ),
        );
    }
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    return { order, client };
  };
  const seatsOf = async ({ id }: { id: number }) =>
    (await app.db.selectFrom("visits").select("order_id").where("class_id", "=", id).execute()).map(
      ({ order_id }) => order_id,
    );
  return { ...server, therapist, kind, early, late, at, patient, seatsOf };
}

const seatPath = ({ id }: { id: number }) => `/schedule/classes/${id}`;

test("patients choose among the classes after their equipment comes, and read since when", async () => {
  const { kind, early, late, patient, seatsOf } = await aClinic();
  const { client, order } = await patient();
  const page = await PlainPage.open(client, `/schedule/classes?kind=${kind.id}`);
  expect(page.text).toContain("You can choose times from");
  expect(page.links(/^Choose this class/)).toEqual([seatPath(late)]);
  const choices = await PlainPage.open(client, "/schedule");
  expect(choices.text).toContain("Your equipment should arrive");
  const seat = await PlainPage.open(client, seatPath(late));
  expect((await seat.press("Confirm", { sms_consent: "on" })).status).toBe(200);
  expect([await seatsOf(early), await seatsOf(late)]).toEqual([[], [order.id]]);
});

test("a page that was open before the delivery slipped can't take the seat, nor can a move", async () => {
  const { app, early, therapist, at, patient, seatsOf } = await aClinic();
  const { client, order } = await patient(1);
  const open = await PlainPage.open(client, seatPath(early));
  await app.db
    .updateTable("shipments")
    .set({ expected_on: localDate(at(5), zone) })
    .execute();
  const refused = await open.press("Confirm", { sms_consent: "on" });
  expect(refused.text).toContain(
    "Your equipment won't have arrived by that time. Please choose a later time.",
  );
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: at(9) });
  await app.db
    .updateTable("shipments")
    .set({ expected_on: localDate(at(1), zone) })
    .execute();
  const move = await PlainPage.open(client, seatPath(early));
  await app.db
    .updateTable("shipments")
    .set({ expected_on: localDate(at(5), zone) })
    .execute();
  expect((await move.press("Move my visit")).text).toContain("Your equipment won't have arrived");
  expect(await seatsOf(early)).toEqual([]);
});

test("where the equipment is handed over in the class, no one waits for it", async () => {
  const { kind, early, late, patient } = await aClinic({ hands_over_equipment: 1 });
  const { client } = await patient();
  const page = await PlainPage.open(client, `/schedule/classes?kind=${kind.id}`);
  expect(page.links(/^Choose this class/)).toEqual([seatPath(early), seatPath(late)]);
  expect(page.text).not.toContain("You can choose times from");
  const seat = await PlainPage.open(client, seatPath(early));
  expect((await seat.press("Confirm", { sms_consent: "on" })).status).toBe(200);
});

test("when fifty patients take a seat simultaneously, only those whose equipment comes before get one", async () => {
  const { app, early, patient, seatsOf } = await aClinic();
  const people = [];
  for (let nth = 0; nth < 50; nth++) {
    const { client, order } = await patient(1);
    const { hidden } = await PlainPage.open(client, seatPath(early));
    people.push({ client, order, form: { ...hidden, sms_consent: "on" }, isLate: nth % 2 === 1 });
  }
  const late = people.filter(({ isLate }) => isLate).map(({ order }) => order.id);
  await app.db
    .updateTable("shipments")
    .set({ expected_on: localDate(early.start_at, zone) })
    .where("order_id", "in", late)
    .execute();
  const statuses = await Promise.all(
    people.map(async ({ client, form }) => (await client.submit(seatPath(early), form)).status),
  );
  expect(statuses).toEqual(people.map(({ isLate }) => (isLate ? 422 : 303)));
  const booked = people.filter(({ isLate }) => !isLate).map(({ order }) => order.id);
  expect((await seatsOf(early)).sort((a, b) => a - b)).toEqual(booked);
});

test("staff read a warning before they give a seat earlier than the equipment, and can accept it", async () => {
  const server = await aClinic();
  const { kind, early, patient, seatsOf } = server;
  const supervisor = await staffClient(server, "supervisor");
  const warning = "The patient's equipment isn't delivered.";
  const first = await patient();
  const page = await PlainPage.open(supervisor, `/new-appointment?order=${first.order.id}&kind=${kind.id}`);
  const button = /^Book a seat/;
  const warned = await page.press(button, { sms_consent: "on" });
  expect(warned.text).toContain(warning);
  expect(await seatsOf(early)).toEqual([]);
  expect((await warned.press(button, { accept: "on" })).text).toContain("Visit booked");

  const second = await patient();
  const add = await PlainPage.open(supervisor, `/classes/${early.id}/add?q=${second.order.patient_id}`);
  const asked = await add.press(/^Add to the class/);
  expect(asked.text).toContain(warning);
  expect((await asked.press(/^Add to the class/, { accept: "on" })).path).toBe(`/classes/${early.id}`);
  expect(await seatsOf(early)).toEqual([first.order.id, second.order.id]);
});
