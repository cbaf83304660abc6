import { expect, test } from "vitest";
import { hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { ProviderProblem } from "~/integrations/provider-problem";
import { claimDue } from "~/messages/delivery/claim-due-messages.server";
import { recordProblem } from "~/messages/delivery/record-attempt.server";
import { retryDelivery } from "~/messages/message-deliveries.server";
import { agree, rowsTo, write } from "../../support/http-actions";
import { monday, scratchApp } from "../../support/scratch";
import { seedOrder } from "../../support/seed";

const phone = "+19195550123";
const reminder = { automated: true, kind: "reminder-day" } as const;
/** 8 PM in New York on the same Monday. */
const night = monday + 10 * hour;
const morning = "2026-03-03T14:00:00.000Z";

async function agreed(environment = {}) {
  const app = scratchApp(environment);
  await agree(app, phone);
  await seedOrder(app, { phone, state: "NC" });
  const claim = async () =>
    (await claimDue(app, "worker", () => [{ channel: "sms", limit: 9 }])).map(({ kind }) => kind);
  const nextTimes = async () => (await rowsTo(app, phone)).map(({ not_before }) => iso(not_before));
  return { app, claim, nextTimes };
}

test("a text whose time was during an outage waits until quiet hours end", async () => {
  const { app, claim, nextTimes } = await agreed();
  await write(app, phone, "reminder", reminder);
  app.clock.set(night);
  expect(await claim()).toEqual([]);
  expect(await nextTimes()).toEqual([morning]);
  app.clock.set(Date.parse(morning) - minute);
  expect(await claim()).toEqual([]);
  app.clock.set(Date.parse(morning));
  expect(await claim()).toEqual(["reminder-day"]);
});

test("another attempt after a failed one waits until quiet hours end", async () => {
  const { app, claim, nextTimes } = await agreed();
  app.clock.set(night - minute);
  await write(app, phone, "reminder", reminder);
  const [row] = await claimDue(app, "worker", () => [{ channel: "sms", limit: 1 }]);
  if (!row) throw new Error("The text isn't due.");
  await recordProblem(app, row, new ProviderProblem("Try again later."));
  app.clock.set(night + hour);
  expect(await claim()).toEqual([]);
  expect(await nextTimes()).toEqual([morning]);
});

test("staff may send a waiting text in quiet hours", async () => {
  const { app, claim } = await agreed();
  await write(app, phone, "reminder", reminder);
  app.clock.set(night);
  expect(await claim()).toEqual([]);
  const [row] = await rowsTo(app, phone);
  await retryDelivery(app, operator, row?.id ?? 0);
  app.clock.advance(minute);
  expect(await claim()).toEqual(["reminder-day"]);
});

test("what a person wrote, and a code that the patient asked for, don't wait", async () => {
  const { app, claim } = await agreed();
  app.clock.set(night);
  await write(app, phone, "from a person");
  await write(app, phone, "code", { automated: true, kind: "access-code" });
  expect((await claim()).sort()).toEqual(["access-code", "chat"]);
});

test("texting hours that never overlap in all zones don't keep a text forever", async () => {
  const { app, claim } = await agreed({ QUIET_HOURS: "9-10" });
  await app.db.updateTable("orders").set({ state: null }).execute();
  await write(app, phone, "reminder", reminder);
  const [row] = await rowsTo(app, phone);
  app.clock.set(row?.not_before ?? 0);
  expect(await claim()).toEqual(["reminder-day"]);
});
