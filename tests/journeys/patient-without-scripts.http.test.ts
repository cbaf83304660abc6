import { expect, test } from "vitest";
import { day } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedOrder, seedVisit, signInPatient } from "../support/seed";
import { messagesTo, openClinic, signedIn } from "./journey-clinic";

const clinic = await openClinic();
const { app, url, therapist } = clinic;

const visitsOf = (orderId: number) =>
  app.db.selectFrom("visits").selectAll().where("order_id", "=", orderId).execute();

/** Sends a code and links to a patient. */
async function sendCode() {
  const order = await seedOrder(app);
  const supervisor = await signedIn(url, clinic.supervisor);
  const reply = await supervisor.post("/api/generate-code", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    sales_order_no: order.sales_order_no,
    phone: order.phone,
  });
  expect(reply.json).toMatchObject({ success: true });
  const [text] = await messagesTo(clinic, order.phone ?? "");
  const code = /\b\d{6}\b/.exec(text?.body ?? "")?.[0] ?? "";
  const track = /\/track\/([\w-]+)/.exec(text?.body ?? "");
  return { order, code, track: track?.[0] ?? "", link: track?.[1] ?? "" };
}

async function patientOf(order: { id: number }): Promise<Client> {
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return client;
}

const dayName = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) /;
const times = (page: PlainPage) => page.html.match(/data-at=/g)?.length ?? 0;

