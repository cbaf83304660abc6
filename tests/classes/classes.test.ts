import { expect, test } from "vitest";
import { cancelClass, changeClass } from "~/classes/change-class.server";
import { ScheduleClass } from "~/classes/class-schema";
import { findClass, listRoll } from "~/classes/classes.server";
import { scheduleClasses } from "~/classes/schedule-class.server";
import { bookSeatAsStaff } from "~/classes/take-seat.server";
import { day, hour, iso, minute } from "~/core/time";
import { operator, type Staff } from "~/core/who";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { seedClass, seedClassKind } from "../support/classes";
import { monday, scratchApp } from "../support/scratch";
import { seedCompany, seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";

const start = monday + 7 * day;

async function aClinic() {
  const app = scratchApp();
  const company = await seedCompany(app);
  const therapist = await seedTherapist(app, { company_id: company, zoom_link: "https://meet.example/dana" });
  const kind = await seedClassKind(app, company);
  const schedule = (input: Record<string, unknown>, who: Parameters<typeof scheduleClasses>[1] = operator) =>
    scheduleClasses(
      app,
      who,
      ScheduleClass.parse({ kind: kind.id, therapist: therapist.id, start: iso(start), ...input }),
    );
  const take = async (id: number) => {
    const order = await seedOrder(app);
    return bookSeatAsStaff(app, operator, { id, order: order.id, sms_consent: true });
  };
  const mails = () => app.db.selectFrom("outbox").selectAll().execute();
  return { app, company, therapist, kind, schedule, take, mails };
}

test("a class has the kind's length and seats, and the therapist's meeting link", async () => {
  const { app, schedule, kind, therapist, mails } = await aClinic();
  const { ids } = await schedule({});
  const found = await findClass(app.db, ids[0] ?? 0);
  expect(found).toMatchObject({
    kind: kind.name,
    start_at: start,
    end_at: start + hour,
    seats: 6,
    taken: 0,
    meeting_link: "https://meet.example/dana",
    therapist: therapist.name,
  });
  expect((await mails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["class-entry", therapist.email],
  ]);
});

test("a weekly series skips days off and taken times, and lists them", async () => {
  const { app, schedule, therapist } = await aClinic();
  const order = await seedOrder(app);
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: start + 7 * day });
  const input = { repeat_until: "2026-03-30" };
  await expect(schedule({ ...input, accept: false })).rejects.toThrow(
    `1 class of 4 can't take place: Mon, Mar 16, 11:00 AM EDT: ${therapist.name} has a visit at Mon, Mar 16, 11:00 AM EDT.`,
  );
  expect(await app.db.selectFrom("classes").selectAll().execute()).toEqual([]);
  const { ids, skipped } = await schedule(input);
  expect(ids).toHaveLength(3);
  expect(skipped.map((one) => one.start)).toEqual([start + 7 * day]);
  const series = await app.db.selectFrom("classes").select("series").distinct().execute();
  expect(series).toHaveLength(1);
});

test("a weekly series keeps its local time when clocks change", async () => {
  const { app, schedule } = await aClinic();
  const first = Date.parse("2026-03-04T15:00:00Z");
  const { ids } = await schedule({ start: iso(first), repeat_until: "2026-03-11" });
  const second = await findClass(app.db, ids[1] ?? 0);
  expect(second?.start_at).toBe(Date.parse("2026-03-11T14:00:00Z"));
});

test.each([
  [{ seats: 1 }, "A class has 2 to 50 seats."],
  [{ seats: 51 }, "A class has 2 to 50 seats."],
  [{ start: iso(monday - day) }, "This time has passed. Choose a later one."],
  [{ repeat_until: "2026-03-01" }, "The last day is before the first class. Choose a later day."],
  [{ repeat_until: "2030-01-01" }, "A series lasts at most a year. Choose an earlier last day."],
  [{ therapist: "Nobody" }, "Therapist not found. Choose one from the list."],
  [{ kind: 999 }, "Choose a kind of class."],
])("%o is refused in words", async (input, message) => {
  const { schedule } = await aClinic();
  await expect((async () => schedule(input))()).rejects.toThrow(message);
});

