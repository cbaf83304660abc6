import { expect, test } from "vitest";
import { addDays, day, instantOf, localDate } from "~/core/time";
import { stepNames } from "~/orders/step";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { openClinic } from "./journey-clinic";

const clinic = await openClinic();
const { app, url, therapist } = clinic;
const zone = "America/New_York";
const now = app.clock.now();
const today = localDate(now, zone);

async function open(user: { id: number }, path: string): Promise<PlainPage> {
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  return PlainPage.open(client, path);
}

async function book(therapistId: number, start_at: number, status = "submitted") {
  const order = await seedOrder(app);
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapistId,
    start_at,
    local_date: localDate(start_at, zone),
    status,
    submitted_at: now - 2 * day,
  });
  return order;
}

test("a supervisor uses the menu, the filters, and every list", async () => {
  await seedOrder(app, { step: 1 });
  await book(therapist.id, now - 3 * day, "no show");
  await book(therapist.id, now - 4 * day, "completed");
  let page = await open(clinic.supervisor, "/supervisordashboard");
  page = await page.follow("Appointments");
  expect(page.path).toBe("/appointments");
  page = await page.press("Show", { status: "no show" });
  expect(page.address).toContain("status=no+show");
  expect(new Set(page.table("Appointments").map(({ Status }) => Status))).toEqual(new Set(["No-show"]));
  page = await page.open("/supervisordashboard");
  page = await page.follow(new RegExp(stepNames[0]));
  expect(page.heading).toBe("Sleep Intake QA Orders");
  page = await page.follow("Close");
  expect(page.path).toBe("/supervisordashboard");
});

test("a supervisor confirms a visit, and confirming it again changes nothing", async () => {
  await app.db.updateTable("therapists").set({ zoom_link: null }).execute();
  const colleague = await seedTherapist(app, { zoom_link: "https://meet.example/marcus" });
  const noon = (days: number) => instantOf(addDays(today, days), "12:00", zone) ?? 0;
  const orders = [await book(therapist.id, noon(1)), await book(colleague.id, noon(2))];
  let page = await open(clinic.supervisor, "/calendars");
  page = await page.follow("Worklist");
  const [needs = {}] = page.table("Needs Confirmation (next 72h)");
  expect(Object.keys(needs)).toEqual([
    "Select all Select all on this page",
    "Date",
    "Time",
    "Therapist",
    "Patient",
    "Region",
    "DB",
    "Status",
    "Confirm",
  ]);
  expect(page.text).toContain("2 days ago");
  const rows = await app.db
    .selectFrom("visits")
    .select("id")
    .where(
      "order_id",
      "in",
      orders.map(({ id }) => id),
    )
    .execute();
  const question = await page.press("Confirm", { visit: rows.map(({ id }) => String(id)) });
  page = await question.press("Confirm 2 visits");
  expect(page.text).toContain("1 confirmed, 1 couldn't be confirmed.");
  expect(page.text).toContain("Not done Meeting link is required.");
  page = await question.press("Confirm 2 visits", { meeting_link: "https://meet.example/given" });
  expect(page.text).toContain("1 confirmed, 1 unchanged.");
});

const from = addDays(today, 140);

test("a therapist previews, adds, and undoes a month of availability", async () => {
  let page = await open(clinic.user, `/therapists/${therapist.id}/availability`);
  page = await page.press("Generate & Add");
  expect(page.text).toContain("❌ Pick date range");
  const month = { fromDate: from, toDate: addDays(from, 27), interval: "60" };
  page = await page.press("Preview", month);
  expect(page.text).toContain("Will add 180.");
  page = await page.press("Generate & Add");
  expect(page.text).toContain("✅ Added: 180 (generated 180, skipped 0, removed 0)");
  page = await page.press("Undo");
  expect(page.text).toContain("Undone: 180 slots removed, 0 restored.");
});

test("a therapist saves, applies, and undoes a weekly schedule, and takes days off", async () => {
  const at = `/therapists/${therapist.id}/availability`;
  let page = await open(clinic.user, `${at}/week`);
  page = await page.press("Add hours", { interval: "60" });
  page = await page.press("Preview", { fromDate: from, weeks: "2" });
  expect(page.text).toContain("Will add 90.");
  page = await page.press("Apply to these weeks", { fromDate: from, weeks: "2" });
  expect(page.text).toContain("✅ Added: 90");
  page = await page.open(`${at}/days-off`);
  page = await page.press("Add days off", { fromDate: from, toDate: addDays(from, 6) });
  expect(page.text).toContain("45 openings removed.");
  page = await page.open(`${at}/changes`);
  page = await page.press("Undo");
  expect(page.text).toContain("45 restored.");
});

