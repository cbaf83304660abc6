import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { giveConsent, withdrawConsent } from "~/messages/consent/consents.server";
import { findOrCreateConversation } from "~/messages/conversations/find-or-create-conversation.server";
import { touchConversation } from "~/messages/conversations/touch-conversation.server";
import { monday, scratchApp } from "../../support/scratch";
import { seedDatabase, seedOrder } from "../../support/seed";

const phone = "+19195550123";
type App = ReturnType<typeof scratchApp>;
const open = (app: App, values: Partial<Parameters<typeof findOrCreateConversation>[1]> = {}) =>
  app.db.transaction().execute((trx) => findOrCreateConversation({ trx, app }, { phone, ...values }));
const unknownPatient = { patient_id: null, patient_name: null, brightree_db: null };

test("a new thread has no patient when its number is unknown", async () => {
  const app = scratchApp();
  await seedOrder(app);
  expect(await open(app)).toMatchObject({
    phone,
    ...unknownPatient,
    sms_consent: 0,
    consented_at: null,
    created_at: monday,
    last_body: null,
  });
});

test("a new thread uses the given patient instead of the order with its number", async () => {
  const app = scratchApp();
  const { brightree_db } = await seedOrder(app, { phone });
  await seedOrder(app, { phone: "+19195550124" });
  await seedOrder(app, { phone: "+19195550125" });
  const named = { patient_id: 17, brightree_db, patient_name: "Ana" };
  expect(await open(app, named)).toMatchObject({ patient_id: 17, brightree_db, patient_name: "Ana" });
  expect(await open(app, { phone: "+19195550124", patient_id: 17 })).toMatchObject({
    ...unknownPatient,
    patient_id: 17,
  });
  expect(await open(app, { phone: "+19195550125", patient_name: "Ana" })).toMatchObject({
    ...unknownPatient,
    patient_name: "Ana",
  });
});

test("given only a database, a new thread uses the patient of the newest order with the number", async () => {
  const app = scratchApp();
  const other = await seedDatabase(app, "OTHR");
  const { patient_id, patient_name } = await seedOrder(app, { phone });
  expect(await open(app, { brightree_db: other })).toMatchObject({
    patient_id,
    patient_name,
    brightree_db: other,
  });
});

test("a thread gets missing patient details and keeps existing ones", async () => {
  const app = scratchApp();
  const database = await seedDatabase(app);
  const other = await seedDatabase(app, "OTHR");
  await open(app);
  await open(app, { phone: "+19195550124" });
  expect(await open(app, { patient_id: 17 })).toMatchObject({ ...unknownPatient, patient_id: 17 });
  const named = { patient_id: 18, brightree_db: database, patient_name: "Ana" };
  const known = { patient_id: 17, brightree_db: database, patient_name: "Ana" };
  expect(await open(app, named)).toMatchObject(known);
  expect(await open(app, { brightree_db: other, patient_name: "Ben" })).toMatchObject(known);
  await open(app, { ...named, phone: "+19195550124" });
  const rows = await app.db
    .selectFrom("threads")
    .select(["patient_id", "brightree_db", "patient_name"])
    .orderBy("id")
    .execute();
  expect(rows).toEqual([known, { ...known, patient_id: 18 }]);
});

test("a thread created after consent shows the time of the first YES after the last opt-out", async () => {
  const app = scratchApp();
  const source = "staff" as const;
  const say = (given: boolean) =>
    app.db.transaction().execute(async (trx) => {
      app.clock.advance(hour);
      if (given) await giveConsent({ trx, app }, { phone, source: "keyword", wording: null });
      else await withdrawConsent({ trx, app }, { phone, source, wording: null });
    });
  const conversationNow = async () => {
    await app.db.deleteFrom("threads").execute();
    const { sms_consent, consented_at } = await open(app);
    return [sms_consent, consented_at];
  };
  for (let nth = 0; nth < 3; nth++) await say(true);
  expect(await conversationNow()).toEqual([1, monday + hour]);
  await say(false);
  expect(await conversationNow()).toEqual([0, null]);
  for (let nth = 0; nth < 3; nth++) await say(true);
  expect(await conversationNow()).toEqual([1, monday + 5 * hour]);
});

test("a new message updates only its thread", async () => {
  const app = scratchApp();
  const { id } = await open(app);
  await open(app, { phone: "+19195550124" });
  await touchConversation(app.db, id, { body: "Hello", direction: "in", at: monday + hour });
  const rows = await app.db
    .selectFrom("threads")
    .select(["last_body", "last_dir", "last_msg_at"])
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { last_body: "Hello", last_dir: "in", last_msg_at: monday + hour },
    { last_body: null, last_dir: null, last_msg_at: null },
  ]);
});
