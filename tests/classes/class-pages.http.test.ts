import { expect, test } from "vitest";
import type { App } from "~/boot/app.server";
import { day, hour, iso, minute } from "~/core/time";
import { seedClass, seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  seedCompany,
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const link = "https://meet.example/class";

async function aClinic() {
  const server = await startServer();
  const { app, url, clock } = server;
  const company = await seedCompany(app, "Blue Ridge");
  await seedDatabase(app);
  const user = await seedUser(app, ["therapist"], { name: "Dana Reyes" });
  const therapist = await seedTherapist(app, { company_id: company, name: "Dana Reyes", user_id: user.id });
  const leader = new Client(url);
  await signInStaff(app, leader, user.id);
  const supervisor = await staffClient(server, "supervisor");
  const start = clock.now() + 7 * day;
  const patient = async (fields: Parameters<typeof seedOrder>[1] = {}) => {
    const order = await seedOrder(app, fields);
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    return { order, client };
  };
  const admin = () => staffClient(server, "admin");
  /** Sessions end while a test's clock moves. */
  const leaderAgain = () => signInStaff(app, leader, user.id);
  return { ...server, company, therapist, leader, leaderAgain, supervisor, admin, start, patient };
}

const oneClass = (app: Pick<App, "db">) => app.db.selectFrom("classes").selectAll().executeTakeFirstOrThrow();

test("without a kind of class, no page or address mentions classes", async () => {
  const { supervisor, admin, patient } = await aClinic();
  const calendars = await PlainPage.open(supervisor, "/calendars");
  expect(calendars.links("Classes")).toEqual([]);
  const { client } = await patient();
  expect((await PlainPage.open(client, "/schedule")).text).not.toMatch(/class/i);
  expect((await PlainPage.open(await admin(), "/admin/company")).text).not.toContain("class");
});

test("a therapist schedules a weekly series, changes one class, and cancels another", async () => {
  const { app, company, leader, supervisor, therapist } = await aClinic();
  await seedClassKind(app, company, { name: "Setup class" });
  const calendars = await PlainPage.open(supervisor, "/calendars");
  expect(calendars.links("Classes").length).toBeGreaterThan(0);
  const list = await PlainPage.open(leader, "/classes");
  const form = await list.follow("Schedule a class");
  const fields = { date: "2026-03-09", time: "10:00", meeting_link: link };
  const refused = await form.press("Schedule class", { ...fields, seats: "1" });
  expect(refused.text).toContain("A class has 2 to 50 seats.");
  const scheduled = await form.press("Schedule class", { ...fields, repeat_until: "2026-03-23" });
  expect(scheduled.text).toContain("3 classes scheduled.");
  expect(scheduled.table("Upcoming classes").map((row) => [row.Time, row["Seats taken"]])).toEqual([
    ["Mon, Mar 9, 10:00 AM EDT", "0 of 6"],
    ["Mon, Mar 16, 10:00 AM EDT", "0 of 6"],
    ["Mon, Mar 23, 10:00 AM EDT", "0 of 6"],
  ]);
  const first = await scheduled.follow("Mon, Mar 9, 10:00 AM EDT");
  expect(first.facts).toMatchObject({ Therapist: therapist.name, "Seats taken": "0 of 6" });
  const changed = await (await first.follow("Change class")).press("Save", { time: "13:00", seats: "4" });
  expect(changed.text).toContain("Class changed.");
  expect(changed.facts["Date and time"]).toContain("1:00 PM EDT");
  const canceled = await (await changed.follow("Cancel class")).press("Cancel class");
  expect(canceled.text).toContain("Class canceled.");
  expect(canceled.table("Upcoming classes")).toHaveLength(2);
});

test("a series that clashes is scheduled only after the user agreed to skip days", async () => {
  const { app, company, leader, therapist } = await aClinic();
  await seedClassKind(app, company);
  const { id } = await seedOrder(app);
  await seedVisit(app, {
    order_id: id,
    therapist_id: therapist.id,
    start_at: Date.parse("2026-03-16T14:00:00Z"),
  });
  const form = await PlainPage.open(leader, "/classes/new");
  const fields = { date: "2026-03-09", time: "10:00", meeting_link: link, repeat_until: "2026-03-23" };
  const asked = await form.press("Schedule class", fields);
  expect(asked.text).toContain(
    "1 class of 3 can't take place: Mon, Mar 16, 10:00 AM EDT: Dana Reyes has a visit at Mon, Mar 16, 10:00 AM EDT.",
  );
  const agreed = await asked.press("Schedule class", { accept: "on" });
  expect(agreed.text).toContain("2 classes scheduled. 1 day was skipped.");
});

test("a patient books a seat, moves to another class, and leaves it without notice to the others", async () => {
  const { app, therapist, start, patient, leader } = await aClinic();
  const kind = await seedClassKind(app, therapist.company_id, { name: "Setup class" });
  const one = await seedClass(app, therapist, start, { kind_id: kind.id, seats: 3 });
  await seedClass(app, therapist, start + day, { kind_id: kind.id, seats: 2 });
  const other = await patient();
  const { client, order } = await patient({ patient_name: "Robert Ellis" });
  for (const who of [other.client, client]) {
    const classes = await PlainPage.open(who, `/schedule?kind=${kind.id}`);
    expect(classes.path).toBe("/schedule/classes");
    const [address] = classes.links(/^Choose this class/);
    const seat = await PlainPage.open(who, address ?? "");
    expect(seat.heading).toContain("Confirm appointment with Dana Reyes at");
    expect(seat.text).toMatch(/[23] seats left/);
    const refused = await seat.press("Confirm");
    expect(refused.text).toContain("Check the box to agree to text updates");
    const booked = await seat.press("Confirm", { sms_consent: "on" });
    expect(booked.status).toBe(200);
  }
  const visits = await app.db.selectFrom("visits").select(["status", "class_id", "meeting_link"]).execute();
  expect(visits).toEqual([
    { status: "confirmed", class_id: one.id, meeting_link: link },
    { status: "confirmed", class_id: one.id, meeting_link: link },
  ]);
  const mine = await PlainPage.open(other.client, "/my-visit");
  expect(mine.text).not.toContain("Ellis");
  expect(mine.text).not.toContain(String(order.patient_id));
  const roll = await PlainPage.open(leader, `/classes/${one.id}`);
  expect(roll.facts["Seats taken"]).toBe("2 of 3");
  expect(roll.table("Patients").map((row) => row.Status)).toEqual(["confirmed", "confirmed"]);
  await app.db.deleteFrom("outbox").execute();
  const move = await (await PlainPage.open(client, "/my-visit/move")).follow("Choose a class instead");
  const [second] = move.links(/^Choose this class/);
  const moved = await (await PlainPage.open(client, second ?? "")).press("Move my visit");
  expect(moved.status).toBe(200);
  const sent = await app.db.selectFrom("outbox").select(["order_id", "kind"]).execute();
  expect(sent.map((message) => message.order_id)).toEqual(sent.map(() => order.id));
  expect(sent.length).toBeGreaterThan(0);
  const after = await PlainPage.open(leader, `/classes/${one.id}`);
  expect(after.facts["Seats taken"]).toBe("1 of 3");
});

test("a patient with a seat can move to a time alone, and to Spanish pages", async () => {
  const { app, therapist, start, patient } = await aClinic();
  const kind = await seedClassKind(app, therapist.company_id);
  const session = await seedClass(app, therapist, start, { kind_id: kind.id });
  await seedSlots(app, therapist, [start + 2 * hour]);
  const { client } = await patient({ chosen_language: "es" });
  const page = await PlainPage.open(client, `/schedule/classes/${session.id}`);
  expect(page.text).toContain("Quedan 6 lugares");
  expect(page.text).toContain("Clase de configuración, 60 minutos");
  await page.press("Confirmar", { sms_consent: "on" });
  const moved = await client.patch("/api/my-appointment", {
    datetime: iso(start + 2 * hour),
    therapist: therapist.name,
  });
  expect(moved.status).toBe(200);
  const visit = await app.db.selectFrom("visits").selectAll().executeTakeFirstOrThrow();
  expect(visit).toMatchObject({
    class_id: null,
    status: "submitted",
    end_at: start + 2 * hour + 45 * minute,
  });
});

test("patients can't see or take seats of another company's class, a full one, or a canceled one", async () => {
  const { app, therapist, start, patient } = await aClinic();
  const other = await seedTherapist(app, { company_id: await seedCompany(app, "Other company") });
  const full = await seedClass(app, therapist, start, { seats: 2 });
  const foreign = await seedClass(app, other, start);
  const canceled = await seedClass(app, therapist, start + day, { status: "cancelled" });
  await app.db
    .updateTable("class_therapists")
    .set({ active: 0 })
    .where("class_id", "=", canceled.id)
    .execute();
  for (let nth = 0; nth < 2; nth++) {
    const { client } = await patient();
    const page = await PlainPage.open(client, `/schedule/classes/${full.id}`);
    await page.press("Confirm", { sms_consent: "on" });
  }
  const { client } = await patient();
  const list = await PlainPage.open(client, "/schedule/classes");
  expect(list.links(/^Choose this class/)).toEqual([]);
  expect(list.text).toContain("There is no class with a free seat right now.");
  for (const { id } of [full, foreign, canceled]) {
    const page = await PlainPage.open(client, `/schedule/classes/${id}`);
    expect(page.text).toContain("This class is full or no longer takes place.");
    const forced = await client.submit(`/schedule/classes/${id}`, { act: "book", sms_consent: "on" });
    expect(forced.status).toBeGreaterThanOrEqual(400);
  }
  expect((await PlainPage.open(client, "/schedule/classes?kind=99999")).links(/^Choose this/)).toEqual([]);
});

test("staff add a patient to a class, and enter one outcome per patient after it", async () => {
  const { app, therapist, start, leader, leaderAgain, clock } = await aClinic();
  const session = await seedClass(app, therapist, start);
  const orders = [await seedOrder(app), await seedOrder(app)];
  for (const { patient_id } of orders) {
    const page = await PlainPage.open(leader, `/classes/${session.id}`);
    const found = await (await page.follow("Add a patient")).press("Find order", { q: String(patient_id) });
    const added = await found.press(new RegExp(`^Add to the class patient ${patient_id}`));
    expect(added.text).toContain("The patient has a seat in this class.");
  }
  const again = await PlainPage.open(leader, `/classes/${session.id}/add?q=${orders[0]?.patient_id}`);
  expect(again.text).toContain("Has a visit already");
  clock.set(start + hour);
  await leaderAgain();
  const roll = await PlainPage.open(leader, `/classes/${session.id}`);
  expect(roll.links("Change class")).toEqual([]);
  const completed = await roll.press(`Completed for patient ${orders[0]?.patient_id}`);
  const missed = await completed.press(`No-show for patient ${orders[1]?.patient_id}`);
  expect(missed.table("Patients").map((row) => row.Status)).toEqual(["completed", "No-show"]);
});

test("a therapist tells everyone in a class of a delay, and joins it, from its roll", async () => {
  const { app, therapist, start, leader, leaderAgain, clock } = await aClinic();
  const session = await seedClass(app, therapist, start);
  const seat = {
    therapist_id: therapist.id,
    start_at: start,
    end_at: start + hour,
    class_id: session.id,
    kind_id: session.kind_id,
    status: "confirmed" as const,
    confirmed_at: clock.now(),
    meeting_link: link,
  };
  const [first, , unreached, canceled] = [
    await seedOrder(app, { patient_name: "Ana First" }),
    await seedOrder(app, { patient_name: "Ben Second" }),
    await seedOrder(app, { patient_name: "Cal Unreached", email: null }),
    await seedOrder(app, { patient_name: "Dot Canceled" }),
  ].map(({ id }) => id);
  for (const { id: order_id } of await app.db.selectFrom("orders").select("id").orderBy("id").execute()) {
    const isCanceled = order_id === canceled;
    await seedVisit(app, { ...seat, order_id, ...(isCanceled && { status: "cancelled" }) });
  }
  clock.set(start - hour - minute);
  await leaderAgain();
  const page = () => PlainPage.open(leader, `/classes/${session.id}`);
  expect((await page()).buttons("10 min late")).toEqual([]);
  clock.set(start - 20 * minute);
  await leaderAgain();
  const told = await (await page()).press("10 min late");
  expect(told.text).toContain(
    "2 patients will get a message that the class will start about 10 minutes late.",
  );
  expect(told.text).toContain("1 patient can't get texts or emails. Call to tell them");
  expect(told.links("Join video class")).toEqual([link]);
  const messages = await app.db
    .selectFrom("outbox")
    .select("order_id")
    .where("kind", "=", "therapist-late")
    .orderBy("order_id")
    .execute();
  expect(messages).toHaveLength(2);
  expect(messages[0]?.order_id).toBe(first);
  expect(messages.map(({ order_id }) => order_id)).not.toContain(unreached);
  const statuses = told.table("Patients").map((row) => row.Status);
  expect(statuses).toHaveLength(3);
  expect(statuses[0]).toContain("Patient notified by email at");
  expect(statuses[2]).toContain("Not sent because this patient can't get texts or emails.");
  expect(told.buttons("10 min late")).toEqual([]);
  expect(told.text).toContain("Change the delay (10 min) for the class");
});

test("supervisors are asked about a class with too few patients two days before it", async () => {
  const { app, therapist, supervisor, leader, clock } = await aClinic();
  const session = await seedClass(app, therapist, clock.now() + 2 * day + minute);
  const page = () => PlainPage.open(supervisor, `/classes/${session.id}`);
  expect((await page()).buttons("Hold the class")).toEqual([]);
  clock.advance(minute);
  const asked = await page();
  expect(asked.text).toContain("This class has 0 patients, which is fewer than your company wants.");
  expect((await PlainPage.open(leader, `/classes/${session.id}`)).buttons("Hold the class")).toEqual([]);
  const worklist = await PlainPage.open(supervisor, "/calendars?tab=worklist");
  const decide = await worklist.follow(/^Decide/);
  const kept = await decide.press("Hold the class");
  expect(kept.text).toContain("The class takes place with the patients it has.");
  expect(kept.buttons("Hold the class")).toEqual([]);
  expect((await PlainPage.open(supervisor, "/calendars?tab=worklist")).links(/^Decide/)).toEqual([]);
});

test("an admin changes the fewest patients of a class", async () => {
  const { app, company, admin } = await aClinic();
  await seedClassKind(app, company);
  const page = await PlainPage.open(await admin(), "/admin/company?company=Blue+Ridge");
  const saved = await page.press("Save", { class_minimum: "4" });
  expect(saved.values("class_minimum")).toEqual(["4"]);
});

test("the API schedules, lists, changes, and cancels classes", async () => {
  const { app, company, therapist, supervisor, start } = await aClinic();
  const kind = await seedClassKind(app, company, { name: "Setup class" });
  const made = await supervisor.post("/api/classes", {
    kind: kind.id,
    therapist: therapist.name,
    start: iso(start),
    seats: 4,
    meeting_link: link,
  });
  expect(made.status).toBe(200);
  expect(made.json).toMatchObject({
    success: true,
    skipped: [],
    classes: [{ name: "Setup class", start: iso(start), seats: 4, seats_taken: 0, seats_left: 4 }],
  });
  const { id } = await oneClass(app);
  const listed = await supervisor.get("/api/classes");
  expect(listed.json).toMatchObject([{ id, therapists: [therapist.name] }]);
  const changed = await supervisor.patch(`/api/classes/${id}`, { seats: 5, start: iso(start + hour) });
  expect(changed.json.class).toMatchObject({ seats: 5, start: iso(start + hour) });
  const taken = await supervisor.post("/api/classes", {
    kind: kind.id,
    therapist: therapist.name,
    start: iso(start + hour),
    meeting_link: link,
  });
  expect(taken.status).toBe(409);
  const canceled = await supervisor.post(`/api/classes/${id}/cancel`);
  expect(canceled.json.class).toMatchObject({ status: "cancelled" });
  expect((await supervisor.post("/api/classes/999/cancel")).status).toBe(404);
});
