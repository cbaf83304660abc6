import { expect, test } from "vitest";
import { auditLogOf } from "../../support/acts";
import { Client } from "../../support/client";
import { freePort } from "../../support/free-port";
import { seedDatabase, staffClient } from "../../support/seed";
import { startServer } from "../../support/server";
import { simulatedClinic } from "../../support/simulated-clinic";

const { url, app } = await startServer();
const simulator = await simulatedClinic();
await seedDatabase(app);
const admin = await staffClient({ app, url }, "admin");

const page = "/admin/databases/QHMS";
const settings = (more: Record<string, string> = {}) => ({
  ...simulator.settings,
  bt_env: "F1",
  bt_org: "",
  link_template: "",
  sso_url: "",
  ...more,
});
const saved = () =>
  app.db.selectFrom("order_systems").selectAll().where("database_name", "=", "QHMS").executeTakeFirst();

test("only admins can set up databases", async () => {
  const supervisor = await staffClient({ app, url }, "supervisor");
  for (const client of [new Client(url), supervisor]) {
    for (const path of ["/admin/databases", page, `${page}/test`, `${page}/order-states`]) {
      expect((await client.get(path)).location).toBe("/login");
      expect((await client.submit(path, settings())).location).toBe("/login");
    }
  }
  expect(await saved()).toBeUndefined();
  expect((await admin.get("/admin/databases/NOWHERE")).status).toBe(404);
});

test("a database is added with its company only once", async () => {
  const added = await admin.submit("/admin/databases", { name: "A/B & C", company: "North Home Care" });
  expect([added.status, added.location]).toEqual([303, "/admin/databases/A%2FB%20%26%20C"]);
  expect((await admin.get("/admin/databases/A%2FB%20%26%20C")).status).toBe(200);
  expect((await admin.get("/admin/databases")).text).toContain("North Home Care");
  const again = await admin.submit("/admin/databases", { name: "A/B & C", company: "Another" });
  expect([again.status, again.text.includes("already exists")]).toEqual([422, true]);
});

test("settings are stored encrypted, and the password is never shown again", async () => {
  const reply = await admin.submit(page, settings({ bt_org: "02873" }));
  expect([reply.status, reply.location]).toEqual([303, page]);
  expect((await admin.get(page)).text).toContain("Settings saved");
  const row = await saved();
  expect(JSON.stringify(row)).not.toContain("secret");
  expect([row?.kind, row?.bt_org]).toEqual(["brightree", "02873"]);
  const editPage = await admin.get(page);
  expect(editPage.text).toContain(simulator.userName);
  expect(editPage.text).not.toContain("a password");
  const logged = await auditLogOf(app);
  expect(JSON.stringify(logged)).not.toContain("a password");
});

test("an empty password keeps the saved one, unless the host changes", async () => {
  expect((await admin.submit(page, settings({ password: "", bt_env: "F2" }))).status).toBe(303);
  const tested = await admin.submit(`${page}/test`, {});
  expect(tested.text).toContain("The connection works.");
  const moved = await admin.submit(
    page,
    settings({ password: "", orders_url: "https://other.example/x.svc" }),
  );
  expect([moved.status, moved.text.includes("Enter the password again.")]).toEqual([422, true]);
});

test.each([
  ["orders_url", "http://webservices.example/x.svc", "starts with https://"],
  ["orders_url", "https://user:word@webservices.example/x.svc", "starts with https://"],
  ["orders_url", "https://10.1.2.3/x.svc", "or a private network"],
  ["patients_url", "https://[::ffff:169.254.169.254]/latest", "or a private network"],
  ["reference_url", "https://LOCALHOST./x.svc", "or a private network"],
  ["bt_org", "28", "Enter the 3 to 6 digits"],
  ["link_template", "https://brightree.example/{org}", "Include {patient_id} where"],
  ["link_template", "https://brightree.example/{patient_id}{ssn}", "Use only {env}"],
  ["link_template", "javascript:alert({patient_id})", "starts with https://"],
  ["sso_url", "javascript:alert(1)", "starts with https://"],
  ["zone", "Mars/Olympus", "Enter a time zone"],
  ["user_name", "", "Enter the user name"],
])("a %s of '%s' is refused", async (field, value, sentence) => {
  const reply = await admin.submit(page, settings({ [field]: value }));
  expect([reply.status, reply.text.includes(sentence)]).toEqual([422, true]);
});

test("a connection test describes each problem", async () => {
  const port = await freePort();
  const runTest = async (more: Record<string, string>) => {
    await admin.submit(page, settings(more));
    return (await admin.submit(`${page}/test`, {})).text.replaceAll("&#x27;", "'");
  };
  expect(await runTest({ password: "wrong" })).toContain("rejected the user name or password");
  expect(await runTest({ patients_url: simulator.services.patientsUrl.toUpperCase() })).toContain(
    "The path is case-sensitive.",
  );
  expect(await runTest({ orders_url: `http://127.0.0.1:${port}/x.svc` })).toContain(
    "The connection was refused.",
  );
  expect(await runTest({})).toContain("3 states were found.");
});

test("an admin assigns a step to each order state", async () => {
  const form = await admin.get(`${page}/order-states`);
  for (const state of simulator.states) expect(form.text).toContain(state);
  const body = new URLSearchParams([
    ["state", "10 - Intake"],
    ["step", "1"],
    ["state", "23 - Scheduling"],
    ["step", "4"],
    ["state", ""],
    ["step", ""],
    ["state", "99 - By hand"],
    ["step", "3"],
  ]).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const reply = await admin.send(`${page}/order-states`, { method: "POST", body, headers });
  expect(reply.status).toBe(303);
  const rows = await app.db
    .selectFrom("worklist_states")
    .select(["state", "step"])
    .orderBy("state")
    .execute();
  expect(rows).toEqual([
    { state: "10 - Intake", step: 1 },
    { state: "20 - Pre-Auth", step: null },
    { state: "23 - Scheduling", step: 4 },
    { state: "99 - By hand", step: 3 },
  ]);
  const uneven = await admin.send(`${page}/order-states`, {
    method: "POST",
    body: "state=a&step=1&step=2",
    headers,
  });
  expect(uneven.status).toBe(422);
});
