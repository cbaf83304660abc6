import { expect, test } from "vitest";
import { Client } from "../support/client";
import { seedClinic, seedCompany, seedUser, signInPatient, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
await seedCompany(app, "Blue Ridge Home Care");
const admin = new Client(url);
await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);

test("an admin can save the company's phone number and support hours on the Company page", async () => {
  const page = (await admin.get("/admin/company")).text;
  const version = /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";
  const reply = await admin.submit("/admin/company", {
    company: "Blue Ridge Home Care",
    version,
    name: "Blue Ridge Home Care",
    phone: "919-555-0110",
    support_hours: "Weekdays, 8 AM to 5 PM",
  });
  expect([reply.status, reply.location]).toEqual([303, "/admin/company?company=Blue%20Ridge%20Home%20Care"]);
  expect((await admin.get("/api/company")).json).toMatchObject({
    name: "Blue Ridge Home Care",
    phone: "+19195550110",
    support_hours: "Weekdays, 8 AM to 5 PM",
  });
});

test("the sign-in page shows the phone number of the only company", async () => {
  const page = (await new Client(url).get("/login")).text;
  expect(page).toContain("Need help? Call Blue Ridge Home Care at");
  expect(page).toContain('href="tel:+19195550110"');
});

test("an invalid phone number is refused with an error on that field, and nothing changes", async () => {
  const before = (await admin.get("/api/company")).json;
  const reply = await admin.patch("/api/company", { phone: "12", support_hours: "Weekdays" });
  expect(reply.status).toBe(422);
  expect(reply.json.fields.phone).toEqual(["Enter a 10-digit US phone number."]);
  expect((await admin.get("/api/company")).json).toEqual(before);
});

test("an empty field clears the saved value, and an omitted field stays unchanged", async () => {
  const reply = await admin.patch("/api/company", { support_hours: "" });
  expect(reply.json).toMatchObject({ support_hours: null, phone: "+19195550110" });
});

test("an edit based on an older version is refused", async () => {
  const { version } = (await admin.get("/api/company")).json;
  await admin.patch("/api/company", { support_hours: "Monday to Friday", version });
  const reply = await admin.patch("/api/company", { support_hours: "Weekends", version });
  expect(reply.status).toBe(409);
  expect((await admin.get("/api/company")).json.support_hours).toBe("Monday to Friday");
});

test("a supervisor can read the company profile but can't change it", async () => {
  const supervisor = await staffClient({ app, url }, "supervisor");
  expect((await supervisor.get("/api/company")).status).toBe(200);
  expect((await supervisor.patch("/api/company", { phone: "" })).status).toBe(403);
  expect((await supervisor.get("/admin/company")).status).toBe(302);
});

test("Health lists the companies without a phone number for patients", async () => {
  await admin.patch("/api/company", { phone: "" });
  const page = (await admin.get("/admin/health")).text;
  expect(page).toContain("No phone number for patients to call: Blue Ridge Home Care.");
});

test("a patient sees the company's phone number on every page, but not in a query session", async () => {
  const { order } = await seedClinic(app);
  await seedCompany(app, "Quiet Harbor");
  await app.db.updateTable("companies").set({ phone: "+18005550199" }).execute();
  const number = 'href="tel:+18005550199"';
  const patient = new Client(url);
  await signInPatient(app, patient, order.id, "link");
  for (const path of ["/", "/schedule", "/my-visit", "/track"]) {
    expect([path, (await patient.get(path)).text.includes(number)]).toEqual([path, true]);
  }
  const byQuery = new Client(url);
  await signInPatient(app, byQuery, order.id, "query");
  expect((await byQuery.get("/schedule")).text).not.toContain("tel:");
});

test("with several companies, the API requires a company name", async () => {
  await seedCompany(app, "Another Company");
  expect((await admin.get("/api/company")).status).toBe(422);
  expect((await admin.get("/api/company?company=Another%20Company")).json.name).toBe("Another Company");
  expect((await admin.get("/api/company?company=Unknown")).status).toBe(404);
});

test("without a known company, the sign-in page lists up to four companies to call", async () => {
  const page = async () => (await new Client(url).get("/login")).text;
  await app.db.updateTable("companies").set({ phone: null }).execute();
  for (const name of ["Tidewater Sleep", "Upland Sleep", "Valley Sleep", "West Sleep"]) {
    await seedCompany(app, name);
  }
  expect(await page()).toMatch(/Tidewater Sleep at <a class="phone"[^>]* href="tel:\+19195550100"/);
  await seedCompany(app, "York Sleep");
  expect(await page()).not.toContain("Tidewater Sleep");
});
