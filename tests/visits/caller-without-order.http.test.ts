import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import { seedClinic, seedCompany, seedOrder, seedSlots, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { therapist } = await seedClinic(app);
const free = monday + 25 * hour;
await seedSlots(app, therapist, [free + hour, free + 2 * hour, free + 3 * hour]);
const supervisor = new Client(url);
const sam = await seedUser(app, ["supervisor"], { name: "Sam Ridley" });
await signInStaff(app, supervisor, sam.id);
const caller = {
  brightree_db: "QHMS",
  patient_id: "51234",
  patient_name: "Nora Quill",
  phone: "(919) 555-0188",
  dob: "1/31/1950",
};

test("a caller without an order gets one, and a visit with the reason for booking early", async () => {
  const search = await PlainPage.open(supervisor, `/new-appointment?therapist=${therapist.id}`);
  const none = await search.press("Find order", { q: "Nora Quill" });
  expect(none.text).toContain("Is the caller's order not here yet?");
  const form = await none.press("Create an order");
  expect(form.html).toMatch(/name="patient_name"[^>]*value="Nora Quill"/);
  expect(form.address, "what was searched for stays out of the address").not.toContain("Nora");
  expect(form.text).toContain("Patient's name (required) Date of birth (required)");
  const chosen = await form.press("Create order", caller);
  expect(chosen.path).toBe("/new-appointment");
  expect(chosen.facts).toMatchObject({
    Patient: "Nora Quill",
    "Patient ID": "51234",
    "Date of birth": "1/31/1950",
    "Order step": "1. Sleep Intake QA",
  });
  expect(chosen.text).toContain("The order is in step 1, Sleep Intake QA. Insurance can still deny it.");
  const slot = chosen.html.match(/name="slot" value="(\d[^"]+)"/)?.[1] ?? "";
  const refused = await chosen.press("Book visit", { slot, reason: " " });
  expect(refused.text).toContain("Enter why you book before the order is ready to schedule.");
  const booked = await chosen.press("Book visit", { slot, reason: "The doctor's office called." });
  expect(booked.text).toContain("Visit booked");
  const order = await app.db
    .selectFrom("orders")
    .selectAll()
    .where("patient_id", "=", 51_234)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({ phone: "+19195550188", dob: "1950-01-31", source_step: 1, step: 6 });
  const visit = await app.db
    .selectFrom("visits")
    .selectAll()
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect(visit.booking_reason).toBe("The doctor's office called.");
  const sheet = await PlainPage.open(supervisor, `/visits/${visit.id}`);
  expect(sheet.facts["Reason for booking before step 4"]).toBe("The doctor's office called.");
  const entries = await app.db
    .selectFrom("audit_log")
    .select(["action", "subject", "details", "user_id"])
    .where("action", "in", ["order.created", "visit.booked"])
    .orderBy("id")
    .execute();
  expect(entries.map(({ action, subject, user_id }) => [action, subject, user_id])).toEqual([
    ["order.created", `order ${order.id}`, sam.id],
    ["visit.booked", `visit ${visit.id}`, sam.id],
  ]);
  expect(JSON.parse(entries[1]?.details ?? "")).toMatchObject({
    step: 1,
    booking_reason: "The doctor's office called.",
  });
});

test("a patient who already has an open order gets no second one, and the page leads to the first", async () => {
  const order = await seedOrder(app, { patient_id: 61_111 });
  const form = await PlainPage.open(supervisor, "/new-appointment/order");
  const refused = await form.press("Create order", { ...caller, patient_id: "61111" });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Patient 61111 already has an open order in QHMS. Use that order.");
  expect(refused.values("patient_name")).toEqual(["Nora Quill"]);
  const booking = await refused.follow("Book a visit for that order");
  expect(booking.address).toBe(`/new-appointment?order=${order.id}`);
});

test("a new order needs a valid date of birth and phone number, and keeps what was typed", async () => {
  const form = await PlainPage.open(supervisor, "/new-appointment/order");
  const refused = await form.press("Create order", { ...caller, patient_id: "7", dob: "soon", phone: "12" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Enter a date of birth like 1/31/1960.");
  expect(refused.values("dob")).toEqual(["soon"]);
  expect(await app.db.selectFrom("orders").select("id").where("patient_id", "=", 7).execute()).toEqual([]);
});

test("a therapist creates orders only in their own company's databases", async () => {
  const user = await seedUser(app, ["therapist"]);
  await app.db.updateTable("therapists").set({ user_id: user.id }).where("id", "=", therapist.id).execute();
  await app.db
    .insertInto("databases")
    .values({ name: "ELSEWHERE", company_id: await seedCompany(app, "Elsewhere") })
    .execute();
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  const form = await PlainPage.open(client, "/new-appointment/order");
  expect(form.html).not.toContain("ELSEWHERE");
  const { status } = await client.submit("/new-appointment/order", {
    act: "create",
    ...caller,
    patient_id: "8",
    brightree_db: "ELSEWHERE",
  });
  expect(status).toBe(422);
  expect(
    (await client.submit("/new-appointment/order", { act: "create", ...caller, patient_id: "8" })).status,
  ).toBe(303);
});

test("an order in step 4 is booked without a reason", async () => {
  const order = await seedOrder(app);
  const page = await PlainPage.open(
    supervisor,
    `/new-appointment?order=${order.id}&therapist=${therapist.id}`,
  );
  expect(page.facts["Order step"]).toBe("4. Ready to Schedule");
  expect(page.values("reason")).toEqual([]);
});
