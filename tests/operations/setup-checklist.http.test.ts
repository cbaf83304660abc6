import { expect, test } from "vitest";
import { day } from "~/core/time";
import { checkHealth } from "~/operations/health/health.server";
import { Client } from "../support/client";
import { startFakeTwilio } from "../support/fake-twilio";
import { startMailServer } from "../support/mail-server";
import { PlainPage, textOf } from "../support/plain-page";
import { onFile } from "../support/scratch";
import {
  morningStarts,
  seedClinic,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

const phone = "+19195550123";

async function asAdmin(environment: Record<string, string> = {}) {
  const server = await startServer(environment);
  const admin = await seedUser(server.app, ["admin"], { phone, name: "Ann Lee" });
  const client = new Client(server.url);
  await signInStaff(server.app, client, admin.id);
  return { ...server, admin, client, open: (address = "/admin") => PlainPage.open(client, address) };
}

/** The texts of the list's steps, by their names. */
function stepsOf(page: PlainPage): Record<string, string> {
  const items = [...page.html.matchAll(/<li id="setup-(\w+)">(.*?)<\/li>/gs)];
  return Object.fromEntries(items.map(([, id = "", html = ""]) => [id, textOf(html)]));
}

test("the first admin lands on the set-up list, which greets them and starts with the company", async () => {
  const { url, setupLink } = await startServer(onFile);
  const client = new Client(url);
  const page = await PlainPage.open(client, new URL(setupLink ?? "").pathname);
  const start = await page.press("Set up", {
    name: "Ann Lee",
    email: "ann@clinic.example",
    phone: "(919) 555-0123",
    password: "a long enough password",
    company: "Quiet Nights",
    database: "QHMS",
  });
  expect(start.heading).toBe("User Management");
  expect(start.text).toContain("Welcome, Ann Lee. Your account and your company are saved.");
  expect(start.text).toContain("1 of 11 done");
  const steps = stepsOf(start);
  expect(steps.company).toContain("No phone number for patients to call: Quiet Nights.");
  expect(steps.company).toContain("No hours for calls: Quiet Nights.");
  expect(steps.texts).toContain("Texts aren't set up, so nothing is sent.");
  expect(steps.email).toContain("Email isn't set up, so nothing is sent.");
  expect(steps.backups).toContain("A backup on the same disk is lost with it.");
  expect(steps.admins).toContain("You are the only admin, and a password alone signs you in.");
  expect(start.links("Open Company")).toEqual(["/admin/company?company=Quiet%20Nights"]);
  // The welcome is for the first time only.
  expect((await start.open("/admin")).text).not.toContain("Welcome,");
});

test("each step shows what was verified and who is left out", async () => {
  const { app, open } = await asAdmin();
  const clinic = await seedClinic(app);
  const users = [await seedUser(app, ["therapist"]), await seedUser(app, ["therapist"])];
  await app.db
    .updateTable("therapists")
    .set({ user_id: users[0]?.id ?? 0, name: "Hannah Whitfield", zoom_link: "https://meet.example/1" })
    .where("id", "=", clinic.therapist.id)
    .execute();
  const idle = await seedTherapist(app, { name: "Omar Reyes", user_id: users[1]?.id ?? 0 });
  // Next week's second day is after the seven days.
  await seedSlots(app, clinic.therapist, [app.clock.now() + 9 * day]);
  let steps = stepsOf(await open());
  expect(steps.therapists).toContain("2 therapists: Hannah Whitfield, Omar Reyes.");
  expect(steps.hours).toContain("Attention");
  expect(steps.hours).toContain("No openings in the next 7 days: Omar Reyes.");
  expect(steps.hours).toContain("Therapist Hannah Whitfield has 30 openings in the next 7 days.");
  expect(steps.hours).toContain("Set hours for Omar Reyes");
  expect(steps.links).toContain("No meeting link: Omar Reyes.");
  expect(steps.orders).toContain("1 order on file.");
  expect(steps.patient).toContain("No patient has a code or a visit yet.");

  await app.db
    .updateTable("therapists")
    .set({ zoom_link: "https://meet.example/2" })
    .where("id", "=", idle.id)
    .execute();
  await seedSlots(app, idle, morningStarts(app).slice(0, 1));
  await app.db
    .updateTable("companies")
    .set({ phone, support_hours: "Mon-Fri 8-5", privacy_notice: "https://clinic.example/privacy" })
    .execute();
  await seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[0] ?? 0,
  });
  await seedUser(app, ["admin"], { name: "Ben Ode" });
  steps = stepsOf(await open());
  expect(steps.company).toContain("name, phone, hours, and privacy notice are on file.");
  expect(steps.hours).toContain(
    "Therapist Hannah Whitfield has 28 openings in the next 7 days, Omar Reyes 1.",
  );
  expect(steps.links).toContain("Every therapist has a meeting link.");
  expect(steps.patient).toContain("The first visit is booked.");
  expect(steps.admins).toContain("2 admins can sign in: Ann Lee, Ben Ode.");
  for (const id of ["company", "orders", "therapists", "hours", "links", "patient", "admins"]) {
    expect(steps[id]).toMatch(/ Done /);
  }
});

