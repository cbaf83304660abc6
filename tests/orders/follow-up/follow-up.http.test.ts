import { expect, test } from "vitest";
import { addDays, day, localDate } from "~/core/time";
import { staffZone } from "~/core/zones/staff-zone";
import { Client } from "../../support/client";
import { PlainPage } from "../../support/plain-page";
import {
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../../support/seed";
import { startServer } from "../../support/server";

const { app, url } = await startServer();
const sam = await seedUser(app, ["supervisor"], { name: "Sam Ridley" });
const supervisor = new Client(url);
await signInStaff(app, supervisor, sam.id);
const olga = await seedUser(app, ["supervisor"], { name: "Olga Marsh" });
const therapistUser = await seedUser(app, ["therapist"], { name: "Tess Doyle" });
const therapist = await seedTherapist(app, { user_id: therapistUser.id });
const today = localDate(app.clock.now(), staffZone);

const auditOf = async (order: number) =>
  app.db
    .selectFrom("audit_log")
    .select(["action", "details"])
    .where("subject", "=", `order ${order}`)
    .orderBy("id")
    .execute();

test("an order's page shows how long it waits, who owns it, and what they do next by when", async () => {
  const order = await seedOrder(app, { step: 3, source_step: 3, step_at: app.clock.now() - 6 * day });
  const page = await PlainPage.open(supervisor, `/orders/${order.id}`);
  expect(page.facts["Order step"]).toContain("6 days in step");
  expect(page.facts.Owner).toContain("No one");
  const taken = await page.press(/^Take this order/);
  expect(taken.text).toContain("You now own this order.");
  expect(taken.facts.Owner).toBe("Sam Ridley");
  const form = await taken.follow("Owner and next action…");
  const saved = await form.press("Save", {
    owner: String(olga.id),
    next_action: "Call the insurance",
    due_on: addDays(today, -1),
  });
  expect(saved.path).toBe(`/orders/${order.id}`);
  expect(saved.facts.Owner).toContain("Olga Marsh");
  expect(saved.facts["Next action"]).toContain("Call the insurance");
  expect(saved.facts["Next action"]).toContain("Overdue");
  const entries = await auditOf(order.id);
  expect(entries.map(({ action }) => action)).toEqual([
    "order.owner-changed",
    "order.owner-changed",
    "order.next-action-changed",
  ]);
  expect(entries.map(({ details }) => JSON.parse(details ?? "{}"))).toEqual([
    { from: null, to: sam.id },
    { from: sam.id, to: olga.id },
    { due_on: addDays(today, -1) },
  ]);
  expect(saved.text).toContain("Next action changed by Sam Ridley");
});

test("a date needs an action, and a refused form keeps what was typed", async () => {
  const order = await seedOrder(app);
  const form = await PlainPage.open(supervisor, `/orders/${order.id}/follow-up`);
  const refused = await form.press("Save", { due_on: today });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Enter what has to be done by this date.");
  expect(refused.values("due_on")).toEqual([today]);
  const tooLong = await form.press("Save", { next_action: "a".repeat(201) });
  expect(tooLong.status).toBe(422);
  expect(
    await app.db.selectFrom("order_follow_ups").selectAll().where("order_id", "=", order.id).execute(),
  ).toEqual([]);
});

test("notes are added with their author, newest first, and patients never see them", async () => {
  const order = await seedOrder(app);
  const secret = "Aetna wants the sleep study again.";
  let page = await PlainPage.open(supervisor, `/orders/${order.id}`);
  expect(page.text).toContain("No notes yet.");
  page = await page.press("Add note", { note: secret });
  expect(page.text).toContain("Note added");
  for (let number = 1; number <= 5; number++) {
    page = await page.press("Add note", { note: `Call ${number}\nno answer` });
  }
  const [notes] = page.lists.filter((items) => items[0]?.includes("no answer"));
  expect(notes?.[0]).toMatch(/^Sam Ridley, .+ Call 5 no answer$/);
  expect(page.text).not.toContain(secret);
  const all = await page.follow("All notes");
  expect(all.text).toContain(secret);
  const refused = await all.press("Add note", { note: "  " });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Enter a note.");
  expect((await auditOf(order.id)).filter(({ action }) => action === "order.note-added")).toHaveLength(6);
  expect(JSON.stringify(await auditOf(order.id))).not.toContain("Aetna");

  await supervisor.submit(`/orders/${order.id}/follow-up`, { next_action: "Ask Dr. Haddad" });
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  for (const path of [
    "/schedule",
    "/track",
    "/api/shortlink/timeline",
    `/api/code-info?patient_id=${order.patient_id}`,
  ]) {
    const { text } = await patient.get(path);
    expect(text, path).not.toContain("Aetna");
    expect(text, path).not.toContain("Haddad");
  }
});

test("a therapist can take the order of a visit they have, but not give it to another user", async () => {
  const order = await seedOrder(app);
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: app.clock.now() + 3 * day,
  });
  const client = new Client(url);
  await signInStaff(app, client, therapistUser.id);
  const page = await PlainPage.open(client, `/orders/${order.id}`);
  const taken = await page.press(/^Take this order/);
  expect(taken.facts.Owner).toBe("Tess Doyle");
  const given = await client.submit(`/orders/${order.id}/follow-up`, { owner: String(olga.id) });
  expect(given.status).toBe(403);
  const noted = await taken.press("Add note", { note: "Patient prefers mornings." });
  expect(noted.text).toContain("Patient prefers mornings.");
  const mine = await PlainPage.open(client, "/orders?owner=me");
  expect(mine.table("Open orders").map((row) => row["Last note"])).toEqual(["Patient prefers mornings."]);
  const foreign = await seedOrder(app);
  for (const path of ["follow-up", "notes"]) {
    expect((await client.get(`/orders/${foreign.id}/${path}`)).status, path).toBe(404);
    expect((await client.submit(`/orders/${foreign.id}/${path}`, { note: "x" })).status, path).toBe(404);
  }
});

test("an order can't be given to a user who can't open it", async () => {
  const order = await seedOrder(app);
  const closed = await seedUser(app, ["supervisor"], { disabled_at: 1 });
  for (const user of [therapistUser, closed]) {
    const { status, text } = await supervisor.submit(`/orders/${order.id}/follow-up`, {
      owner: String(user.id),
    });
    expect(status).toBe(422);
    expect(text).toContain("This user can&#x27;t open the order. Choose another user.");
  }
});

test("a deleted user's orders have no owner, and their notes stay", async () => {
  const order = await seedOrder(app);
  const leaving = await seedUser(app, ["supervisor"]);
  const client = new Client(url);
  await signInStaff(app, client, leaving.id);
  await client.submit(`/orders/${order.id}/take`, {});
  await client.submit(`/orders/${order.id}/notes`, { note: "Waiting for the doctor." });
  await app.db.deleteFrom("users").where("id", "=", leaving.id).execute();
  const page = await PlainPage.open(supervisor, `/orders/${order.id}`);
  expect(page.facts.Owner).toContain("No one");
  expect(page.text).toMatch(/A former user, .* Waiting for the doctor\./);
});
