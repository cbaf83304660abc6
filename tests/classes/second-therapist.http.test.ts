import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { seedClass } from "../support/classes";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  seedCompany,
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

/** A class that started an hour ago, with three patients. A second therapist takes part in it. */
async function aHeldClass() {
  const { app, url, clock } = await startServer();
  const company = await seedCompany(app, "Blue Ridge");
  await seedDatabase(app);
  const aTherapist = async (name: string) => {
    const user = await seedUser(app, ["therapist"], { name });
    const therapist = await seedTherapist(app, { company_id: company, name, user_id: user.id });
    const client = new Client(url);
    await signInStaff(app, client, user.id);
    return { therapist, client };
  };
  const [leader, second, stranger] = [
    await aTherapist("Dana Reyes"),
    await aTherapist("Sam Ortiz"),
    await aTherapist("Lee Park"),
  ];
  const start = clock.now() - hour;
  const session = await seedClass(app, leader.therapist, start, { seats: 6 });
  const { class_id, local_date, from_at, to_at } = await app.db
    .selectFrom("class_therapists")
    .selectAll()
    .where("class_id", "=", session.id)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("class_therapists")
    .values({ class_id, local_date, from_at, to_at, therapist_id: second.therapist.id, position: 1 })
    .execute();
  const patients = [];
  for (const patient_name of ["Ana First", "Ben Second", "Cal Third"]) {
    const order = await seedOrder(app, { patient_name });
    const visit = await seedVisit(app, {
      order_id: order.id,
      therapist_id: leader.therapist.id,
      start_at: start,
      end_at: start + hour,
      class_id: session.id,
      kind_id: session.kind_id,
      status: "confirmed",
      confirmed_at: start,
      meeting_link: "https://meet.example/class",
    });
    patients.push({ order, visit });
  }
  return { session, patients, leader, second, stranger };
}

test("every therapist of a class enters its outcomes, undoes them, and sees its patients", async () => {
  const { session, patients, second, stranger } = await aHeldClass();
  const [first, other] = patients.map(({ order }) => order.patient_id);
  const roll = await PlainPage.open(second.client, `/classes/${session.id}`);
  const completed = await roll.press(`Completed for patient ${first}`);
  expect(completed.status).toBe(200);
  const missed = await completed.press(`No-show for patient ${other}`);
  expect(missed.table("Patients").map((row) => row.Status)).toEqual(["completed", "No-show", "confirmed"]);
  const undone = await missed.press(/^Undo/);
  expect(undone.table("Patients").map((row) => row.Status)).toEqual(["completed", "confirmed", "confirmed"]);
  const sheet = await PlainPage.open(second.client, `/visits/${patients[0]?.visit.id}`);
  expect(sheet.text).toContain("Ana First");
  for (const path of [`/visits/${patients[0]?.visit.id}`, `/classes/${session.id}`]) {
    expect((await stranger.client.get(path)).status).toBe(404);
  }
});

test("a class keeps its seats taken when outcomes are entered", async () => {
  const { session, patients, leader } = await aHeldClass();
  let roll = await PlainPage.open(leader.client, `/classes/${session.id}`);
  expect(roll.facts["Seats taken"]).toBe("3 of 6");
  const [first, other] = patients.map(({ order }) => order.patient_id);
  roll = await roll.press(`Completed for patient ${first}`);
  roll = await roll.press(`No-show for patient ${other}`);
  expect(roll.facts["Seats taken"]).toBe("3 of 6");
});

test("every therapist of a class finds its patients' visits in the search", async () => {
  const { patients, leader, second, stranger } = await aHeldClass();
  const href = `/visits/${patients[0]?.visit.id}`;
  const finds = async ({ client }: typeof leader) =>
    (await client.get("/search?q=Ana+First")).text.includes(`href="${href}"`);
  expect(await finds(leader)).toBe(true);
  expect(await finds(second)).toBe(true);
  expect(await finds(stranger)).toBe(false);
});
