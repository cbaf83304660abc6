import { expect, test } from "vitest";
import { day, hour, iso, minute } from "~/core/time";
import type { Staff } from "~/core/who";
import { bookAsStaff } from "~/visits/new-appointment/book-as-staff.server";
import { findOrder, findOrders } from "~/visits/new-appointment/find-orders.server";
import { NewAppointmentForm } from "~/visits/new-appointment/new-appointment-schema";
import { auditLogOf } from "../support/acts";
import { outboxOf } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedUser, seedVisit } from "../support/seed";
import { staffOf } from "../support/users";

// The test clock is set to Monday, March 2, 2026, 10:00 in New York.
const tuesdayNine = Date.parse("2026-03-03T14:00:00Z");

async function clinic(
  roles: Staff["roles"] = ["therapist"],
  fields: Parameters<typeof seedTherapist>[1] = {},
) {
  const app = scratchApp();
  const user = await seedUser(app, roles);
  const therapist = await seedTherapist(app, {
    ...fields,
    user_id: roles.includes("therapist") ? user.id : null,
  });
  await seedSlots(app, therapist, [tuesdayNine, tuesdayNine + hour]);
  const who = staffOf({
    userId: user.id,
    email: user.email,
    roles,
    therapistId: roles.includes("therapist") ? therapist.id : null,
  });
  const order = await seedOrder(app);
  const form = (over: Record<string, unknown> = {}) =>
    NewAppointmentForm.parse({
      order: order.id,
      therapist: therapist.id,
      date: "2026-03-03",
      slot: iso(tuesdayNine),
      ...over,
    });
  const sent = async () => (await outboxOf(app)).map(({ kind, calendar_method }) => [kind, calendar_method]);
  return { app, who, therapist, order, form, sent };
}

test("when a therapist books a free slot in their own calendar, the visit is submitted", async () => {
  const { app, who, order, form, sent } = await clinic();
  const visit = await bookAsStaff(app, who, form({ note: "Use the side door." }));
  expect(visit).toMatchObject({
    status: "submitted",
    datetime: iso(tuesdayNine),
    patient_id: order.patient_id,
  });
  expect(await sent()).toEqual([["visit-submitted", null]]);
  const { note } = await app.db.selectFrom("visits").select("note").executeTakeFirstOrThrow();
  expect(note).toBe("Use the side door.");
});

test("booking a visit as confirmed sends only invitations", async () => {
  const { app, who, form, sent } = await clinic();
  const visit = await bookAsStaff(
    app,
    who,
    form({ status: "confirmed", meeting_link: "https://meet.example/r" }),
  );
  expect(visit).toMatchObject({ status: "confirmed", meeting_link: "https://meet.example/r" });
  expect(await sent()).toEqual([
    ["visit-confirmed", "REQUEST"],
    ["visit-confirmed", "REQUEST"],
  ]);
  const { step } = await app.db.selectFrom("orders").select("step").executeTakeFirstOrThrow();
  expect(step).toBe(7);
});

test("a confirmed visit needs a meeting link", async () => {
  const { app, who, form } = await clinic();
  await expect(bookAsStaff(app, who, form({ status: "confirmed" }))).rejects.toMatchObject({
    code: "invalid",
    fields: { meeting_link: ["Meeting link is required."] },
  });
});

test.each([
  "javascript:alert(1)",
  "ftp://meet.example",
  "meet",
  "https://meet.example/a b",
  "https://meet.example/a\u0000b",
])("%j is not a valid meeting link", (meeting_link) => {
  const parsed = NewAppointmentForm.safeParse({ order: 1, therapist: 1, date: "2026-03-03", meeting_link });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual(["meeting_link"]);
});

test("a form submitted twice books only one visit", async () => {
  const { app, who, form } = await clinic();
  const twice = form({ idempotency_key: "the-page-made-it" });
  const [first, second] = [await bookAsStaff(app, who, twice), await bookAsStaff(app, who, twice)];
  expect(second).toEqual(first);
  expect(await app.db.selectFrom("visits").select("id").execute()).toHaveLength(1);
});

test("a taken time is refused, and the error lists the overlapping visits and other times", async () => {
  const { app, who, therapist, form } = await clinic();
  const other = await seedOrder(app);
  const overlapping = await seedVisit(app, {
    order_id: other.id,
    therapist_id: therapist.id,
    start_at: tuesdayNine + 20 * minute,
  });
  await expect(bookAsStaff(app, who, form())).rejects.toMatchObject({
    code: "conflict",
    extra: {
      conflicts: [{ id: overlapping.id, start: iso(tuesdayNine + 20 * minute) }],
      alternatives: [],
    },
  });
});

test("staff can book outside availability after accepting the warning", async () => {
  const { app, who, therapist, form } = await clinic();
  const noon = { slot: "other", time: "12:10" };
  await expect(bookAsStaff(app, who, form(noon))).rejects.toMatchObject({
    code: "invalid",
    extra: { warnings: [`${therapist.name} isn't available at this time.`] },
  });
  const visit = await bookAsStaff(app, who, form({ ...noon, accept: "on" }));
  expect(visit.datetime).toBe("2026-03-03T17:10:00.000Z");
});

