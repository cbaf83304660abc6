import { beforeAll, expect, test } from "vitest";
import { iso } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedUser, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let clinic: Awaited<ReturnType<typeof seedClinic>>;

beforeAll(async () => {
  server = await startServer();
  clinic = await seedClinic(server.app);
});

async function patientWith(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder(server.app, fields);
  const client = new Client(server.url);
  await signInPatient(server.app, client, order.id);
  return { order, client };
}

async function book(page: PlainPage): Promise<PlainPage> {
  const question = await page.open(page.links(/^Select/).at(-1) ?? "");
  return question.press("Confirm", { sms_consent: "on" });
}

test("after booking, the start page shows the visit, what happens next, and how to change it", async () => {
  const { client } = await patientWith({ patient_name: "Gregory Allen Quist" });
  const page = await book(await PlainPage.open(client, "/schedule"));
  expect(page.path).toBe("/");
  expect(page.title).toMatch(/^Request sent – Company \d+$/);
  expect(page.text).toContain("Appointment submitted successfully!");
  expect(page.text).toContain(`${clinic.therapist.name} confirms by `);
  expect(page.text).toContain("For Gregory Q. · 45-minute video visit to set up your CPAP equipment");
  for (const name of ["Add to calendar", "Google Calendar", "Outlook", "Change time", "Cancel visit"]) {
    expect([name, page.links(name).length]).toEqual([name, 1]);
  }
  expect(page.text).toContain("Sign in with another code");
});

test("links to online calendars include the time and a link to the page, but no names or meeting link", async () => {
  const { client, order } = await patientWith({ patient_name: "Gregory Allen Quist" });
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[20] ?? 0,
    status: "confirmed",
    meeting_link: "https://meet.example/room",
  });
  const page = await PlainPage.open(client, "/");
  const [google = "", outlook = ""] = [...page.links("Google Calendar"), ...page.links("Outlook")];
  const dates = new URL(google).searchParams.get("dates");
  expect(dates).toMatch(/^\d{8}T\d{6}Z\/\d{8}T\d{6}Z$/);
  expect(new URL(outlook).searchParams.get("startdt")).toBe(iso(clinic.starts[20] ?? 0));
  for (const secret of ["Quist", clinic.therapist.name, "meet.example"]) {
    expect(decodeURIComponent(google + outlook)).not.toContain(secret);
  }
});

test("a session opened with a patient ID shows only the visit booked in it, without names", async () => {
  const order = await seedOrder(server.app, { patient_name: "Gregory Allen Quist" });
  const query = `pid=${order.patient_id}&db=${order.brightree_db}`;
  const client = new Client(server.url);
  const page = await book(await PlainPage.open(client, `/schedule?${query}`));
  expect(page.path).toBe("/");
  const again = await PlainPage.open(client, "/");
  expect(again.text).toContain("Request sent");
  expect(again.text).toMatch(/March \d+, 2026 at \d+:\d\d [AP]M EST/);
  for (const secret of ["Gregory", "Quist", clinic.therapist.name, "Change time", "Cancel visit"]) {
    expect(again.text).not.toContain(secret);
  }

  const other = await PlainPage.open(new Client(server.url), `/schedule?${query}`);
  expect((await other.open("/")).text).not.toContain("Request sent");
});

test("a company's own preparation list replaces the standard list", async () => {
  const { client, order } = await patientWith();
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[22] ?? 0,
  });
  expect((await PlainPage.open(client, "/")).text).toContain("A power outlet near your bed");
  await server.app.db.updateTable("companies").set({ about_visit_en: "The blue box\n\nA chair" }).execute();
  const { text } = await PlainPage.open(client, "/");
  expect(text).toContain("The blue box");
  expect(text).not.toContain("A power outlet near your bed");
  client.cookies.set("language", "es");
  expect((await PlainPage.open(client, "/")).html).toContain('lang="en"><li>The blue box</li>');
});

test("the start page of a closed order shows that it was closed and whom to call", async () => {
  const now = server.app.clock.now();
  const { client } = await patientWith({ closed_at: now, stopped_at: now });
  const { text } = await PlainPage.open(client, "/");
  expect(text).toContain("This order was closed");
  expect(text).not.toContain("Choose a time");
});

test("if there is only one company, the terms and the privacy notice show its phone number", async () => {
  await server.app.db.updateTable("companies").set({ phone: "+19195550110" }).execute();
  for (const path of ["/terms", "/privacy"]) {
    const page = await PlainPage.open(new Client(server.url), path);
    expect([path, page.links("(919) 555-0110")]).toEqual([path, ["tel:+19195550110", "tel:+19195550110"]]);
  }
});

test("a tracking page opened from a link shows the company's phone number", async () => {
  const order = await seedOrder(server.app);
  await server.app.db.updateTable("companies").set({ phone: "+19195550110" }).execute();
  const code = await server.app.db
    .transaction()
    .execute((trx) => replaceLinkCode({ trx, app: server.app }, order.id));
  const page = await PlainPage.open(new Client(server.url), `/track/${code}`);
  expect(page.links("(919) 555-0110")).toEqual(["tel:+19195550110", "tel:+19195550110"]);
});

test("a signed-out staff member who opens a link returns to that page after signing in", async () => {
  const { email, password } = await seedUser(server.app, ["supervisor"]);
  const client = new Client(server.url);
  const path = "/calendars?tab=worklist&region=Idaho";
  expect((await client.get(path)).location).toBe("/login");
  const login = await client.get("/login");
  expect(login.text).toMatch(/id="tab-staff"[^>]*aria-current="page"/);
  expect((await client.submit("/login?as=staff", { email, password })).location).toBe(path);
  expect((await client.get("/login")).text).not.toContain("data-return");
});

test("a return URL outside the staff pages is ignored after sign-in", async () => {
  const { email, password } = await seedUser(server.app, ["supervisor"]);
  for (const value of ["https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%E0%A4%A"]) {
    const client = new Client(server.url);
    client.cookies.set("return", value);
    const { location } = await client.submit("/login?as=staff", { email, password });
    expect(location).toBe("/supervisordashboard");
  }
});
