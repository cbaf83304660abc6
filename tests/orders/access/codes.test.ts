import { expect, test } from "vitest";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { day, hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { findOrderByLink } from "~/orders/access/link-code.server";
import { listLiveCodes } from "~/orders/access/pending-codes.server";
import { revokeAccess } from "~/orders/access/revoke-access.server";
import { resendCode } from "~/orders/access/send-code.server";
import { GenerateCode } from "~/orders/order-schema";
import { auditLogOf } from "../../support/acts";
import { scratchApp } from "../../support/scratch";
import { seedDatabase, seedOrder } from "../../support/seed";

const app = scratchApp();
await seedDatabase(app, "QHMS");

const ask = (input: Record<string, unknown>) =>
  generateCode(
    app,
    operator,
    GenerateCode.parse({ brightree_db: "QHMS", phone: "(919) 555-0177", ...input }),
  );
const outboxOf = (orderId: number) =>
  app.db.selectFrom("outbox").selectAll().where("order_id", "=", orderId).orderBy("id").execute();
const bodyOf = (notice: { body_sealed: string }) => app.secrets.open(notice.body_sealed);
const orderOf = (id: number) =>
  app.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const live = (overrides = {}) =>
  listLiveCodes(app as App, { limit: 200, db: undefined, cursor: undefined, ...overrides });

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof Refusal)) throw new Error("The call was not rejected.");
  return error;
}

test("a code for a patient without an order creates the order in step 5", async () => {
  const sent = await ask({ patient_id: 9001, email: "Ann@Example.com", sales_order_no: 12345 });
  const order = await orderOf(sent.orderId);
  expect(order).toMatchObject({
    patient_id: 9001,
    sales_order_no: "12345",
    phone: "+19195550177",
    email: "ann@example.com",
    step: 5,
  });
  const steps = await app.db
    .selectFrom("order_steps")
    .select("step")
    .where("order_id", "=", order.id)
    .execute();
  expect(steps.map((row) => row.step)).toEqual([4, 5]);
});

test("the code and both links are sent by text and email without health information", async () => {
  const sent = await ask({ patient_id: 9002, email: "bo@example.com" });
  const notices = await outboxOf(sent.orderId);
  expect(notices.map((notice) => [notice.channel, notice.recipient])).toEqual([
    ["sms", "+19195550177"],
    ["email", "bo@example.com"],
  ]);
  for (const notice of notices) {
    const body = bodyOf(notice);
    expect(body).toContain(sent.code);
    expect(body).toContain(`/schedule/${sent.link}`);
    expect(body).toContain(`/track/${sent.link}`);
    expect(`${notice.subject} ${body}`).not.toMatch(
      /cpap|apnea|sleep|therapy|insur|reply (cancel|end|quit)/i,
    );
  }
});

test("the database contains only hashes and encrypted copies of codes", async () => {
  const sent = await ask({ patient_id: 9003 });
  const code = await app.db
    .selectFrom("access_codes")
    .selectAll()
    .where("id", "=", sent.id)
    .executeTakeFirstOrThrow();
  const link = await app.db
    .selectFrom("link_codes")
    .selectAll()
    .where("order_id", "=", sent.orderId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify([code, link])).not.toContain(sent.link);
  expect([code.code_hash, code.code_sealed]).not.toContain(sent.code);
  expect(sent.link).toMatch(/^[a-z2-9]{20}$/);
  expect(sent.code).toMatch(/^\d{6}$/);
});

test("a new code ends the older one and keeps the link", async () => {
  const first = await ask({ patient_id: 9004 });
  const second = await ask({ patient_id: 9004 });
  expect(second.orderId).toBe(first.orderId);
  expect(second.link).toBe(first.link);
  const ids = (await live()).rows.map((row) => row.id);
  expect(ids).toContain(second.id);
  expect(ids).not.toContain(first.id);
});

test("a code belongs to the given order, never to another patient's order", async () => {
  const order = await seedOrder(app, { patient_id: 9005, sales_order_no: "77" });
  const newer = await seedOrder(app, { patient_id: 9005, sales_order_no: "78" });
  expect((await ask({ patient_id: 9005, sales_order_no: "77" })).orderId).toBe(order.id);
  expect((await ask({ patient_id: 9005 })).orderId).toBe(newer.id);
  expect((await refusalOf(ask({ patient_id: 9006, sales_order_no: "77" }))).code).toBe("conflict");
});

test("an order created without a number gets its number later", async () => {
  const first = await ask({ patient_id: 9007 });
  const second = await ask({ patient_id: 9007, sales_order_no: "0099" });
  expect(second.orderId).toBe(first.orderId);
  expect((await orderOf(first.orderId)).sales_order_no).toBe("0099");
});

test("an unknown database is rejected and nothing is saved", async () => {
  const before = await app.db.selectFrom("orders").select("id").execute();
  const refusal = await refusalOf(ask({ patient_id: 9008, brightree_db: "NOPE" }));
  expect(refusal.fields).toHaveProperty("brightree_db");
  expect(await app.db.selectFrom("orders").select("id").execute()).toEqual(before);
});

