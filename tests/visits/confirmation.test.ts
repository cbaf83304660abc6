import { describe, expect, test } from "vitest";
import { changeCompany } from "~/company/change-company.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { hour, instantOf } from "~/core/time";
import { operator } from "~/core/who";
import { ShowCalendars } from "~/dashboard/calendars/calendars-query";
import { listWorklist } from "~/dashboard/calendars/load-worklist.server";
import { afterBusinessHours, confirmBy } from "~/visits/confirmation-deadline";
import { moveMyVisit } from "~/visits/move-visit.server";
import { confirmLine } from "~/visits/notices/visit-notices";
import { findVisit } from "~/visits/visits.server";
import { auditLogOf } from "../support/acts";
import { aClinic, aVisit, bookerOf } from "../support/clinic";
import { outboxOf } from "../support/http-actions";
import { seedTherapist } from "../support/seed";
import { patientOf } from "../support/users";

const zone = "America/Chicago";
const at = (date: string, time: string) => instantOf(date, time, zone) ?? 0;

describe("business hours", () => {
  test.each([
    ["a morning", "2026-12-02", "09:00", 8, "2026-12-02", "17:00"],
    ["an afternoon", "2026-12-02", "15:00", 8, "2026-12-03", "15:00"],
    ["minutes past the hour", "2026-12-02", "15:07", 8, "2026-12-03", "16:00"],
    ["a night", "2026-12-02", "22:30", 2, "2026-12-03", "11:00"],
    ["a Friday afternoon", "2026-12-04", "16:00", 8, "2026-12-07", "16:00"],
    ["a Sunday", "2026-12-06", "12:00", 1, "2026-12-07", "10:00"],
    ["the week when the clocks change", "2026-03-06", "13:00", 12, "2026-03-09", "17:00"],
    ["two weeks", "2026-12-02", "09:00", 80, "2026-12-15", "17:00"],
  ])("from %s", (_, date, time, hours, endDate, endTime) => {
    expect(afterBusinessHours(at(date, time), hours, zone)).toBe(at(endDate, endTime));
  });

  test("a visit is to be confirmed an hour before it starts at the latest", () => {
    const now = at("2026-12-04", "16:30");
    expect(confirmBy({ start: at("2026-12-05", "10:00"), zone, hours: 8 }, now)).toBe(
      at("2026-12-05", "09:00"),
    );
    expect(confirmBy({ start: now + hour, zone, hours: 8 }, now)).toBeNull();
  });
});

async function clinic() {
  const seeded = await aClinic();
  return { ...seeded, book: bookerOf(seeded, seeded.starts[6] ?? 0) };
}

test("a patient reads the same promise in the text and in the email", async () => {
  const { app, book } = await clinic();
  await changeCompany(app, operator, { confirm_hours: 2 });
  const visit = await findVisit(app.db, (await book()).id);
  if (!visit) throw new Error("no visit");
  const promise = inLanguage({ language: "en" }, () => confirmLine(visit));
  expect(promise).toMatch(/ confirms by \w{3}, \w{3} \d+, \d+:00 [AP]M E[DS]T\.$/);
  const sent = (await outboxOf(app)).filter(({ recipient }) => recipient !== visit.therapist);
  for (const { body_sealed } of sent.slice(0, 2)) expect(app.secrets.open(body_sealed)).toContain(promise);
});

test("a company that confirms immediately confirms visits with a meeting link and sends one notice", async () => {
  const { app, book, order, therapist } = await clinic();
  await changeCompany(app, operator, { confirm_immediately: true });
  await app.db
    .updateTable("therapists")
    .set({ zoom_link: "https://meet.example/own" })
    .where("id", "=", therapist.id)
    .execute();
  expect(await book()).toMatchObject({ status: "confirmed", meeting_link: "https://meet.example/own" });
  expect((await outboxOf(app)).map(({ recipient, kind }) => [recipient, kind])).toEqual([
    [order.phone, "visit-confirmed"],
    [order.email, "visit-confirmed"],
    [therapist.email, "visit-confirmed"],
  ]);
  expect((await auditLogOf(app)).map(({ action }) => action)).toEqual([
    "company.changed",
    "consent.given",
    "visit.booked",
    "visit.confirmed",
  ]);
});