test("a therapist books an appointment, sees an overlap, and finds the visit on the day sheet", async () => {
  const order = await seedOrder(app, { patient_name: "Quentin Ashworth" });
  await book(therapist.id, instantOf(from, "10:00", zone) ?? 0);
  let page = await open(clinic.user, "/new-appointment");
  page = await page.press("Find order", { q: "ashworth" });
  page = await page.follow("Quentin Ashworth");
  page = await page.press("Show times", { date: from });
  expect(page.text).toContain("1 of 6 booked on this day: 10:00 AM to 10:45 AM.");
  page = await page.press("Book visit", { slot: "other", time: "10:15", note: "Call twice." });
  expect(page.text).toMatch(/This time overlaps the visit on .*10:00 AM/);
  expect(page.values("note")).toEqual(["Call twice."]);
  page = await page.press("Book visit", {
    time: "12:10",
    meeting_link: "https://meet.example/ashworth",
    status: "confirmed",
  });
  expect(page.text).toContain("isn't available at this time.");
  page = await page.press("Book visit", { accept: "on" });
  expect(page.text).toContain("Visit booked");
  page = await page.follow("Day sheet");
  for (const part of ["12:10 PM to 12:55 PM", "Quentin Ashworth", "Call twice."]) {
    expect(page.text).toContain(part);
  }
  // Long URLs can wrap after any part.
  expect(page.text.replaceAll(" ", "")).toContain("https://meet.example/ashworth");
  page = await page.open(`/new-appointment?order=${order.id}`);
  expect(page.text).toContain("This order already has a visit");
});

test("an admin adds, edits, and deletes a user", async () => {
  const email = "new@clinic.example";
  let page = await open(clinic.admin, "/admin");
  expect(page.values("role")).toEqual(["supervisor"]);
  page = await page.press("Add User", { email, phone: "12" });
  expect(page.text).toContain("Failed to save user");
  expect(page.values("email")).toEqual([email]);
  page = await page.press("Add User", { phone: "(919) 555-0123" });
  expect(page.text).toContain("User added");
  page = await page.follow(`Edit ${email}`);
  page = await page.press("Update User", { role: "staff" });
  expect(page.text).toContain("User updated");
  page = await page.follow(`Delete ${email}`);
  page = await page.press(`Delete ${email}`);
  expect(page.text).toContain("User deleted");
});

test.each([
  [["supervisor", "therapist"], "/supervisordashboard"],
  [["admin"], "/admin"],
  [["therapist"], "/therapist"],
] as const)("after login, %s is redirected to %s", async (roles, home) => {
  const user = await seedUser(app, [...roles]);
  const start = await PlainPage.open(new Client(url), "/login");
  const page = await (await start.follow("Staff")).press("Login", {
    email: ` ${user.email.toUpperCase()} `,
    password: user.password,
  });
  expect(page.path).toBe(home);
});

test("the login page shows an error for a wrong password and for a role without a start page", async () => {
  const user = await seedUser(app, ["staff"]);
  let page = await PlainPage.open(new Client(url), "/login?as=staff");
  page = await page.press("Login", { email: user.email, password: "not the password" });
  expect(page.text).toContain("Invalid email or password.");
  expect(page.values("email")).toEqual([user.email]);
  page = await page.press("Login", { password: user.password });
  expect(page.text).toContain("Unknown staff role.");
});

test("login requires the second step for users who turned on two-step sign-in", async () => {
  const user = await seedUser(app, ["supervisor"], { two_step: "email" });
  let page = await PlainPage.open(new Client(url), "/login?as=staff");
  page = await page.press("Login", { email: user.email, password: user.password });
  expect(page.text).toContain("We sent you a code by email.");
  page = await page.press("Login", { challenge: page.values("challenge"), code: "000000" });
  expect(page.text).toContain("That code is incorrect.");
  expect(page.values("challenge")).toHaveLength(1);
});