test("staff can exceed the daily capacity after accepting the warning", async () => {
  const { app, who, therapist, form } = await clinic(["therapist"], { daily_capacity: 1 });
  const other = await seedOrder(app);
  await seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at: tuesdayNine + 3 * hour });
  await expect(bookAsStaff(app, who, form())).rejects.toMatchObject({
    code: "invalid",
    extra: { warnings: [`${therapist.name} already has 1 visit on Tue, Mar 3. The daily capacity is 1.`] },
  });
  expect(await bookAsStaff(app, who, form({ accept: "on" }))).toMatchObject({ status: "submitted" });
});

test.each([
  ["is in the past", { date: "2026-03-02", slot: "other", time: "09:00", accept: "on" }, "invalid"],
  ["is skipped by DST", { date: "2026-03-08", slot: "other", time: "02:30", accept: "on" }, "invalid"],
  ["is empty", { slot: "other", time: "" }, "invalid"],
  ["wasn't chosen", { slot: undefined }, "invalid"],
])("a time that %s is refused", async (_, over, code) => {
  const { app, who, form } = await clinic();
  await expect(bookAsStaff(app, who, form(over))).rejects.toMatchObject({ code });
});

test("if an order already has a visit, booking another one shows the date of the first", async () => {
  const { app, who, therapist, order, form } = await clinic();
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: tuesdayNine + day });
  await expect(bookAsStaff(app, who, form())).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Wednesday, March 4, 2026 at 9:00 AM EST"),
  });
});

test("a therapist can't book in another therapist's calendar, either by ID or by choosing a suggested time", async () => {
  const { app, who, form } = await clinic();
  const other = await seedTherapist(app);
  await expect(bookAsStaff(app, who, form({ therapist: other.id }))).rejects.toMatchObject({
    code: "missing",
  });
  const offered = `${iso(tuesdayNine)}|${other.name}`;
  await expect(bookAsStaff(app, who, form({ offered }))).rejects.toMatchObject({ code: "missing" });
});

test("a supervisor can book in every therapist's calendar", async () => {
  const { app, who, form } = await clinic(["supervisor"]);
  expect(await bookAsStaff(app, who, form())).toMatchObject({ status: "submitted" });
});

test.each([
  ["patient id", "71234"],
  ["sales order", "SO_9%"],
  ["phone", "(919) 555-0177"],
  ["phone", "919.555.0177"],
  ["the end of a phone number", "555-0177"],
  ["the start of a phone number", "+1 (919) 555-01"],
  ["date of birth", "1/31/1956"],
  ["date of birth", "1956-01-31"],
  ["date of birth", "Jan 31, 1956"],
  ["part of the name", "vera"],
  ["parts of the name", "li qu"],
  ["last name first", "Li-Quist, Olivera"],
])("an order is found by %s: %s", async (_, typed) => {
  const { app, who } = await clinic();
  const expected = await seedOrder(app, {
    patient_id: 71_234,
    sales_order_no: "SO_9%",
    phone: "+19195550177",
    dob: "1956-01-31",
    patient_name: "Olivera Li-Quist",
  });
  const { orders, more } = await findOrders(app, who, typed);
  expect(orders.map(({ id }) => id)).toEqual([expected.id]);
  expect(more).toBe(false);
});

test.each(["%", "__", "%%%", '"', '" OR *', "NEAR(", "'", "O%a"])(
  "a search for %s finds no orders",
  async (typed) => {
    const { app, who } = await clinic();
    await seedOrder(app, { patient_name: "Olivera Quist" });
    expect((await findOrders(app, who, typed)).orders).toEqual([]);
  },
);

test("the order search shows only the data needed to choose an order, and each search is logged", async () => {
  const { app, who, order } = await clinic();
  const { orders } = await findOrders(app, who, String(order.patient_id));
  expect(Object.keys(orders[0] ?? {})).not.toEqual(expect.arrayContaining(["phone"]));
  expect(Object.keys(orders[0] ?? {})).not.toEqual(expect.arrayContaining(["email"]));
  const [act] = await auditLogOf(app);
  expect(act).toMatchObject({ action: "orders.searched", details: JSON.stringify({ orders: [order.id] }) });
});

test("the order search lists at most ten orders", async () => {
  const { app, who } = await clinic();
  for (let index = 0; index < 12; index += 1) await seedOrder(app, { patient_name: "Ann Smith" });
  const { orders, more } = await findOrders(app, who, "Smith");
  expect([orders.length, more]).toEqual([10, true]);
});

test("only supervisors can find closed orders", async () => {
  const { app, who } = await clinic();
  const { id } = await seedOrder(app, { patient_name: "Zora Closed", closed_at: 1 });
  expect((await findOrders(app, who, "Zora")).orders).toEqual([]);
  await expect(findOrder(app.reads, who, id)).rejects.toMatchObject({ code: "missing" });
  expect((await findOrders(app, { ...who, roles: ["supervisor"] }, "Zora")).orders).toMatchObject([
    { id, closed: true },
  ]);
});

test("other therapists see only that an order has a visit", async () => {
  const { app, who, order } = await clinic();
  const other = await seedTherapist(app);
  await seedVisit(app, { order_id: order.id, therapist_id: other.id, start_at: tuesdayNine });
  expect((await findOrder(app.reads, who, order.id)).visit).toEqual({ own: false });
  const supervisor: Staff = { ...who, roles: ["supervisor"] };
  const seen = await findOrder(app.reads, supervisor, order.id);
  expect(seen.visit).toMatchObject({ own: true, start: tuesdayNine });
});
