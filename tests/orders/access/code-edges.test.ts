import { expect, test } from "vitest";
import { day, hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { chanceOf, isBrakeOn, isFactDue } from "~/orders/access/code-guess-odds";
import { generateCode } from "~/orders/access/generate-code.server";
import { makeAccessCode } from "~/orders/access/make-access-code.server";
import { countLiveCodes, listLiveCodes } from "~/orders/access/pending-codes.server";
import { resendCode } from "~/orders/access/send-code.server";
import { findCodeInfo } from "~/orders/api/code-info";
import { GenerateCode } from "~/orders/order-schema";
import { findBrightreePatientLink } from "~/orders/order-system/brightree-patient-link.server";
import { rowsTo, say } from "../../support/http-actions";
import { monday, scratchApp } from "../../support/scratch";
import { seedDatabase, seedOrder } from "../../support/seed";
import { patientOf, staffOf } from "../../support/users";

type App = ReturnType<typeof scratchApp>;
const phone = "+19195550123";
const generate = (app: App, input: object) =>
  generateCode(app, operator, GenerateCode.parse({ brightree_db: "QHMS", patient_id: 12, phone, ...input }));

test("generating a code fills in missing order fields and keeps existing ones", async () => {
  const app = scratchApp();
  const bare = await seedOrder(app, { patient_id: 12, phone: null, email: null, sales_order_no: null });
  const orderOf = (id: number) =>
    app.db
      .selectFrom("orders")
      .select(["phone", "email", "sales_order_no"])
      .where("id", "=", id)
      .executeTakeFirst();
  await generate(app, { phone: "", email: "ana@mail.example" });
  expect(await orderOf(bare.id)).toEqual({ phone: null, email: "ana@mail.example", sales_order_no: null });
  await generate(app, { sales_order_no: "700" });
  const whole = { phone, email: "ana@mail.example", sales_order_no: "700" };
  expect(await orderOf(bare.id)).toEqual(whole);
  await generate(app, { phone: "+19195550199", email: "ben@mail.example" });
  expect(await orderOf(bare.id)).toEqual(whole);
});

test("without an order number, the patient's newest open order is used", async () => {
  const app = scratchApp();
  await seedOrder(app, { patient_id: 12, created_at: monday - 3 * hour });
  const open = await seedOrder(app, { patient_id: 12, created_at: monday - 2 * hour });
  await seedOrder(app, { patient_id: 12, created_at: monday - hour, closed_at: monday });
  expect((await generate(app, {})).orderId).toBe(open.id);
});

test("an unknown order number creates a separate order with its step and the step's time", async () => {
  const app = scratchApp();
  const other = await seedOrder(app, { patient_id: 12 });
  const { orderId } = await generate(app, { sales_order_no: "900", email: "ana@mail.example" });
  expect(orderId).not.toBe(other.id);
  const order = await app.db
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({
    sales_order_no: "900",
    patient_id: 12,
    phone,
    email: "ana@mail.example",
    source_step: 4,
    source_step_at: monday,
    created_at: monday,
    updated_at: monday,
  });
});

test("another patient's order number is rejected with an error on the field", async () => {
  const app = scratchApp();
  const order = await seedOrder(app, { patient_id: 13 });
  const message = "This sales order belongs to another patient.";
  await expect(generate(app, { sales_order_no: order.sales_order_no })).rejects.toMatchObject({
    code: "conflict",
    message,
    fields: { patient_id: [message] },
  });
});

test("a new code ends only the order's older code and expired codes", async () => {
  const app = scratchApp({ ACCESS_CODE_DAYS: "2" });
  const orders = [await seedOrder(app), await seedOrder(app), await seedOrder(app)];
  const issue = (nth: number) =>
    app.db
      .transaction()
      .execute((trx) => makeAccessCode({ trx, app }, orders[nth]?.id ?? 0, { phone, email: null }));
  await issue(0);
  app.clock.advance(day);
  await issue(1);
  await issue(2);
  app.clock.advance(day);
  await issue(1);
  const codes = await app.db
    .selectFrom("access_codes")
    .select(["order_id", "ended_at", "expires_at"])
    .orderBy("id")
    .execute();
  expect(codes.map(({ ended_at, expires_at }) => [ended_at, expires_at])).toEqual([
    [monday + 2 * day, monday + 2 * day],
    [monday + 2 * day, monday + 3 * day],
    [null, monday + 3 * day],
    [null, monday + 4 * day],
  ]);
});

test("a code that is live or still in its grace period is not issued to another order", async () => {
  const app = scratchApp();
  // With this lookup hash, all even codes are equal and all odd codes are equal.
  const secrets = { ...app.secrets, lookup: (_: string, code: string) => `${Number(code) % 2}` };
  const [ana, ben] = [await seedOrder(app), await seedOrder(app)];
  const issue = ({ id }: { id: number }) =>
    app.db
      .transaction()
      .execute((trx) => makeAccessCode({ trx, app: { ...app, secrets } }, id, { phone, email: null }));
  const { id, code } = await issue(ana);
  const issuedToBen = async () => {
    const hashes = new Set<string>();
    for (let nth = 0; nth < 20; nth++) hashes.add(secrets.lookup("", (await issue(ben)).code));
    return hashes.size;
  };
  expect(await issuedToBen()).toBe(1);
  const used = { used_at: monday, ended_at: monday };
  await app.db.updateTable("access_codes").set(used).where("id", "=", id).execute();
  app.clock.advance(15 * minute - 1);
  expect(await issuedToBen()).toBe(1);
  expect(secrets.lookup("", (await issue(ben)).code)).not.toBe(secrets.lookup("", code));
  app.clock.advance(1);
  expect(await issuedToBen()).toBe(2);
});

test("the list of codes ends after the last page, and the count is per database", async () => {
  const app = scratchApp();
  await seedDatabase(app);
  await seedDatabase(app, "OTHR");
  for (const brightree_db of ["QHMS", "QHMS", "OTHR"]) {
    const order = await seedOrder(app, { brightree_db });
    await generate(app, { brightree_db, patient_id: order.patient_id, sales_order_no: order.sales_order_no });
  }
  const page = (limit: number, over: object = {}) =>
    listLiveCodes(app, { limit, db: undefined, cursor: undefined, ...over });
  expect((await page(3)).next).toBeNull();
  expect((await page(3)).rows.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(await page(2)).toMatchObject({
    rows: [{ id: 3, created_at: iso(monday), phone }, { id: 2 }],
    next: 2,
  });
  expect((await page(2)).rows).toHaveLength(2);
  expect(await page(2, { cursor: 2 })).toMatchObject({ rows: [{ id: 1 }], next: null });
  expect((await page(9, { db: "OTHR" })).rows.map(({ brightree_db }) => brightree_db)).toEqual(["OTHR"]);
  expect(await page(1, { db: "NONE" })).toEqual({ rows: [], next: null });
  expect([await countLiveCodes(app, undefined), await countLiveCodes(app, "QHMS")]).toEqual([3, 2]);
  app.clock.advance(7 * day);
  expect(await countLiveCodes(app, undefined)).toBe(0);
});

test("a code for a number that texted STOP is not sent unless there is an email address", async () => {
  const app = scratchApp();
  const order = await seedOrder(app, { patient_id: 12, email: null });
  const { id } = await generate(app, {});
  await say(app, phone, "STOP");
  const message = "This number has opted out of texts. Add an email address to send the code to.";
  await expect(resendCode(app, operator, { id })).rejects.toMatchObject({
    code: "conflict",
    message,
  });
  await expect(generate(app, {})).rejects.toThrow(message);
  await app.db.updateTable("orders").set({ email: "ana@mail.example" }).where("id", "=", order.id).execute();
  await resendCode(app, operator, { id });
  expect(await rowsTo(app, "ana@mail.example")).toHaveLength(1);
});

test("an email-only code is not texted, and a text-only code is not emailed", async () => {
  const app = scratchApp();
  await seedOrder(app, { patient_id: 12, phone: "+19195550124", email: "ana@mail.example" });
  await generate(app, { phone: "", email: "ben@mail.example" });
  expect(await rowsTo(app, "+19195550124")).toEqual([]);
  expect(await rowsTo(app, "ben@mail.example")).toHaveLength(1);
  await generate(app, {});
  expect(await rowsTo(app, "ana@mail.example")).toEqual([]);
  const kept = await app.db.selectFrom("outbox_instead").select("recipient").execute();
  expect(kept).toEqual([{ recipient: "ana@mail.example" }]);
  await generate(app, { email: "ben@mail.example" });
  expect(await app.db.selectFrom("outbox_instead").select("recipient").execute()).toHaveLength(1);
});

test("code-info returns the database of the patient's newest order to authorized users", async () => {
  const app = scratchApp();
  await seedDatabase(app, "OTHR");
  await seedOrder(app, { patient_id: 12, brightree_db: "OTHR", created_at: monday - hour });
  const newest = await seedOrder(app, { patient_id: 12, created_at: monday });
  expect(await findCodeInfo(app.db, staffOf(), 12)).toEqual({ brightree_db: "QHMS" });
  expect(await findCodeInfo(app.db, patientOf(newest.id), 12)).toEqual({ brightree_db: "QHMS" });
  await expect(findCodeInfo(app.db, staffOf(), 13)).rejects.toMatchObject({ code: "missing" });
});

test("the link to the order system follows its template, and is left out without an organization code", async () => {
  const app = scratchApp();
  const order = await seedOrder(app, { patient_id: 12 });
  const link = () => findBrightreePatientLink(app.db, staffOf(), { db: "QHMS", patient_id: 12 });
  const settings = (values: object) =>
    app.db
      .insertInto("order_systems")
      .values({ database_name: "QHMS", kind: "local", ...values })
      .onConflict((conflict) => conflict.column("database_name").doUpdateSet(values))
      .execute();
  expect(await link()).toEqual({ needs_org: true, patient_url: null, sso_url: null });
  await settings({ bt_org: "4711", sso_url: "https://sso.example" });
  expect(await link()).toEqual({
    needs_org: false,
    patient_url: "https://brightree.net/F1/4711/QHMS/Patient/frmPatientPersonalRO.aspx?PatientKey=12&Edit=0",
    sso_url: "https://sso.example",
  });
  await settings({
    bt_org: null,
    bt_env: "F9",
    link_template: "https://orders.example/{env}/{db}/{patient_id}{other}",
  });
  expect(await link()).toMatchObject({ needs_org: false, patient_url: "https://orders.example/F9/QHMS/12" });
  await expect(
    findBrightreePatientLink(app.db, patientOf(order.id + 1), { db: "QHMS", patient_id: 12 }),
  ).rejects.toMatchObject({
    code: "missing",
  });
});

test("the second fact and the guessing limit apply to the guess that would exceed the bound, not the one that reaches it", () => {
  expect(isFactDue({ live: 10, wrong: 100, spent: 0 })).toBe(false);
  expect(isFactDue({ live: 10, wrong: 101, spent: 0 })).toBe(true);
  const chance = chanceOf({ live: 1, wrong: 0, spent: 0 }, false);
  expect(isFactDue({ live: 1, wrong: 0, spent: 9_000_000 - chance })).toBe(false);
  expect(isFactDue({ live: 1, wrong: 0, spent: 9_000_001 - chance })).toBe(true);
  const slight = chanceOf({ live: 1, wrong: 0, spent: 0 }, true);
  expect(isBrakeOn({ live: 1, wrong: 0, spent: 9_900_000 - slight })).toBe(false);
  expect(isBrakeOn({ live: 1, wrong: 0, spent: 9_900_001 - slight })).toBe(true);
});