test("a patient signs in with a code, books, moves, and cancels a visit that a therapist confirms", async () => {
  const { order, code, track } = await sendCode();
  const start = await PlainPage.open(new Client(url), "/");
  // The code has a space, as in the message.
  let page = await start.press("Login", { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(page.path).toBe("/schedule");
  expect(page.text).toContain("Schedule Appointment");
  page = await page.follow("Afternoon");
  expect(page.links(/^Select/).length).toBeGreaterThan(0);
  expect(/<tbody>.*?<\/tr>/s.exec(page.html)?.[0]).toMatch(/PM/);
  page = await page.open(page.links(dayName)[2] ?? "");
  expect(page.text).toContain("Clear Date Filter");
  expect(times(page)).toBe(6);
  page = await page.follow(/^Select/);
  expect(page.text).toContain("Confirm appointment with Hannah Whitfield at");
  page = await page.press("Confirm");
  expect(page.text).toContain("Check the box to agree");
  page = await page.press("Confirm", { sms_consent: "on" });
  expect(page.text).toContain("Appointment submitted successfully!");
  const [booked] = await visitsOf(order.id);
  expect(await visitsOf(order.id)).toHaveLength(1);
  expect(booked).toMatchObject({ status: "submitted", sms_consent: 1 });

  let desk = await PlainPage.open(new Client(url), "/login?as=staff");
  const { user } = clinic;
  desk = await desk.press("Login", { email: user.email.toUpperCase(), password: user.password });
  expect(desk.path).toBe("/therapist");
  desk = await desk.follow(/^Confirm/);
  desk = await desk.press(/^Confirm/, { meeting_link: "javascript:alert(1)" });
  expect(desk.text).toContain("Enter a web address that starts with https://");
  desk = await desk.press(/^Confirm/, { meeting_link: "https://meet.example/setup-room" });
  expect(desk.text).toMatch(/(Visit|Appointment) confirmed/);
  const [confirmed] = await visitsOf(order.id);
  expect(confirmed).toMatchObject({ status: "confirmed", meeting_link: "https://meet.example/setup-room" });
  const [notice] = await messagesTo(clinic, order.phone ?? "");
  expect(notice?.body).toMatch(/Join or change it: \S+\/schedule\/\w{20}\n/);

  page = await page.open(track);
  expect(page.text).toContain("Scheduled appointment");
  expect(page.text).toContain(order.sales_order_no);
  expect(page.text).not.toContain("Appointment has not been confirmed by Therapist yet.");

  page = await page.open("/my-visit");
  expect(page.text).toContain("Your visit is confirmed");
  expect(page.text).toContain("The Join button opens on");
  expect(page.html).toContain('<a href="https://meet.example/setup-room"');
  page = await page.follow("Change time");
  expect(page.text).toContain("Change your visit");
  page = await page.open(page.links(dayName).at(-1) ?? "");
  expect(page.text).toContain("Clear Date Filter");
  page = await page.follow(/^Select/);
  page = await page.press("Move my visit");
  expect(page.text).toContain("Your visit time was changed.");
  const active = (await visitsOf(order.id)).filter(({ status }) => status !== "cancelled");
  expect(active).toHaveLength(1);
  expect(active[0]?.start_at).toBeGreaterThan((booked?.start_at ?? 0) + day / 2);

  page = await page.follow("Cancel visit");
  expect(page.text).toContain("Cancel your visit?");
  page = await page.press(/^Cancel visit on/);
  expect(page.text).toMatch(/Your visit on [^<]+ was canceled\./);
  expect((await visitsOf(order.id)).every(({ status }) => status === "cancelled")).toBe(true);
});

test("if a time was just taken, the patient sees three others and books one without checking the box again", async () => {
  const order = await seedOrder(app);
  const schedule = await PlainPage.open(await patientOf(order), "/schedule");
  const question = await schedule.open(schedule.links(/^Select/)[3] ?? "");
  const [datetime = ""] = question.values("datetime");
  const other = await seedOrder(app);
  const rival = await (await patientOf(other)).post("/api/schedule-appointment", {
    patient_id: other.patient_id,
    brightree_db: other.brightree_db,
    therapist: therapist.name,
    datetime,
    sms_consent: true,
  });
  expect(rival.status).toBe(201);
  const taken = await question.press("Confirm", { sms_consent: "on" });
  expect(taken.text).toContain("That time was just taken. Please choose another.");
  expect(taken.buttons(/^Book /)).toHaveLength(3);
  expect(taken.values("sms_consent")).toEqual(["on"]);
  const done = await taken.press(/^Book /);
  expect(done.text).toContain("Appointment submitted successfully!");
  const [visit, ...more] = await visitsOf(order.id);
  expect(more).toEqual([]);
  expect(visit?.start_at).not.toBe(Date.parse(datetime));
});

test("a staff user can set a new password with a reset link, but only once", async () => {
  const { user } = clinic;
  const fresh = "another quite long password";
  let page = await PlainPage.open(new Client(url), "/login?as=staff");
  page = await page.follow("Forgot password?");
  expect(page.text).toContain("Reset Password");
  page = await page.press("Send reset link", { email: user.email });
  expect(page.text).toContain("✅ Reset link sent (check email/phone if MFA enabled).");
  const [mail] = await messagesTo(clinic, user.email);
  const link = /\/reset-password\/[\w-]{43}/.exec(mail?.body ?? "")?.[0] ?? "";
  page = await page.open(link);
  const set = (password: string, again: string) =>
    page.press("Reset Password", { password, confirm_password: again });
  page = await set("short", "short");
  expect(page.text).toContain("Password must be at least 8 characters.");
  page = await set(fresh, `${fresh}!`);
  expect(page.text).toContain("Passwords do not match.");
  page = await set(fresh, fresh);
  expect(page.path).toBe("/");
  expect(page.text).toContain("✅ Password reset successful. You can now login.");
  page = await page.open(link);
  expect(page.text).toContain("This link has expired or was already used.");
  expect(page.values("password")).toEqual([]);
  const signIn = async (password: string) =>
    (await page.open("/login?as=staff")).press("Login", { email: user.email, password });
  expect((await signIn(user.password)).text).toContain("Invalid email or password.");
  expect((await signIn(fresh)).path).toBe("/therapist");
});

test("a link opens the schedule without a redirect, and its code isn't in any form or link on the page", async () => {
  const { link } = await sendCode();
  for (const path of [`/schedule/${link}`, `/schedule?code=${link}`]) {
    const page = await PlainPage.open(new Client(url), path);
    expect(page.text).toContain("Schedule Appointment");
    expect(page.address).toBe(path);
    expect(page.html).not.toContain(link);
  }
});

test("a link with a patient ID and a database opens a session that shows nothing about the patient", async () => {
  const { order } = await sendCode();
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: app.clock.now() + 30 * day,
  });
  const query = `pid=%20${order.patient_id}%20&db=${order.brightree_db}`;
  const page = await PlainPage.open(new Client(url), `/schedule?${query}`);
  expect(page.text).toContain("Schedule Appointment");
  expect(page.html).not.toContain(String(order.patient_id));
  for (const secret of [order.patient_name, order.phone, order.email, "Your visit"]) {
    expect(page.html).not.toContain(secret);
  }
  for (const path of ["/my-visit", "/track", "/my-visit/move"]) {
    const other = await page.open(path);
    expect([path, other.path === path && other.status === 200]).toEqual([path, false]);
  }
});

test("a wrong code stays in the field, and a code with spaces and dashes works", async () => {
  const { code } = await sendCode();
  const start = await PlainPage.open(new Client(url), "/");
  const slip = await start.press("Login", { code: "12 34" });
  expect(slip.text).toContain("Enter the 6-digit access code.");
  expect(slip.values("code")).toContain("12 34");
  const page = await slip.press("Login", { code: ` ${code.slice(0, 3)}-${code.slice(3)} ` });
  expect(page.path).toBe("/schedule");
});

const asksForPhone = ({ html }: PlainPage) => !/id="fact" hidden/.test(html);

test("after a wrong code, a date of birth or phone number is also required", async () => {
  const { order, code } = await sendCode();
  const wrong = code === "111111" ? "222222" : "111111";
  let page = await (await PlainPage.open(new Client(url), "/")).press("Login", { code: wrong });
  expect(page.text).toContain("That code didn't work.");
  expect(asksForPhone(page)).toBe(false);
  page = await page.press("Login", { code });
  expect(asksForPhone(page)).toBe(true);
  page = await page.press("Login", { phone_last4: (order.phone ?? "").slice(-4) });
  expect(page.path).toBe("/schedule");
});
