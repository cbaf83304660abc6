import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
await seedDatabase(app);
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id, timezone: "EST" });
const order = await seedOrder(app, { patient_name: "Maria Lopez", phone: "+19195550123" });
const visit = await seedVisit(app, {
  order_id: order.id,
  therapist_id: therapist.id,
  start_at: monday + 86_400_000,
  patient_zone: "America/Chicago",
});
const href = `/visits/${visit.id}`;

async function enter(userId: number) {
  const client = new Client(url);
  await signInStaff(app, client, userId);
  return client;
}

test("a visit's page shows the patient, therapist, and both time zones, and links to each action", async () => {
  const supervisor = await enter((await seedUser(app, ["supervisor"])).id);
  const { text } = await supervisor.get(href);
  for (const shown of [
    "Maria Lopez",
    "(919) 555-0123",
    "EST",
    "patient",
    "CST",
    "Consented|Awaiting consent",
  ]) {
    expect(text).toMatch(new RegExp(shown.replace(/[()]/g, "\\$&")));
  }
  const page = await PlainPage.open(supervisor, href);
  expect(page.heading).toBe("Appointment");
  for (const path of [`${href}/confirm`, `${href}/move`, `${href}/cancel`, "/visits/bulk?act=reassign"]) {
    expect(text).toContain(`href="${path}`);
  }
  expect(text).toContain(`href="/messages/start?order=${order.id}"`);
});

test("the visit's history shows each change with the user who made it", async () => {
  const admin = await seedUser(app, ["admin"]);
  const client = await enter(admin.id);
  await client.post("/api/appointments/confirm", {
    appointment_id: visit.id,
    meeting_link: "https://meet.example.org/a",
  });
  const { name } = await app.reads
    .selectFrom("users")
    .select("name")
    .where("id", "=", admin.id)
    .executeTakeFirstOrThrow();
  expect((await client.get(href)).text).toContain(`Confirmed by ${name}`);
});

test("another therapist's visit is not found", async () => {
  const other = await seedUser(app, ["therapist"]);
  await seedTherapist(app, { user_id: other.id });
  expect((await (await enter(other.id)).get(href)).status).toBe(404);
});

test("a device set to hide names shows only IDs, on visit pages and in lists", async () => {
  const supervisor = await enter((await seedUser(app, ["supervisor"])).id);
  expect((await supervisor.get("/appointments")).text).toContain("Maria Lopez");
  await supervisor.submit("/account/display", { hide_names: "on" });
  for (const path of ["/appointments", href, `/therapist?therapist=${therapist.id}&week=2026-03-01`]) {
    const { text } = await supervisor.get(path);
    expect(text, path).not.toContain("Maria Lopez");
    expect(text, path).toContain(String(order.patient_id));
  }
  await supervisor.submit("/account/display", {});
  expect((await supervisor.get("/appointments")).text).toContain("Maria Lopez");
});
