import { expect, test } from "vitest";
import { inLanguage } from "~/core/language/language-scope.server";
import { day, hour, minute } from "~/core/time";
import { findConsent } from "~/messages/consent/consents.server";
import { recordConsent } from "~/messages/consent/record-consent.server";
import { switchTexts } from "~/messages/consent/switch-texts.server";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { askForCall, runLate } from "~/visits/late/change-day-marks.server";
import { moveMyVisit, moveVisit } from "~/visits/move-visit.server";
import { aClinic, aVisit, bookerOf } from "../support/clinic";
import { agree, openConversation, outboxOf, rowsTo } from "../support/http-actions";
import { scratchApp, scratchFolder } from "../support/scratch";
import { patientOf, seedStaff } from "../support/users";

const phoneToCall = /call .+ at \(919\) 555-0100\.$/;

async function visitSoon(environment: Record<string, string> = {}) {
  const clinic = await aClinic(environment);
  const { app, therapist, order } = clinic;
  const visit = await aVisit(app, therapist, app.clock.now() + hour, {
    order_id: order.id,
    status: "confirmed",
    confirmed_at: 1,
  });
  return { ...clinic, visit, patient: patientOf(order.id), helper: { ...patientOf(order.id), helperId: 1 } };
}

test("a patient and a helper together can send the therapist six messages an hour about the day of the visit", async () => {
  const { app, patient, helper } = await visitSoon();
  for (const minutes of [5, 10, 15]) await runLate(app, patient, minutes);
  for (const isWanted of [true, false, true]) await askForCall(app, helper, isWanted);
  const before = await outboxOf(app);
  await expect(askForCall(app, patient, false)).rejects.toMatchObject({
    code: "too-many",
    retryAfter: 3600,
    message: expect.stringMatching(
      /^You've sent us many messages in the last hour\. This one wasn't sent\. If something has changed, call .+ at \(919\) 555-0100\.$/,
    ),
  });
  await expect(runLate(app, helper, 5)).rejects.toMatchObject({ code: "too-many" });
  expect(await outboxOf(app)).toEqual(before);
  // Repeating the last choice changes nothing, so it isn't refused.
  await runLate(app, patient, 15);
});

test("the refusal is in the patient's language", async () => {
  const { app, patient } = await visitSoon();
  for (const minutes of [1, 2, 3, 4, 5, 6]) await runLate(app, patient, minutes);
  await expect(inLanguage({ language: "es" }, () => runLate(app, patient, 7))).rejects.toThrow(
    /^En la última hora ya nos envió muchos avisos\. Este no se envió\. Si algo cambió, llame a .+ al \(919\) 555-0100\.$/,
  );
});

test("a restart doesn't reset a patient's limits", async () => {
  const environment = { DATA_DIR: scratchFolder() };
  const { app, patient } = await visitSoon(environment);
  for (const minutes of [1, 2, 3, 4, 5, 6]) await runLate(app, patient, minutes);
  const restarted = scratchApp(environment, app.clock);
  await expect(runLate(restarted, patient, 7)).rejects.toMatchObject({ code: "too-many" });
});

test("ten bookings and moves an hour are possible, and a refused time doesn't count", async () => {
  const clinic = await aClinic();
  const { app, order, starts } = clinic;
  const [first = 0, ...later] = starts.filter((start) => start > app.clock.now() + day);
  const patient = patientOf(order.id);
  const book = bookerOf(clinic, first);
  await expect(bookerOf(clinic, first + 1)()).rejects.toMatchObject({ code: "invalid" });
  await book();
  await cancelMyVisit(app, patient);
  await book();
  for (const datetime of later.slice(0, 8)) await moveMyVisit(app, patient, { datetime });
  const before = await outboxOf(app);
  const over = { code: "too-many", message: expect.stringMatching(phoneToCall) };
  await expect(moveMyVisit(app, patient, { datetime: first })).rejects.toMatchObject(over);
  expect(await outboxOf(app)).toEqual(before);
  await cancelMyVisit(app, patient);
  await expect(book()).rejects.toMatchObject(over);
  app.clock.advance(hour);
  await book();
  expect(
    await app.db.selectFrom("visits").select("id").where("status", "=", "submitted").execute(),
  ).toHaveLength(1);
});

test("staff have no limit on moves", async () => {
  const { app, visit } = await visitSoon();
  const who = await seedStaff(app, ["supervisor"]);
  for (let index = 1; index <= 11; index++) {
    await moveVisit(app, who, { id: visit.id, datetime: visit.start_at + index * minute });
  }
  expect(
    (await app.db.selectFrom("limits").selectAll().execute()).filter(({ key }) => /order/.test(key)),
  ).toEqual([]);
});

test("texts can be turned on four times a day and always turned off, with one confirmation text a day", async () => {
  const { app, order, patient } = await visitSoon();
  const phone = order.phone ?? "";
  await agree(app, phone);
  for (let round = 0; round < 4; round++) {
    await switchTexts(app, patient, false);
    await switchTexts(app, patient, true);
  }
  await switchTexts(app, patient, false);
  await expect(switchTexts(app, patient, true)).rejects.toMatchObject({
    code: "too-many",
    message: expect.stringMatching(phoneToCall),
  });
  expect(await findConsent(app.db, phone)).toBe("withdrawn");
  const confirmations = async () =>
    (await rowsTo(app, phone)).filter(({ kind }) => kind === "opt-out-confirmation").length;
  expect(await confirmations()).toBe(1);
  const who = await seedStaff(app, ["supervisor"]);
  const { id } = await openConversation(app, phone);
  const record = (granted: boolean) => recordConsent(app, who, { id, granted, channel: "phone" });
  await record(true);
  await record(false);
  expect(await confirmations()).toBe(1);
  app.clock.advance(day);
  await switchTexts(app, patient, true);
  await switchTexts(app, patient, false);
  expect(await confirmations()).toBe(2);
});