test("a test text and a test email go through the queue, and the list shows the provider's response", async () => {
  const twilio = await startFakeTwilio(({ nth }) =>
    nth === 1 ? { error: { status: 400, code: 21211 } } : undefined,
  );
  const mail = await startMailServer();
  const { admin, open } = await asAdmin({ ...twilio.environment, ...mail.environment });
  let page = await open();
  expect(stepsOf(page).texts).toContain("To do Twilio is set up. No text was sent yet.");
  page = await page.press("Send a test text to yourself");
  expect(page.path).toBe("/admin/setup");
  expect(stepsOf(page).texts).toMatch(/Attention The text to \(919\) 555-0123 was not sent: /);
  page = await page.press("Send a test text to yourself");
  expect(stepsOf(page).texts).toMatch(/Done Twilio accepted the text to \(919\) 555-0123/);
  page = await page.press("Send a test email to yourself");
  expect(stepsOf(page).email).toContain(`The mail server accepted the email to ${admin.email}`);
  expect(twilio.messages.map(({ to, body }) => [to, body])).toEqual([
    [phone, "Firstnight: This is a test. If you can read it, Firstnight can reach you."],
  ]);
  expect(mail.arrived.map(({ subject }) => subject)).toEqual(["Test from Firstnight"]);
});

test("a test text is refused if texts aren't set up or the admin has no phone", async () => {
  const { client } = await asAdmin();
  const refused = await client.submit("/admin/setup", { act: "test-sms" });
  expect([refused.status, refused.text.includes("set up yet, so no test was sent.")]).toEqual([409, true]);
  const twilio = await startFakeTwilio();
  const { app, ...other } = await asAdmin(twilio.environment);
  await app.db.updateTable("users").set({ phone: null }).execute();
  const phoneless = await other.client.submit("/admin/setup", { act: "test-sms" });
  expect([phoneless.status, phoneless.text.includes("no phone number")]).toEqual([409, true]);
  expect(twilio.messages).toEqual([]);
});

test("the list and Health show the same about the company and backups", async () => {
  const { app, open } = await asAdmin(onFile);
  await seedClinic(app);
  const health = await checkHealth(app);
  const steps = stepsOf(await open("/admin/setup"));
  for (const [step, name] of [
    ["company", "Company profile"],
    ["backups", "Backup"],
  ] as const) {
    const message = health.find((check) => check.name === name)?.message ?? "?";
    expect(steps[step]).toContain(message);
  }
});

test("an admin hides the list for themselves and finds it again from Health", async () => {
  const { app, url, open } = await asAdmin();
  const other = new Client(url);
  await signInStaff(app, other, (await seedUser(app, ["admin"])).id);
  let page = await (await open()).press("Hide this list");
  expect(page.heading).toBe("User Management");
  expect(page.text).not.toContain("of 11 done");
  expect((await PlainPage.open(other, "/admin")).text).toContain("of 11 done");
  page = await (await page.open("/admin/health")).follow("Set-up checklist");
  expect(page.text).toContain("of 11 done");
  page = await page.press("Show on User Management");
  expect(page.heading).toBe("User Management");
  expect(page.text).toContain("of 11 done");
});

test("only admins open the set-up list", async () => {
  const { app, url } = await startServer();
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
  expect((await client.get("/admin/setup")).location).toBe("/login");
  expect((await client.submit("/admin/setup", { act: "hide" })).status).toBeGreaterThanOrEqual(300);
});
