import { expect, test } from "vitest";
import { orderRow, readOrderRow } from "~/orders/order-row";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedUser, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const { order, therapist } = await seedClinic(app);
const admin = await staffClient(server, "admin");
const { company_id } = await app.reads
  .selectFrom("databases")
  .select("company_id")
  .where("name", "=", order.brightree_db)
  .executeTakeFirstOrThrow();

const openSettings = () => PlainPage.open(admin, `/therapists/${therapist.id}/edit`);
const areas = () =>
  app.reads.selectFrom("therapists").select("zip_prefixes").where("id", "=", therapist.id).executeTakeFirst();

test("a therapist's postal areas are asked for only where there are home visits, and are normalized", async () => {
  expect((await openSettings()).values("zip_prefixes")).toEqual([]);
  expect((await PlainPage.open(admin, "/new-appointment/order")).values("zip")).toEqual([]);
  await app.db
    .insertInto("visit_kinds")
    .values({ company_id, name: "Setup at home", name_es: "En su casa", mode: "home" })
    .execute();
  const saved = await (await openSettings()).press("Save", { zip_prefixes: "606 60714; k1a" });
  expect(saved.values("zip_prefixes")).toEqual(["606, 60714, K1A"]);
  expect(await areas()).toEqual({ zip_prefixes: '["606","60714","K1A"]' });
  const refused = await saved.press("Save", { zip_prefixes: "606, Peoria" });
  expect(refused.text).toContain("Enter the first digits of ZIP codes, like 606, 60714");
  expect(refused.values("zip_prefixes")).toEqual(["606, Peoria"]);
  await (await openSettings()).press("Save", { zip_prefixes: "" });
  expect(await areas()).toEqual({ zip_prefixes: null });
});

const put = async (patient_id: number, zip: unknown) =>
  admin.send("/api/orders", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      orders: [{ brightree_db: order.brightree_db, patient_id, sales_order_no: String(patient_id), zip }],
    }),
  });
const zipOf = async (patient_id: number) =>
  (await app.reads.selectFrom("orders").select("zip").where("patient_id", "=", patient_id).executeTakeFirst())
    ?.zip;

function readOne(fields: Record<string, unknown>) {
  const required = { brightree_db: order.brightree_db, patient_id: 71005, sales_order_no: "71005" };
  const read = readOrderRow(orderRow(app.clock.now()), { ...required, ...fields });
  return { order: "order" in read ? read.order : null, problems: read.problems };
}

test("imported orders keep the five digits of a ZIP code, and a wrong one is only a problem of its field", async () => {
  await put(71001, "60601-1234");
  await put(71002, 2138);
  await put(71003, "k1a 0b1");
  expect([await zipOf(71001), await zipOf(71002), await zipOf(71003)]).toEqual(["60601", "02138", "K1A0B1"]);
  const refused = await put(71004, "Peoria");
  expect(refused.text).toContain("Enter a ZIP code like 60601");
  const { order: read, problems } = readOne({ zip: "Peoria", state: "IL" });
  expect([read?.state, read?.zip, problems.map(({ field }) => field)]).toEqual(["IL", undefined, ["zip"]]);
});

test("staff enter the ZIP code of a new order, and a wrong one is refused in words", async () => {
  const form = await PlainPage.open(admin, "/new-appointment/order");
  const fields = {
    brightree_db: order.brightree_db,
    patient_id: "71010",
    patient_name: "Ruth Avery",
    phone: "919-555-0142",
    dob: "4/12/1956",
  };
  const refused = await form.press("Create order", { ...fields, zip: "12" });
  expect(refused.text).toContain("Enter a ZIP code like 60601");
  await refused.press("Create order", { zip: "27601-0001" });
  expect(await zipOf(71010)).toBe("27601");
});

test("staff change an order's ZIP code on its sheet, and the log doesn't keep it", async () => {
  const sheet = await PlainPage.open(admin, `/orders/${order.id}`);
  expect(sheet.facts["ZIP code"]).toContain("Not Provided");
  const form = await sheet.follow("Add…");
  const refused = await form.press("Save", { zip: "Peoria" });
  expect(refused.text).toContain("Enter a ZIP code like 60601");
  expect(refused.values("zip")).toEqual(["Peoria"]);
  const saved = await form.press("Save", { zip: "61602-1234" });
  expect(saved.path).toBe(`/orders/${order.id}`);
  expect(saved.text).toContain("ZIP code saved");
  expect(saved.facts["ZIP code"]).toContain("61602");
  expect(saved.text).toContain("ZIP code changed");
  const log = await app.reads
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "=", "order.zip-changed")
    .execute();
  expect(log).toHaveLength(1);
  expect(JSON.stringify(log)).not.toContain("61602");
});

test("therapists change their own languages and postal areas, and the API lists the areas", async () => {
  const user = await seedUser(app, ["therapist"], { name: "Own Settings" });
  await app.db.updateTable("therapists").set({ user_id: user.id }).where("id", "=", therapist.id).execute();
  const own = new Client(server.url);
  await signInStaff(app, own, user.id);
  const page = await (await PlainPage.open(own, "/account")).follow("Languages and areas");
  const saved = await page.press("Save", { languages: ["es"], zip_prefixes: "606, 60714" });
  expect(saved.text).toContain("Saved.");
  expect(saved.values("zip_prefixes")).toEqual(["606, 60714"]);
  expect((await own.get("/api/therapists")).json).toMatchObject([
    { id: therapist.id, languages: ["es"], zip_prefixes: ["606", "60714"] },
  ]);
  const changed = await admin.patch(`/api/admin/therapists/${therapist.id}`, { zip_prefixes: "" });
  expect(changed.json).not.toHaveProperty("zip_prefixes");
  expect((await PlainPage.open(admin, "/account/therapist")).status).toBe(404);
});
