import { expect, test } from "vitest";
import { listPeople } from "~/accounts/users/pages/list-people.server";
import { day, hour } from "~/core/time";
import { operator } from "~/core/who";
import { nameRow } from "~/dashboard/appointments/appointment-row-fields";
import { listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { countTiles } from "~/dashboard/board/count-tiles.server";
import { findNeedsAttention } from "~/dashboard/board/needs-attention.server";
import { listStepOrders } from "~/dashboard/board/step-orders.server";
import { tileHref } from "~/dashboard/board/tiles";
import { whereNeedsConfirmation } from "~/dashboard/calendars/calendar-conditions.server";
import { pageOfVisits } from "~/dashboard/calendars/page-of-visits.server";
import { ListAppointments, ListPeople } from "~/dashboard/dashboard-schema";
import { generateCode } from "~/orders/access/generate-code.server";
import { listLiveCodes } from "~/orders/access/pending-codes.server";
import { GenerateCode } from "~/orders/order-schema";
import { stepNames } from "~/orders/step";
import { scratchApp } from "../support/scratch";
import { seedCompany, seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit } from "../support/seed";

async function clinic() {
  const app = scratchApp();
  for (const name of ["QHMS", "OTHER"]) await seedDatabase(app, name);
  const one = await seedTherapist(app, { name: "One" });
  const two = await seedTherapist(app, { name: "Two" });
  const now = app.clock.now();
  for (let index = 0; index < 40; index++) {
    const step = (index % 7) + 1;
    const order = await seedOrder(app, { brightree_db: index % 3 ? "QHMS" : "OTHER", step });
    if (step < 6) continue;
    const submitted = index % 4 ? "submitted" : "pending";
    await seedVisit(app, {
      order_id: order.id,
      therapist_id: index % 2 ? one.id : two.id,
      start_at: now + (index - 15) * 6 * hour,
      status: step === 7 ? "confirmed" : submitted,
    });
  }
  const code = (patient_id: number, brightree_db: string) =>
    generateCode(app, operator, GenerateCode.parse({ patient_id, brightree_db, email: "a@mail.example" }));
  await code(1, "QHMS");
  await code(2, "OTHER");
  return { app, now };
}

test("every tile shows the number of rows in the list it opens", async () => {
  const { app } = await clinic();
  for (const place of [{}, { db: "OTHER" }, { therapist: "One" }, { db: "QHMS", therapist: "Two" }]) {
    const tiles = await countTiles(app, place);
    expect(tiles.map(({ name }) => name)).toEqual(["Unconfirmed", "Pending Codes", ...stepNames]);
    for (const { key, count } of tiles) {
      const href = new URL(tileHref(key, place), "http://here");
      const query = Object.fromEntries(href.searchParams);
      const rows =
        href.pathname === "/appointments"
          ? (await listAppointments(app.reads, ListAppointments.parse({ ...query, limit: 1000 }))).rows
          : key === "codes"
            ? (await listLiveCodes(app, { db: query.db, limit: 1000, cursor: undefined })).rows
            : (await listStepOrders(app.reads, { step: Number(key), database: query.db, limit: 1000 })).rows;
      expect([place, key, count]).toEqual([place, key, rows.length]);
    }
  }
});

test("Needs attention lists unconfirmed visits in the next 72 hours, past visits without an outcome, and calls", async () => {
  const { app, now } = await clinic();
  const order = await seedOrder(app, { brightree_db: "OTHER" });
  await app.db
    .insertInto("call_tasks")
    .values({ order_id: order.id, reason: "no_visit", due_at: now, created_at: now })
    .execute();
  const needs = await findNeedsAttention(app.reads, {}, now);
  expect(needs.urgent.length).toBeGreaterThan(0);
  expect(needs.urgent.every(({ status }) => status === "submitted")).toBe(true);
  expect(needs.urgent.every(({ start_at }) => start_at >= now && start_at < now + 72 * hour)).toBe(true);
  const all = await pageOfVisits(app.reads, whereNeedsConfirmation({}, now), 1);
  expect(needs.urgent.length + needs.moreUrgent).toBe(all.visits.length);
  const open = await listAppointments(
    app.reads,
    ListAppointments.parse({ status: "confirmed", limit: 1000 }),
  );
  const waiting = open.rows.filter(({ end_at }) => end_at <= now);
  expect(waiting.length).toBeGreaterThan(0);
  expect(needs.withoutOutcome).toBe(waiting.length);
  expect(needs.calls).toBe(1);
  for (const [db, calls] of [
    ["QHMS", 0],
    ["OTHER", 1],
  ] as const) {
    expect((await findNeedsAttention(app.reads, { db }, now)).calls, db).toBe(calls);
  }
  const calm = await findNeedsAttention(app.reads, {}, now - 400 * day);
  expect([calm.urgent, calm.withoutOutcome]).toEqual([[], 0]);
});

test("the Manual Add form accepts phone numbers and IDs in any format", () => {
  const parse = (fields: object) =>
    GenerateCode.safeParse({ brightree_db: "QHMS", patient_id: "7", ...fields });
  expect(parse({ phone: "(919) 555-0142" }).data?.phone).toBe("+19195550142");
  expect(parse({ phone: "+19195550142" }).data?.phone).toBe("+19195550142");
  expect(parse({ phone: "9195550142" }).data?.patient_id).toBe(7);
  expect(parse({ phone: "" }).success).toBe(false);
  expect(parse({ phone: "", email: "a@mail.example" }).data?.phone).toBeUndefined();
});

test("the Users page lists all users, and therapists without an account, with search, sorting, and pages", async () => {
  const app = scratchApp();
  const company = await seedCompany(app, "Quiet Harbor");
  const user = await seedUser(app, ["supervisor", "admin"], {
    name: "Abel 50%",
    email: "abel@clinic.example",
  });
  const closed = await seedUser(app, ["staff"], { name: "Zoe", disabled_at: 1 });
  await seedUser(app, ["staff"], { name: "Mia", password_hash: null });
  await seedTherapist(app, { name: "Cleo", user_id: closed.id, company_id: company });
  const alone = await seedTherapist(app, { name: "Bert", company_id: company, phone: "+19195550123" });
  const list = (fields: object = {}) => listPeople(app.reads, { limit: 50, ...ListPeople.parse(fields) });
  const names = async (fields: object) => (await list(fields)).people.map(({ name }) => name);
  expect(await names({})).toEqual(["Abel 50%", "Bert", "Cleo", "Mia"]);
  expect(await names({ sort: "nothing", direction: "desc" })).toEqual(["Mia", "Cleo", "Bert", "Abel 50%"]);
  expect((await list({ search: "bert" })).people[0]).toMatchObject({
    therapist_id: alone.id,
    role: "therapist",
    status: "no account",
    company: "Quiet Harbor",
  });
  expect((await list({ search: user.email })).people[0]).toMatchObject({
    role: "admin, supervisor",
    status: "active",
  });
  for (const phone of ["(919) 555-0123", "919.555.0123", "+1 919 555 0123", "0123"]) {
    expect(await names({ search: phone })).toEqual(["Bert"]);
  }
  expect(await names({ search: "closed" })).toEqual(["Cleo"]);
  expect(await names({ search: "QUIET" })).toEqual(["Bert", "Cleo"]);
  expect(await names({ search: "%" })).toEqual(["Abel 50%"]);
  for (const sort of ["name", "email", "phone", "role", "status", "company"] as const) {
    const whole = (await list({ sort })).people.map(({ key }) => key);
    const first = await listPeople(app.reads, { ...ListPeople.parse({ sort }), limit: 3 });
    const cursor = first.next ?? undefined;
    const second = await listPeople(app.reads, { ...ListPeople.parse({ sort, cursor }), limit: 3 });
    expect([...first.people, ...second.people].map(({ key }) => key)).toEqual(whole);
    expect([first.previous, second.next]).toEqual([null, null]);
    const back = ListPeople.parse({ sort, cursor: second.previous });
    expect((await listPeople(app.reads, { ...back, limit: 3 })).people).toEqual(first.people);
  }
});

test.each([
  [{ so_id: 7, patient: "12", date: "2026-03-04", time: "9:00 AM", therapist_name: "Ann" }],
  [{ soid: "7", patient_id: 12, appointment_date: "2026-03-04", start_time: "9:00 AM", therapist: "Ann" }],
  [{ sales_order_id: "7", pid: 12, date: "2026-03-04", startTime: "9:00 AM", therapistName: " Ann " }],
])("a row from another endpoint may use other field names: %o", (raw) => {
  expect(nameRow(raw)).toMatchObject({
    salesOrder: "7",
    patient: "12",
    date: "2026-03-04",
    time: "9:00 AM",
    therapist: "Ann",
  });
});

test("a row with only a timestamp gets its date and time from the timestamp", () => {
  expect(nameRow({ datetime: "2026-03-04T14:30:00.000Z", status: null })).toMatchObject({
    date: "2026-03-04",
    time: "14:30",
    status: "",
  });
});
