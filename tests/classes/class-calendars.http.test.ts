import { expect, test } from "vitest";
import { bookSeatAsStaff } from "~/classes/take-seat.server";
import { hashToken } from "~/core/secrets.server";
import { day, iso, localDate } from "~/core/time";
import { operator } from "~/core/who";
import { cellOf, findTherapistDays, listLoads } from "~/dashboard/calendars/count-capacity.server";
import { seedClass, seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedDatabase, seedOrder, seedSlots, seedTherapist, staffClient } from "../support/seed";
import { startServer } from "../support/server";

async function aClassWithTwo() {
  const server = await startServer();
  const { app, clock } = server;
  const company = await seedCompany(app, "Blue Ridge");
  await seedDatabase(app);
  const supervisor = await staffClient(server, "supervisor");
  const therapist = await seedTherapist(app, { company_id: company, name: "Dana Reyes", daily_capacity: 2 });
  const kind = await seedClassKind(app, company, { name: "Setup class" });
  const start = clock.now() + 2 * day;
  const session = await seedClass(app, therapist, start, { kind_id: kind.id });
  const orders = [];
  for (const name of ["Robert Ellis", "Maria Ortiz"]) {
    const order = await seedOrder(app, { patient_name: name });
    await bookSeatAsStaff(app, operator, { id: session.id, order: order.id, sms_consent: true });
    orders.push(order);
  }
  return {
    ...server,
    supervisor,
    therapist,
    start,
    session,
    orders,
    date: localDate(start, "America/New_York"),
  };
}

test("the therapist's week and the day board show a class once, with its seats", async () => {
  const { supervisor, therapist, date, session, orders } = await aClassWithTwo();
  const week = await PlainPage.open(supervisor, `/therapist?therapist=${therapist.id}&week=${date}`);
  expect(week.links("10:00 AM Setup class 2 of 6")).toEqual([`/classes/${session.id}`]);
  const list = week.html.slice(week.html.indexOf('id="calendar"'), week.html.indexOf("paint-hint"));
  for (const { patient_id } of orders) expect(list).not.toContain(String(patient_id));
  const board = await PlainPage.open(supervisor, `/calendars/day-board?day=${date}`);
  expect(board.links(/Setup class 2 of 6$/)).toEqual([`/classes/${session.id}`]);
  for (const { patient_id } of orders) expect(board.html).not.toContain(String(patient_id));
});

test("a class counts once toward the daily capacity", async () => {
  const { app, clock, therapist, date, start } = await aClassWithTwo();
  await seedSlots(app, therapist, [start + day / 12, start + day / 6]);
  const days = await findTherapistDays(app.db, app.config, {
    now: clock.now(),
    ids: [therapist.id],
    dates: [date],
  });
  expect(cellOf(days(therapist.id, date), 2)).toMatchObject({ booked: 1, open: 1 });
  expect((await listLoads(app.db, [date], {})).get(date)).toEqual({ booked: 1, cap: 2 });
  expect(await app.db.selectFrom("open_slots").selectAll().execute()).toHaveLength(2);
});

test("the calendar feed and the therapist's entry show the class once, with seats and without names", async () => {
  const { app, url, therapist, orders } = await aClassWithTwo();
  await app.db.updateTable("companies").set({ feed_names: 1 }).execute();
  const user = await app.db
    .insertInto("users")
    .values({ email: "dana@clinic.example", name: "Dana Reyes", password_hash: "", created_at: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db.insertInto("user_roles").values({ user_id: user.id, role: "therapist" }).execute();
  await app.db.updateTable("therapists").set({ user_id: user.id }).execute();
  await app.db
    .insertInto("calendar_feeds")
    .values({ therapist_id: therapist.id, token_hash: hashToken("feed"), token_sealed: "", created_at: 0 })
    .execute();
  const feed = (await new Client(url).get("/calendar/feed.ics")).text.replace(/\r\n /g, "");
  expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(feed).toContain("SUMMARY:Setup class\\, 2 of 6");
  const sent = await app.db.selectFrom("outbox").selectAll().where("kind", "=", "class-entry").execute();
  const entries = [feed, ...sent.map(({ calendar }) => calendar ?? "")];
  for (const { patient_name } of orders)
    for (const entry of entries) expect(entry).not.toContain(patient_name);
});

test("the calendar's JSON of visits names the class of a seat", async () => {
  const { supervisor, session, start } = await aClassWithTwo();
  const span = new URLSearchParams({ start: iso(start - day), end: iso(start + day) });
  const found = await supervisor.get(`/api/composite-appointments?${span}`);
  expect(found.json.map((visit: { class_id: number }) => visit.class_id)).toEqual([session.id, session.id]);
});
