import { expect, test } from "vitest";
import { addDays, day, hour, localDate } from "~/core/time";
import { operator } from "~/core/who";
import { completeVisit } from "~/visits/complete-visit.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedUser, seedVisit, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock } = server;
const { database, therapist } = await seedClinic(app);
const user = await seedUser(app, ["therapist"]);
await app.db.updateTable("therapists").set({ user_id: user.id }).where("id", "=", therapist.id).execute();
await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
const supervisor = await staffClient(server, "supervisor");
const zone = "America/New_York";

let setups = 0;

interface Setup {
  name: string;
  daysAgo: number;
  /** The first night that is used, from 0, and how many in a row. */
  used: [from: number, count: number];
  /** Nights that the device reports as not used, after those. */
  notUsed?: number;
  phone?: string | null;
  email?: string | null;
}

/** A patient whose setup visit was completed this many days ago. */
async function setUp({
  name,
  daysAgo,
  used: [from, count],
  notUsed = 0,
  phone = "+19195550140",
  email = "a@example.com",
}: Setup) {
  const order = await seedOrder(app, { brightree_db: database, patient_name: name, phone, email });
  const start_at = clock.now() - daysAgo * day - ++setups * hour;
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    status: "confirmed",
    confirmed_at: start_at - day,
    patient_zone: zone,
  });
  await completeVisit(app, operator, visit.id);
  const first = localDate(start_at, zone);
  for (let index = from; index < from + count + notUsed; index++) {
    await app.db
      .insertInto("nights")
      .values({
        order_id: order.id,
        night: addDays(first, index),
        source: "device",
        minutes: index < from + count ? 300 : 0,
        entered_by: "test",
        entered_at: clock.now(),
      })
      .execute();
  }
  return order;
}

const patients = {
  unused: await setUp({ name: "Una Nowell", daysAgo: 10, used: [0, 4], notUsed: 6 }),
  closing: await setUp({ name: "Cora Lane", daysAgo: 75, used: [57, 15] }),
  met: await setUp({ name: "Mae Booker", daysAgo: 40, used: [0, 40] }),
  early: await setUp({ name: "Earl Young", daysAgo: 25, used: [0, 25] }),
  unreachable: await setUp({ name: "Nora Reach", daysAgo: 8, used: [0, 8], email: null }),
  missed: await setUp({ name: "Max Missed", daysAgo: 85, used: [70, 15] }),
  well: await setUp({ name: "Wes Wells", daysAgo: 8, used: [0, 8] }),
};

const list = (address = "/nights", client = supervisor) => PlainPage.open(client, address);

test("each patient is once in the group of their next step, with one button for it", async () => {
  const page = await list();
  const rowsOf = (name: string) =>
    page.table(name).map(({ Patient, Action }) => [Patient?.split(" ")[0], Action]);
  expect(rowsOf("No use for 4 nights")).toEqual([["Una", `Call patient ${patients.unused.patient_id}`]]);
  expect(rowsOf("Rule met: book the re-evaluation")).toEqual([
    ["Mae", `Book patient ${patients.met.patient_id}`],
  ]);
  expect(rowsOf("Not reachable by text or email")).toEqual([
    ["Nora", `Call patient ${patients.unreachable.patient_id}`],
  ]);
  expect(rowsOf("Can't meet the rule anymore")).toEqual([
    ["Max", `Decide patient ${patients.missed.patient_id}`],
  ]);
  expect(page.text).not.toContain("Wes Wells");
  expect(page.text).not.toContain("Earl Young");
  const all = await list("/nights?show=all");
  expect(all.table("On the way").map(({ Patient }) => Patient?.split(" ")[0])).toEqual(["Wes"]);
  expect(all.table("Rule met").map(({ Patient }) => Patient?.split(" ")[0])).toEqual(["Earl"]);
});

test("Call dials the number, or opens the call that is due", async () => {
  const { id, patient_id } = patients.unused;
  const call = `Call patient ${patient_id}`;
  expect((await list()).links(call)).toEqual(["tel:+19195550140"]);
  const task = await app.db
    .insertInto("call_tasks")
    .values({ order_id: id, reason: "no_visit", created_at: clock.now(), due_at: clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect((await list()).links(call)).toEqual([`/call-tasks/${task.id}`]);
  const own = await staffClientOf();
  expect((await list("/nights", own)).links(call)).toEqual(["tel:+19195550140"]);
});

async function staffClientOf() {
  const client = new Client(server.url);
  await signInStaff(app, client, user.id);
  return client;
}

test("a therapist books the re-evaluation of their patient, whose order the setup closed", async () => {
  const { id, patient_id } = await setUp({ name: "Ora Closed", daysAgo: 45, used: [0, 40] });
  await app.db.updateTable("orders").set({ closed_at: clock.now() }).where("id", "=", id).execute();
  const own = await staffClientOf();
  const form = await (await list("/nights", own)).follow(`Book patient ${patient_id}`);
  expect([form.status, form.text.includes("Ora Closed")]).toEqual([200, true]);
  const date = addDays(localDate(clock.now(), zone), 1);
  const day = await PlainPage.open(own, `/new-appointment?order=${id}&date=${date}`);
  const warned = await day.press("Book visit", { slot: "other", time: "13:00" });
  expect(warned.text).toContain("isn't available at this time.");
  const booked = await warned.press("Book visit", { accept: "on" });
  expect(booked.text).toContain("Visit booked");
  await app.db
    .updateTable("first_nights")
    .set({ ended_at: clock.now(), end_reason: "stopped" })
    .where("order_id", "=", id)
    .execute();
  await app.db.updateTable("orders").set({ closed_at: clock.now() }).where("id", "=", id).execute();
  expect((await PlainPage.open(own, `/new-appointment?order=${id}`)).status).toBe(404);
});

test("the re-evaluation is booked from the list, and the patient leaves it", async () => {
  const { id, patient_id } = patients.met;
  const form = await (await list()).follow(`Book patient ${patient_id}`);
  expect([form.status, form.path]).toEqual([200, "/new-appointment"]);
  expect(form.text).toContain("Mae Booker");
  await seedVisit(app, {
    order_id: id,
    therapist_id: therapist.id,
    start_at: clock.now() + 3 * day,
    status: "submitted",
    patient_zone: zone,
  });
  expect((await list()).text).not.toContain("Mae Booker");
  expect((await PlainPage.open(supervisor, `/orders/${id}/nights`)).text).toContain("A visit is booked.");
});

test("a patient whose newest message failed is called, until another one arrives", async () => {
  const { id } = patients.well;
  const message = async (status: "failed" | "delivered") =>
    app.db
      .insertInto("outbox")
      .values({
        channel: "email",
        recipient: "a@example.com",
        body_sealed: app.secrets.seal("Hello"),
        kind: "reminder",
        order_id: id,
        status,
        created_at: clock.now(),
      })
      .execute();
  await message("failed");
  expect((await list()).text).toContain("The newest message failed. Ask by phone how it goes.");
  await message("delivered");
  expect((await list()).text).not.toContain("Wes Wells");
});

test("the newest note of the order shows that someone called already", async () => {
  const { id } = patients.unreachable;
  await app.db
    .insertInto("order_notes")
    .values({ order_id: id, user_id: user.id, created_at: clock.now(), body: "Spoke with her." })
    .execute();
  expect((await list()).table("Not reachable by text or email")[0]?.["Next step"]).toMatch(
    /Last note: .*, User \d+$/,
  );
});
