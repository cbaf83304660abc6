import { expect, test } from "vitest";
import { signInCodeNotices } from "~/accounts/account-notices";
import { operator } from "~/core/who";
import { findConsent } from "~/messages/consent/consents.server";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { recordReport } from "~/messages/delivery/record-report.server";
import { enqueue } from "~/messages/enqueue.server";
import { generateCode } from "~/orders/access/generate-code.server";
import { atEnd } from "../../support/cleanup";
import { eventually } from "../../support/eventually";
import { startFakeTwilio } from "../../support/fake-twilio";
import { conversationRows, rowsTo, say, takeDue } from "../../support/http-actions";
import { scratchApp } from "../../support/scratch";
import { seedOrder } from "../../support/seed";

const phone = "+19195550123";
const emailed = "This number has opted out of texts (STOP). An email was sent instead.";

/** A clinic that sends a code only by text to a patient with an email address on file. */
async function clinic() {
  const twilio = await startFakeTwilio();
  const app = scratchApp(twilio.environment);
  const order = await seedOrder(app, { phone, email: "ana@mail.example" });
  const code = () =>
    generateCode(app, operator, {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      sales_order_no: order.sales_order_no ?? undefined,
      phone,
    });
  return { twilio, app, code };
}

test("a code for a blocked number is emailed instead", async () => {
  const { twilio, app, code } = await clinic();
  twilio.play(() => ({ error: { status: 400, code: 21610 } }));
  await code();
  expect(await rowsTo(app, "ana@mail.example")).toEqual([]);
  atEnd(startDelivery(app, { lookEvery: 20 }));
  const [email] = await eventually(
    () => rowsTo(app, "ana@mail.example"),
    (rows) => rows[0]?.status === "delivered",
  );
  expect(app.secrets.open(email?.body_sealed ?? "")).toMatch(/access code: \d{6}/);
  expect((await rowsTo(app, phone))[0]).toMatchObject({ status: "failed", error: emailed });
  expect(await conversationRows(app, phone)).toMatchObject([{ status: "failed", error: emailed }]);
  expect(await findConsent(app.db, phone)).toBe("withdrawn");
});

test("a late or repeated report sends only one email", async () => {
  const { twilio, app, code } = await clinic();
  await code();
  const stop = startDelivery(app, { lookEvery: 20 });
  atEnd(stop);
  const [row] = await eventually(
    () => rowsTo(app, phone),
    (rows) => rows[0]?.status === "sent",
  );
  const report = { providerId: row?.provider_id ?? "", errorCode: "21610", reference: null };
  await recordReport(app, { ...report, state: "undelivered" });
  await recordReport(app, { ...report, state: "failed" });
  expect(await rowsTo(app, "ana@mail.example")).toHaveLength(1);
  expect(twilio.messages).toHaveLength(1);
});

test("after STOP, a waiting text is sent as an email instead", async () => {
  const { app, code } = await clinic();
  await code();
  await say(app, phone, "STOP");
  await takeDue(app, "tester", 10);
  expect((await rowsTo(app, phone))[0]).toMatchObject({ status: "dropped", error: emailed });
  expect(await rowsTo(app, "ana@mail.example")).toHaveLength(1);
});

test("a code sent by text and email is not emailed twice", async () => {
  const { app } = await clinic();
  const order = await seedOrder(app, { phone: "+19195550188", email: "cy@mail.example" });
  await generateCode(app, operator, {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    sales_order_no: order.sales_order_no ?? undefined,
    phone: "+19195550188",
    email: "cy@mail.example",
  });
  await say(app, "+19195550188", "STOP");
  await takeDue(app, "tester", 10);
  expect(await rowsTo(app, "cy@mail.example")).toHaveLength(1);
});

test("a sign-in code for a blocked number is emailed instead", async () => {
  const { twilio, app } = await clinic();
  twilio.play(() => ({ error: { status: 400, code: 21610 } }));
  const user = { email: "sam@clinic.example", name: "Sam", phone: "+19195550177" };
  await app.db
    .transaction()
    .execute((trx) => enqueue({ trx, app }, signInCodeNotices(user, "sms", "123456")));
  atEnd(startDelivery(app, { lookEvery: 20 }));
  const [email] = await eventually(
    () => rowsTo(app, "sam@clinic.example"),
    (rows) => rows.length === 1,
  );
  expect(app.secrets.open(email?.body_sealed ?? "")).toContain("123456");
});