test("a visit waits for the therapist without a link, with an interpreter, and if someone else may have booked", async () => {
  const link = { zoom_link: "https://meet.example/own" };
  const cases = [
    { therapist: { zoom_link: null }, order: { interpreter: null } },
    { therapist: link, order: { interpreter: "ASL" } },
    { therapist: link, order: { interpreter: null }, sessionKind: "query" as const },
  ];
  for (const { therapist: fields, order: orderFields, sessionKind } of cases) {
    const { app, book, order, therapist } = await clinic();
    await changeCompany(app, operator, { confirm_immediately: true });
    await app.db.updateTable("therapists").set(fields).where("id", "=", therapist.id).execute();
    await app.db.updateTable("orders").set(orderFields).where("id", "=", order.id).execute();
    const who = sessionKind ? { ...patientOf(order.id), sessionKind } : patientOf(order.id);
    expect(await book({}, who)).toMatchObject({ status: "submitted", meeting_link: null });
  }
});

test("a patient who moves to another therapist is confirmed immediately, too, and otherwise gets a new promise", async () => {
  const { app, book, order, starts, therapist } = await clinic();
  const { id } = await book();
  const first = await findVisit(app.db, id);
  const other = await seedTherapist(app, { zoom_link: "https://meet.example/other" });
  const start = starts[8] ?? 0;
  const batch = await app.db
    .selectFrom("slots")
    .selectAll()
    .where("therapist_id", "=", therapist.id)
    .where("start_at", "=", start)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("slots")
    .values({ ...batch, therapist_id: other.id })
    .execute();
  await moveMyVisit(app, patientOf(order.id), { datetime: start, therapist: other.name });
  const moved = await findVisit(app.db, id);
  expect(moved).toMatchObject({ status: "submitted", therapist: other.name });
  expect(moved?.confirm_by).toBeGreaterThanOrEqual(first?.confirm_by ?? Number.POSITIVE_INFINITY);
  await changeCompany(app, operator, { company: await companyOf(app, order.id), confirm_immediately: true });
  await app.db
    .updateTable("therapists")
    .set({ zoom_link: "https://meet.example/own" })
    .where("id", "=", therapist.id)
    .execute();
  await moveMyVisit(app, patientOf(order.id), { datetime: starts[6] ?? 0, therapist: therapist.name });
  expect(await findVisit(app.db, id)).toMatchObject({
    status: "confirmed",
    meeting_link: "https://meet.example/own",
  });
});

async function companyOf(app: Awaited<ReturnType<typeof aClinic>>["app"], orderId: number): Promise<string> {
  const { name } = await app.db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select("companies.name")
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  return name;
}

test("the worklist leads with visits whose confirmation is overdue", async () => {
  const { app, therapist, starts } = await clinic();
  const now = app.clock.now();
  const late = await aVisit(app, therapist, starts[12] ?? 0, {
    confirm_by: now - hour,
    submitted_at: now - 90 * hour,
  });
  await aVisit(app, therapist, starts[14] ?? 0, { confirm_by: now + hour });
  await aVisit(app, therapist, starts[16] ?? 0, { confirm_by: now - hour, status: "confirmed" });
  const work = await listWorklist(app.db, ShowCalendars.parse({ tab: "worklist" }), "2026-03-02", now);
  expect(Object.keys(work)[0]).toBe("overdue");
  expect(work.overdue.visits.map(({ id }) => id)).toEqual([late.id]);
  expect(work.waiting.filter(({ visit }) => visit !== null)).toEqual([]);
});
