import { expect, test } from "vitest";
import { logAudit } from "~/audit/log-audit.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { order } = await seedClinic(app);
const other = await seedOrder(app, { patient_name: "Odalys Quist", patient_id: 777_001 });
const admin = await seedUser(app, ["admin"], { name: "Adele Prescott" });
const client = new Client(url);
await signInStaff(app, client, admin.id);
for (const { brightree_db, patient_id } of [order, other]) {
  await client.get(`/api/order-meta?${new URLSearchParams({ db: brightree_db, pid: String(patient_id) })}`);
}

const viewed = (patientId: number) => `Adele Prescott viewed the order of patient ${patientId}`;

test.each([
  ["patient ID", "777001"],
  ["patient ID as the log writes it", "patient 777001"],
  ["name", "odalys quist"],
])("an admin finds who looked at a patient by the patient's %s", async (_, search) => {
  const page = await (await PlainPage.open(client, "/admin/audit")).press("Search", { search });
  expect(page.text).toContain(viewed(777_001));
  expect(page.text).not.toContain(viewed(order.patient_id));
  const csv = await client.get(`/admin/audit-log.csv?${new URLSearchParams({ search })}`);
  expect(csv.text).toContain(`order.viewed,order ${other.id}`);
  expect(csv.text).not.toContain(`order.viewed,order ${order.id}`);
});

test("an order's page leads an admin, and no one else, to who viewed the patient", async () => {
  const page = await (await PlainPage.open(client, `/orders/${other.id}`)).follow("Who viewed this patient");
  expect(page.text).toContain(viewed(777_001));
  const supervisor = new Client(url);
  await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
  expect((await PlainPage.open(supervisor, `/orders/${other.id}`)).text).not.toContain("Who viewed");
});

test("the log's search for a patient finds what the patient did, and who found the patient in a search", async () => {
  const before = await PlainPage.open(client, `/admin/audit?search=${order.patient_id}`);
  expect(before.text).not.toContain(`Patient ${order.patient_id} `);
  expect(before.text).not.toContain("searched for patients");
  const who = {
    kind: "patient",
    sessionKind: "link",
    sessionId: 0,
    orderId: order.id,
    address: null,
  } as const;
  await app.db
    .transaction()
    .execute((trx) => logAudit({ trx, app, who }, "order.zone-chosen", `order ${order.id}`));
  await client.get(`/search?q=${order.patient_id}`);
  const page = await PlainPage.open(client, `/admin/audit?search=${order.patient_id}`);
  expect(page.text).toContain(`Patient ${order.patient_id} chose the time zone`);
  expect(page.text).toContain("Adele Prescott searched for patients");
  const others = await PlainPage.open(client, "/admin/audit?search=777001");
  expect(others.text).not.toContain("searched for patients");
});
