import { expect, test } from "vitest";
import { findConsent, giveConsent, listConsents, withdrawConsent } from "~/messages/consent/consents.server";
import { recordConsent } from "~/messages/consent/record-consent.server";
import { switchTexts } from "~/messages/consent/switch-texts.server";
import { auditLogOf } from "../../support/acts";
import { agree, conversationRows, openConversation, rowsTo, say, write } from "../../support/http-actions";
import { scratchApp } from "../../support/scratch";
import { seedOrder } from "../../support/seed";
import { patientOf, seedStaff } from "../../support/users";

const phone = "+19195550123";
const reminder = { automated: true, kind: "reminder-day" } as const;

async function agreed() {
  const app = scratchApp();
  await agree(app, phone);
  const who = await seedStaff(app, ["supervisor"]);
  const { id } = await openConversation(app, phone);
  return { app, who, id };
}

test("an opt-out by phone takes effect immediately, cancels queued texts, and sends one confirmation", async () => {
  const { app, who, id } = await agreed();
  await write(app, phone, "reminder", reminder);
  const optOut = { id, granted: false, channel: "phone" as const, note: "Called at noon" };
  expect(await recordConsent(app, who, optOut)).toEqual({ sms_consent: false });
  await recordConsent(app, who, optOut);
  expect(await rowsTo(app, phone)).toMatchObject([
    { kind: "reminder-day", status: "dropped" },
    { kind: "opt-out-confirmation", status: "queued", not_before: app.clock.now() },
  ]);
  expect((await conversationRows(app, phone)).at(-1)?.body).toMatch(/: You won't get more texts from us\./);
  expect(await listConsents(app.db, phone)).toMatchObject([
    { given: 0, source: "staff", channel: "phone", note: "Called at noon", user_name: who.name },
    { given: 0, channel: "phone" },
    { given: 1, source: "import" },
  ]);
  const entries = (await auditLogOf(app)).filter(({ action }) => action === "consent.withdrawn");
  expect(entries).toHaveLength(2);
});

test("staff can record a patient's consent after STOP by text", async () => {
  const { app, who, id } = await agreed();
  await say(app, phone, "STOP");
  const consent = { id, granted: true, channel: "in_person" as const };
  expect(await recordConsent(app, who, consent)).toEqual({ sms_consent: true });
  expect(await findConsent(app.db, phone)).toBe("given");
});

test("staff who are neither supervisors nor assigned to the conversation can't record consent", async () => {
  const { app, id } = await agreed();
  const who = await seedStaff(app, ["staff"]);
  const optOut = { id, granted: false, channel: "phone" as const };
  await expect(recordConsent(app, who, optOut)).rejects.toMatchObject({ code: "missing" });
  await app.db.updateTable("threads").set({ assignee_user_id: who.userId }).execute();
  expect(await recordConsent(app, who, optOut)).toEqual({ sms_consent: false });
});

test("a patient can turn texts off, with one confirmation, and on again", async () => {
  const app = scratchApp();
  await agree(app, phone);
  const { id: orderId } = await seedOrder(app, { phone });
  const who = patientOf(orderId);
  expect(await switchTexts(app, who, false)).toEqual({ sms_consent: false });
  expect(await switchTexts(app, who, false)).toEqual({ sms_consent: false });
  expect(await switchTexts(app, who, true)).toEqual({ sms_consent: true });
  expect((await rowsTo(app, phone)).map(({ kind }) => kind)).toEqual(["opt-out-confirmation"]);
  const ledger = await listConsents(app.db, phone);
  expect(ledger.map(({ given, source }) => [given, source])).toEqual([
    [1, "switch"],
    [0, "switch"],
    [1, "import"],
  ]);
  expect(ledger[0]?.wording_version).not.toBe(ledger[1]?.wording_version);
});

test("a patient can turn on texts only if the order has a phone number", async () => {
  const app = scratchApp();
  const { id: orderId } = await seedOrder(app, { phone: null });
  const who = patientOf(orderId);
  await expect(switchTexts(app, who, true)).rejects.toMatchObject({ code: "conflict" });
});

test("when consent is given and withdrawn in the same second, the last entry counts", async () => {
  const { app, who, id } = await agreed();
  await say(app, phone, "YES");
  await recordConsent(app, who, { id, granted: false, channel: "email" });
  expect(await openConversation(app, phone)).toMatchObject({ sms_consent: 0 });
  await say(app, phone, "YES");
  expect(await openConversation(app, phone)).toMatchObject({ sms_consent: 1 });
  const times = new Set((await listConsents(app.db, phone)).map(({ created_at }) => created_at));
  expect(times.size).toBe(1);
});

test("when two patients share a number and one opts out, neither gets texts", async () => {
  const { app } = await agreed();
  for (const patient_name of ["Ann Lee", "Bob Lee"]) await seedOrder(app, { phone, patient_name });
  await say(app, phone, "please remove my number");
  expect(await findConsent(app.db, phone)).toBe("withdrawn");
  expect(await write(app, phone, "reminder", reminder)).toMatchObject({ status: "dropped" });
});

test("each checkbox wording gets its own version, and unchanged wording keeps it", async () => {
  const app = scratchApp();
  const book = (wording: string) =>
    app.db.transaction().execute((trx) => giveConsent({ trx, app }, { phone, source: "booking", wording }));
  for (const wording of ["first", "second", "first"]) await book(wording);
  const versions = (await listConsents(app.db, phone)).map(({ wording_version }) => wording_version);
  expect(versions).toEqual([1, 2, 1]);
  await app.db
    .transaction()
    .execute((trx) => withdrawConsent({ trx, app }, { phone, source: "keyword", wording: "stop" }));
  expect((await listConsents(app.db, phone))[0]?.wording_version).toBeNull();
});
