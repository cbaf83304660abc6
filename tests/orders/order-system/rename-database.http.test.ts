import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { auditLogOf } from "../../support/acts";
import { Client } from "../../support/client";
import {
  morningStarts,
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  staffClient,
} from "../../support/seed";
import { startServer } from "../../support/server";

const { url, app } = await startServer();
await seedDatabase(app, "QHMS");
await seedDatabase(app, "OTHER");
const therapist = await seedTherapist(app);
await seedSlots(app, therapist, morningStarts(app));
const order = await seedOrder(app, { brightree_db: "QHMS" });
const admin = await staffClient({ app, url }, "admin");
const sent = await generateCode(app, operator, {
  patient_id: order.patient_id,
  brightree_db: "QHMS",
  phone: "+19195550177",
});
await admin.submit("/admin/databases/QHMS", {
  kind: "local",
  zone: "America/Chicago",
  bt_env: "F1",
  bt_org: "02873",
});

const rename = (from: string, to: string) =>
  admin.submit(`/admin/databases/${from}/rename`, { new_name: to });

test("a name that is taken, empty, or unchanged is rejected, and an unknown database returns 404", async () => {
  for (const [name, sentence] of [
    ["OTHER", "already exists"],
    ["QHMS", "The database already has this name."],
    [" ", "Enter the database."],
  ] as const) {
    const reply = await rename("QHMS", name);
    expect([reply.status, reply.text.includes(sentence)]).toEqual([422, true]);
  }
  expect((await rename("NOWHERE", "SOMEWHERE")).status).toBe(404);
});

test("orders, codes, links, conversations, and settings keep working under a database's new name", async () => {
  const history = () =>
    app.reads.selectFrom("order_steps").selectAll().where("order_id", "=", order.id).execute();
  const before = await history();
  const reply = await rename("QHMS", "QHMS-2");
  expect([reply.status, reply.location]).toEqual([303, "/admin/databases/QHMS-2"]);

  const tracked = await new Client(url).get(`/api/shortlink/timeline/${sent.link}`);
  expect(tracked.json).toMatchObject({ ok: true, brightree_db: "QHMS-2" });
  expect(await history()).toEqual(before);

  const patient = new Client(url);
  const entry = await patient.post("/api/validate-code", { code: sent.code });
  expect(entry.json).toMatchObject({ success: true, brightree_db: "QHMS-2" });
  const [slot] = (await patient.get("/api/availability")).json;
  const booked = await patient.post("/api/schedule-appointment", {
    patient_id: order.patient_id,
    brightree_db: "QHMS-2",
    therapist: slot.therapist,
    datetime: slot.start,
    sms_consent: true,
  });
  expect(booked.status).toBe(201);

  const conversations = await app.reads.selectFrom("threads").select("brightree_db").distinct().execute();
  expect(conversations).toEqual([{ brightree_db: "QHMS-2" }]);
  const page = await admin.get("/admin/databases/QHMS-2");
  expect(page.text).toContain("02873");
  expect((await admin.get("/admin/databases/QHMS")).status).toBe(404);
  const { json } = await admin.get("/api/kpi/step-counts?db=QHMS-2");
  expect(json.counts["6"]).toBe(1);
});

test("imports must use the database's new name", async () => {
  const put = (brightree_db: string) =>
    admin.put("/api/orders", {
      orders: [
        { brightree_db, patient_id: order.patient_id, sales_order_no: order.sales_order_no, state: "NC" },
      ],
    });
  expect((await put("QHMS-2")).json).toMatchObject({ inserted: 0, unchanged: 1, errors: [] });
  expect((await put("QHMS")).json.errors).toMatchObject([{ field: "brightree_db" }]);
});

test("the audit log records the rename under the new name", async () => {
  const entries = await auditLogOf(app, { action: "database.renamed" });
  expect(entries).toMatchObject([
    { subject: "database QHMS-2", details: JSON.stringify({ from: "QHMS", to: "QHMS-2" }) },
  ]);
});