test("a retired kind, a closed place, another company's therapist, and one who may not lead are refused", async () => {
  const { app, company, schedule, therapist } = await aClinic();
  const retired = await seedClassKind(app, company, { active: 0 });
  await expect(schedule({ kind: retired.id })).rejects.toThrow("is retired. Choose another kind of class.");
  const place = await app.db
    .insertInto("places")
    .values({ company_id: company, name: "Asheville", address: "1 Main St", timezone: "EST", active: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const closed = await seedClassKind(app, company, { place_id: place.id });
  await expect(schedule({ kind: closed.id })).rejects.toThrow("Asheville is closed.");
  const other = await seedTherapist(app, { company_id: await seedCompany(app, "Other"), name: "Sam Other" });
  await expect(schedule({ therapist: other.id })).rejects.toThrow("Sam Other works for another company.");
  const led = await seedClassKind(app, company);
  const leader = await seedTherapist(app, { company_id: company });
  await app.db
    .insertInto("visit_kind_therapists")
    .values({ kind_id: led.id, therapist_id: leader.id })
    .execute();
  await expect(schedule({ kind: led.id })).rejects.toThrow(`${therapist.name} can't lead ${led.name}.`);
});

test("a class and a visit of its therapist never overlap, in either order and with buffers", async () => {
  const { app, company, therapist } = await aClinic();
  const kind = await seedClassKind(app, company, { buffer_before: 30 * minute, buffer_after: 15 * minute });
  const order = await seedOrder(app);
  await seedClass(app, therapist, start, {
    kind_id: kind.id,
    buffer_before: 30 * minute,
    buffer_after: 15 * minute,
  });
  const visit = { order_id: order.id, therapist_id: therapist.id };
  for (const at of [start - 74 * minute, start, start + 74 * minute]) {
    await expect(seedVisit(app, { ...visit, start_at: at })).rejects.toThrow("VISIT_OVERLAP");
  }
  await seedVisit(app, { ...visit, start_at: start + 75 * minute });
  await expect(seedClass(app, therapist, start + hour)).rejects.toThrow("VISIT_OVERLAP");
  await expect(
    app.db
      .updateTable("visits")
      .set({ start_at: start, end_at: start + 45 * minute })
      .execute(),
  ).rejects.toThrow("VISIT_OVERLAP");
});

test("a class has no more patients than seats, and none overlap each other", async () => {
  const { app, schedule, take } = await aClinic();
  const { ids } = await schedule({ seats: 2 });
  const id = ids[0] ?? 0;
  const first = await take(id);
  expect(first).toMatchObject({ status: "confirmed", datetime: iso(start), end: iso(start + hour) });
  await take(id);
  await expect(take(id)).rejects.toThrow("The last seat in this class was just taken.");
  const order = await seedOrder(app);
  const { therapist_id, end_at } = await app.db
    .selectFrom("visits")
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow();
  const seat = { order_id: order.id, therapist_id, start_at: start, end_at, class_id: id };
  await expect(seedVisit(app, seat)).rejects.toThrow("CLASS_FULL");
  await cancelVisit(app, operator, first.id, null);
  await expect(seedVisit(app, { ...seat, start_at: start + minute })).rejects.toThrow("CLASS_CHANGED");
  await seedVisit(app, seat);
});

test("a place with one room holds one class at a time", async () => {
  const { app, company, schedule } = await aClinic();
  const place = await app.db
    .insertInto("places")
    .values({ company_id: company, name: "Asheville", address: "1 Main St", timezone: "EST", rooms: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const kind = await seedClassKind(app, company, { place_id: place.id });
  const other = await seedTherapist(app, { company_id: company });
  await schedule({ kind: kind.id });
  await expect(schedule({ kind: kind.id, therapist: other.id })).rejects.toThrow(
    "All 1 room of Asheville are taken at this time.",
  );
  const values = { kind_id: kind.id, place_id: place.id, meeting_link: null };
  await expect(seedClass(app, other, start, values)).rejects.toThrow("PLACE_FULL");
});

test("patients get one notice each when their class moves, and staff see everyone at the new time", async () => {
  const { app, schedule, take, mails } = await aClinic();
  const { ids } = await schedule({});
  const id = ids[0] ?? 0;
  for (let nth = 0; nth < 4; nth++) await take(id);
  await app.db.deleteFrom("outbox").execute();
  await changeClass(app, operator, { id, start: start + day });
  const roll = await listRoll(app.db, id);
  expect(roll.map((visit) => [visit.start_at, visit.status])).toEqual(
    Array.from({ length: 4 }, () => [start + day, "confirmed"]),
  );
  const sent = await mails();
  const emails = sent.filter(({ channel, kind }) => channel === "email" && kind === "visit-moved");
  expect(emails).toHaveLength(4);
  expect(new Set(emails.map(({ recipient }) => recipient)).size).toBe(4);
  expect(sent.filter(({ kind }) => kind === "class-entry")).toHaveLength(1);
});

test("seats can't be lowered below those taken", async () => {
  const { app, schedule, take } = await aClinic();
  const { ids } = await schedule({});
  const id = ids[0] ?? 0;
  for (let nth = 0; nth < 3; nth++) await take(id);
  await expect(changeClass(app, operator, { id, seats: 2 })).rejects.toThrow(
    "3 seats are taken. Enter at least 3, or move patients first.",
  );
  await expect(app.db.updateTable("classes").set({ seats: 2 }).execute()).rejects.toThrow("CLASS_SEATS");
  await changeClass(app, operator, { id, seats: 3 });
});

test("a canceled class notifies each patient once, frees its therapist, and lets patients book again", async () => {
  const { app, schedule, take, therapist, mails } = await aClinic();
  await seedSlots(app, therapist, [start]);
  const open = () => app.db.selectFrom("open_slots").selectAll().execute();
  expect(await open()).toHaveLength(1);
  const { ids } = await schedule({});
  expect(await open()).toEqual([]);
  const id = ids[0] ?? 0;
  await take(id);
  await take(id);
  await app.db.deleteFrom("outbox").execute();
  await cancelClass(app, operator, { id });
  expect(await open()).toHaveLength(1);
  const emails = (await mails()).filter(
    ({ channel, kind }) => channel === "email" && kind === "visit-cancelled",
  );
  expect(emails).toHaveLength(2);
  const statuses = await app.db.selectFrom("visits").select("status").execute();
  expect(statuses.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
});

test("a patient who leaves a class for another time needs a confirmation, and undoing the move restores the seat", async () => {
  const { app, schedule, take, mails } = await aClinic();
  const { ids } = await schedule({});
  const id = ids[0] ?? 0;
  const seat = await take(id);
  await take(id);
  await app.db.deleteFrom("outbox").execute();
  const usual = await app.db
    .selectFrom("visit_kinds")
    .select("id")
    .where("is_default", "=", 1)
    .executeTakeFirstOrThrow();
  const moved = await moveVisit(app, operator, { id: seat.id, datetime: start + 3 * hour, hold: true });
  expect(moved).toMatchObject({
    status: "submitted",
    meeting_link: null,
    end: iso(start + 3 * hour + 45 * minute),
  });
  const kept = await app.db
    .selectFrom("visits")
    .select(["class_id", "kind_id"])
    .where("id", "=", seat.id)
    .execute();
  expect(kept).toEqual([{ class_id: null, kind_id: usual.id }]);
  await undoMove(app, operator, { id: seat.id });
  const restored = await app.db
    .selectFrom("visits")
    .selectAll()
    .where("id", "=", seat.id)
    .executeTakeFirstOrThrow();
  expect(restored).toMatchObject({
    class_id: id,
    status: "confirmed",
    start_at: start,
    end_at: start + hour,
  });
  expect(restored.kind_id).not.toBeNull();
  expect(await mails()).toEqual([]);
});

test("a therapist can't schedule, change, or see another therapist's class", async () => {
  const { app, company, schedule } = await aClinic();
  const other = await seedTherapist(app, { company_id: company });
  const who = { kind: "staff", roles: ["therapist"], therapistId: other.id } as unknown as Staff;
  await expect(schedule({}, who)).rejects.toThrow("Therapist not found.");
  const { ids } = await schedule({});
  const id = ids[0] ?? 0;
  await expect(changeClass(app, who, { id, seats: 3 })).rejects.toThrow("Class not found.");
  await expect(cancelClass(app, who, { id })).rejects.toThrow("Class not found.");
});