test.each([
  [{ patient_id: 1, brightree_db: "QHMS", phone: "", email: "" }, "phone"],
  [{ patient_id: 1, brightree_db: "QHMS", phone: "555" }, "phone"],
  [{ patient_id: 1, brightree_db: "QHMS", email: "nobody" }, "email"],
  [{ patient_id: 0, brightree_db: "QHMS", phone: "9195550177" }, "patient_id"],
  [{ patient_id: "12x", brightree_db: "QHMS", phone: "9195550177" }, "patient_id"],
  [{ patient_id: null, brightree_db: "QHMS", phone: "9195550177" }, "patient_id"],
  [{ patient_id: 1, brightree_db: " ", phone: "9195550177" }, "brightree_db"],
  [{ patient_id: 1, brightree_db: "Q\u0000", phone: "9195550177" }, "brightree_db"],
])("%o is rejected because of %s", (input, field) => {
  const parsed = GenerateCode.safeParse(input);
  expect(parsed.error?.issues.map((issue) => issue.path[0])).toContain(field);
});

test("empty fields of the Manual Add form count as missing", () => {
  const parsed = GenerateCode.parse({
    patient_id: "12",
    brightree_db: "QHMS",
    phone: "+19195550177",
    email: "",
    sales_order_no: 0,
  });
  expect(parsed).toEqual({ patient_id: 12, brightree_db: "QHMS", phone: "+19195550177" });
});

test("resending a live code sends the same code", async () => {
  const sent = await ask({ patient_id: 9010 });
  const again = await resendCode(app, operator, { id: sent.id });
  expect(again).toEqual(sent);
  expect(await outboxOf(sent.orderId)).toHaveLength(2);
});

test("a resent code states the time that is left, in texts and emails, and moves to the new Sent time", async () => {
  const sent = await ask({ patient_id: 9071, email: "left@example.com" });
  const [firstText] = await outboxOf(sent.orderId);
  expect(firstText && bodyOf(firstText)).not.toMatch(/expires|days/);
  const madeAt = app.clock.now();
  const life = app.config.accessCodeDays * day;
  const resendWith = async (left: number) => {
    app.clock.set(madeAt + life - left);
    await resendCode(app, operator, { id: sent.id });
    return (await outboxOf(sent.orderId)).slice(-2).map(bodyOf);
  };
  for (const [left, inText, inEmail] of [
    [3 * day + hour, `${sent.code} at `, "It expires in 3 days."],
    [12 * hour + minute, `${sent.code} (expires in 12 hours) at `, "It expires in 12 hours."],
    [hour, `${sent.code} (expires in 1 hour) at `, "It expires in 1 hour."],
    [40 * minute, `${sent.code} (expires in 40 minutes) at `, "It expires in 40 minutes."],
  ] as const) {
    const [text, email] = await resendWith(left);
    expect(text).toContain(inText);
    expect(email).toContain(inEmail);
  }
  const row = (await live()).rows.find(({ id }) => id === sent.id);
  expect(row).toMatchObject({ created_at: iso(madeAt), sent_at: iso(app.clock.now()) });
  app.clock.set(madeAt);
});

test("resending an expired code sends a new one to the same contact", async () => {
  const sent = await ask({ patient_id: 9011 });
  app.clock.advance(7 * day);
  expect((await live()).rows.map((row) => row.id)).not.toContain(sent.id);
  const again = await resendCode(app, operator, { id: sent.id });
  expect(again.id).not.toBe(sent.id);
  const row = (await live()).rows.find((code) => code.id === again.id);
  expect(row).toMatchObject({
    code: again.code,
    phone: "+19195550177",
    patient_id: 9011,
    brightree_db: "QHMS",
  });
  expect(row?.created_at).toBe(new Date(app.clock.now()).toISOString());
});

test("an unknown code can't be resent", async () => {
  expect((await refusalOf(resendCode(app, operator, { id: 999_999 }))).code).toBe("missing");
});

test("an opted-out number gets no text; the email on file is used instead", async () => {
  await app.db
    .insertInto("consents")
    .values({ phone: "+19195550188", given: 0, source: "keyword", created_at: app.clock.now() })
    .execute();
  await seedOrder(app, { patient_id: 9012, sales_order_no: "90", email: "cy@example.com" });
  const sent = await ask({ patient_id: 9012, phone: "919-555-0188" });
  expect((await outboxOf(sent.orderId)).map((notice) => notice.recipient)).toEqual(["cy@example.com"]);
  expect((await refusalOf(ask({ patient_id: 9013, phone: "919-555-0188" }))).code).toBe("conflict");
});

test("revoking access disables the code and the link and resets the step", async () => {
  const sent = await ask({ patient_id: 9014 });
  await revokeAccess(app, operator, { patient_id: 9014, brightree_db: "QHMS" });
  expect((await live()).rows.map((row) => row.id)).not.toContain(sent.id);
  expect(await findOrderByLink(app.db, app, sent.link)).toBeNull();
  expect((await orderOf(sent.orderId)).step).toBe(4);
  const none = revokeAccess(app, operator, { patient_id: 1, brightree_db: "QHMS" });
  expect((await refusalOf(none)).code).toBe("missing");
});

test("the list is paged, newest first, for one database", async () => {
  await seedDatabase(app, "OTHER");
  for (let patient = 1; patient <= 5; patient++) {
    app.clock.advance(minute);
    await ask({ patient_id: patient, brightree_db: "OTHER" });
  }
  const first = await live({ db: "OTHER", limit: 3 });
  const second = await live({ db: "OTHER", limit: 3, cursor: first.next ?? undefined });
  expect([...first.rows, ...second.rows].map((row) => row.patient_id)).toEqual([5, 4, 3, 2, 1]);
  expect(second.next).toBeNull();
});

test("the audit log records every action without the code", async () => {
  const sent = await ask({ patient_id: 9015 });
  const rows = await auditLogOf(app, { subject: `order ${sent.orderId}` });
  expect(rows.map((row) => row.action)).toEqual(["code.generated"]);
  expect(JSON.stringify(rows)).not.toContain(sent.code);
});
