import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { claimDue } from "~/messages/delivery/claim-due-messages.server";
import { decideHold } from "~/messages/holds/number-holds.server";
import { auditLogOf } from "../../support/acts";
import { agree, conversationRows, openConversation, rowsTo, say, write } from "../../support/http-actions";
import { scratchApp } from "../../support/scratch";
import { seedStaff } from "../../support/users";

const phone = "+19195550123";
const reminder = { automated: true, kind: "reminder-day" } as const;
type App = ReturnType<typeof scratchApp>;
const holdOf = async (app: App) => (await openConversation(app, phone)).hold;
const statuses = async (app: App) => (await rowsTo(app, phone)).map(({ status }) => status);

async function agreed() {
  const app = scratchApp();
  await agree(app, phone);
  return app;
}

test("a possible opt-out pauses automated texts and leaves consent unchanged", async () => {
  const app = await agreed();
  await write(app, phone, "queued before", reminder);
  await say(app, phone, "not interested");
  expect(await openConversation(app, phone)).toMatchObject({ sms_consent: 1, hold: "possible_opt_out" });
  await write(app, phone, "written after", reminder);
  app.clock.advance(day);
  expect(await claimDue(app, "worker", () => [{ channel: "sms", limit: 9 }])).toEqual([]);
  expect(await statuses(app)).toEqual(["held", "held"]);
  await write(app, phone, "from a person");
  expect(
    (await claimDue(app, "worker", () => [{ channel: "sms", limit: 9 }])).map(({ kind }) => kind),
  ).toEqual(["chat"]);
});

test("when staff decide that a text was not an opt-out, the held texts are sent", async () => {
  const app = await agreed();
  const who = await seedStaff(app, ["supervisor"]);
  const { conversationId: id } = await say(app, phone, "not interested");
  await write(app, phone, "reminder", reminder);
  await decideHold(app, who, { id, decision: "not_opt_out" });
  expect(await openConversation(app, phone)).toMatchObject({ sms_consent: 1, hold: null });
  expect(await statuses(app)).toEqual(["queued"]);
  expect((await auditLogOf(app)).map(({ action }) => action)).toContain("hold.not_opt_out");
});

test("texts that staff release at night wait until quiet hours end", async () => {
  const app = await agreed();
  const who = await seedStaff(app, ["supervisor"]);
  const { conversationId: id } = await say(app, phone, "not interested");
  await write(app, phone, "reminder", reminder);
  app.clock.advance(13 * hour);
  await decideHold(app, who, { id, decision: "not_opt_out" });
  expect(await claimDue(app, "worker", () => [{ channel: "sms", limit: 9 }])).toEqual([]);
  app.clock.advance(18 * hour);
  expect(await claimDue(app, "worker", () => [{ channel: "sms", limit: 9 }])).toHaveLength(1);
});

test("when staff confirm an opt-out, the consent log keeps the text", async () => {
  const app = await agreed();
  const who = await seedStaff(app, ["supervisor"]);
  const { conversationId: id } = await say(app, phone, "not interested");
  app.clock.advance(1);
  await say(app, phone, "What time is my visit?");
  await decideHold(app, who, { id, decision: "opt_out" });
  expect(await openConversation(app, phone)).toMatchObject({ sms_consent: 0, hold: null });
  const last = await app.db.selectFrom("consents").selectAll().orderBy("id", "desc").executeTakeFirst();
  expect(last).toMatchObject({ given: 0, source: "staff", wording: "not interested", user_id: who.userId });
  await decideHold(app, who, { id, decision: "not_opt_out" });
  expect(await openConversation(app, phone)).toMatchObject({ sms_consent: 0 });
});

test.each([
  ["YES", null, 1],
  ["STOP", null, 0],
])("%s from the patient ends the hold", async (body, hold, given) => {
  const app = await agreed();
  await say(app, phone, "not interested");
  await say(app, phone, body);
  expect(await openConversation(app, phone)).toMatchObject({ sms_consent: given, hold });
});

test("a wrong number is held until staff resolve it", async () => {
  const app = await agreed();
  const who = await seedStaff(app, ["supervisor"]);
  const { conversationId: id } = await say(app, phone, "Wrong number");
  await say(app, phone, "not interested");
  expect(await openConversation(app, phone)).toMatchObject({ sms_consent: 1, hold: "wrong_number" });
  await write(app, phone, "reminder", reminder);
  await say(app, phone, "YES");
  expect(await holdOf(app)).toBe("wrong_number");
  expect(await statuses(app)).toEqual(["held"]);
  await decideHold(app, who, { id, decision: "not_opt_out" });
  expect(await holdOf(app)).toBe("wrong_number");
  await decideHold(app, who, { id, decision: "resolved" });
  expect(await holdOf(app)).toBeNull();
  expect(await statuses(app)).toEqual(["queued"]);
});

test("after a hold on a number without consent ends, the consent request is sent", async () => {
  const app = scratchApp();
  const who = await seedStaff(app, ["supervisor"]);
  await write(app, phone, "hello", reminder);
  const { conversationId: id } = await say(app, phone, "Wrong number");
  app.clock.advance(day);
  await claimDue(app, "worker", () => [{ channel: "sms", limit: 9 }]);
  expect(await statuses(app)).toEqual(["held", "held"]);
  await decideHold(app, who, { id, decision: "resolved" });
  expect(await statuses(app)).toEqual(["queued", "held"]);
});

test("after a hold on a number without consent ends, texts written during the hold trigger a consent request", async () => {
  const app = scratchApp();
  const who = await seedStaff(app, ["supervisor"]);
  const { conversationId: id } = await say(app, phone, "Wrong number");
  await write(app, phone, "reminder", reminder);
  await decideHold(app, who, { id, decision: "resolved" });
  expect((await rowsTo(app, phone)).map(({ kind, status }) => [kind, status])).toEqual([
    ["reminder-day", "held"],
    ["consent-request", "queued"],
  ]);
});

test("a possible opt-out from an opted-out number does not place a new hold", async () => {
  const app = await agreed();
  await say(app, phone, "STOP");
  await say(app, phone, "not interested");
  expect(await holdOf(app)).toBeNull();
});

test("requested codes are sent to a number on hold", async () => {
  const app = await agreed();
  await say(app, phone, "Wrong number");
  await write(app, phone, "123456", { automated: true, kind: "access-code" });
  expect(
    (await claimDue(app, "worker", () => [{ channel: "sms", limit: 9 }])).map(({ kind }) => kind),
  ).toEqual(["access-code"]);
  expect(await conversationRows(app, phone)).toHaveLength(2);
});
