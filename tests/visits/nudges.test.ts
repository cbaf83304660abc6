import { describe, expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import type { NewRow } from "~/db/tables";
import { stopTexts } from "~/messages/consent/stop-texts.server";
import { holdNumber } from "~/messages/holds/number-holds.server";
import { nudgeOrders } from "~/visits/nudges/nudge-orders.server";
import { aClinic, bookerOf } from "../support/clinic";
import { agree, breakOrder, openConversation, outboxOf, say } from "../support/http-actions";
import { seedOrder } from "../support/seed";

/** Creates an order whose patient just got a link and agreed to texts. */
async function aWaitingOrder(fields: Partial<NewRow<"orders">> = {}) {
  const clinic = await aClinic();
  const { app, order } = clinic;
  await agree(app, order.phone ?? "");
  const since = app.clock.now();
  await app.db
    .updateTable("orders")
    .set({ step: 5, step_at: since, ...fields })
    .where("id", "=", order.id)
    .execute();
  const runAt = async (days: number) => {
    app.clock.set(since + days * day);
    return nudgeOrders(app);
  };
  const nudges = async () => (await outboxOf(app)).filter(({ kind }) => kind === "nudge");
  const calls = async () =>
    (await app.db.selectFrom("call_tasks").select("reason").execute()).map(({ reason }) => reason);
  return { ...clinic, since, runAt, nudges, calls };
}

describe("a patient with a link and no visit", () => {
  test("gets a text after 1, 3, and 7 days, and then a call", async () => {
    const { app, runAt, nudges, calls } = await aWaitingOrder();
    const done = [];
    for (const days of [0.99, 1, 1.5, 2.5, 3, 3.9, 7, 7.5, 7.99]) done.push(await runAt(days));
    expect(done).toEqual([0, 1, 0, 0, 1, 0, 1, 0, 0]);
    expect((await nudges()).map(({ channel }) => channel)).toEqual(["sms", "sms", "sms"]);
    expect(app.secrets.open((await nudges())[0]?.body_sealed ?? "")).toMatch(
      /^Company \d+: Your setup visit isn't booked yet\. Choose a time: \S+\/schedule\/\w{20}/,
    );
    expect([await runAt(8), await runAt(8.5), await runAt(20)]).toEqual([1, 0, 0]);
    expect(await calls()).toEqual(["no_visit"]);
  });

  test("gets the nudge even if an earlier order's nudge can't be created", async () => {
    const { app, order, since, runAt, nudges } = await aWaitingOrder();
    const other = await seedOrder(app, { step: 5, step_at: since });
    await breakOrder(app, order.id);
    expect(await runAt(1)).toBe(1);
    expect(await nudges()).toMatchObject([{ order_id: other.id }]);
  });

  test("gets only the latest nudge from a server that was down when earlier ones were due", async () => {
    const { runAt, nudges } = await aWaitingOrder();
    expect([await runAt(3.5), await runAt(6)]).toEqual([1, 0]);
    expect(await nudges()).toHaveLength(1);
  });

  test("gets nothing if the link was sent long before", async () => {
    const { runAt, nudges, calls } = await aWaitingOrder();
    for (const days of [8, 9, 40]) expect(await runAt(days)).toBe(0);
    expect([await nudges(), await calls()]).toEqual([[], []]);
  });

  test("gets an email if they haven't agreed to texts, and a call if they also have no email address", async () => {
    const byEmail = await aWaitingOrder({ phone: "+19195550188" });
    await byEmail.runAt(1);
    expect((await byEmail.nudges()).map(({ channel }) => channel)).toEqual(["email"]);
    const byCall = await aWaitingOrder({ phone: "+19195550188", email: null });
    expect([await byCall.runAt(1), await byCall.runAt(1.1), await byCall.runAt(3)]).toEqual([1, 0, 0]);
    expect([await byCall.nudges(), await byCall.calls()]).toEqual([[], ["no_visit"]]);
  });

  test("gets a call instead of an email after opting out of texts or choosing phone calls", async () => {
    const optedOut = await aWaitingOrder();
    const { app, order } = optedOut;
    await app.db
      .transaction()
      .execute((trx) =>
        stopTexts({ trx, app }, { phone: order.phone ?? "", source: "staff", wording: null }),
      );
    for (const { runAt, nudges, calls } of [optedOut, await aWaitingOrder({ updates: "phone" })]) {
      await runAt(1);
      expect([await nudges(), await calls()]).toEqual([[], ["no_visit"]]);
    }
  });

  test("gets no more nudges after replying, while on hold, or after booking a visit", async () => {
    const replied = await aWaitingOrder();
    await replied.runAt(1);
    await say(replied.app, replied.order.phone ?? "", "I will call you");
    const held = await aWaitingOrder();
    const conversation = await openConversation(held.app, held.order.phone ?? "");
    await held.app.db
      .transaction()
      .execute((trx) => holdNumber(trx, held.app.clock.now(), conversation.id, "possible_opt_out"));
    const booked = await aWaitingOrder();
    await bookerOf(booked, booked.starts[6] ?? 0)();
    for (const { runAt, calls } of [replied, held, booked]) {
      for (const days of [3, 7, 8]) expect(await runAt(days)).toBe(0);
      expect(await calls()).toEqual([]);
    }
  });

  test("gets no nudges during quiet hours", async () => {
    const { app, runAt, nudges, since } = await aWaitingOrder();
    await runAt(1 + 13 / 24);
    const [row] = await nudges();
    expect(row?.not_before).toBe(since + day + 23 * hour);
    expect(app.clock.now()).toBe(since + day + 13 * hour);
  });
});

test("a company can choose its nudge days or turn nudges off", async () => {
  const { app, runAt, nudges } = await aWaitingOrder();
  await app.db.updateTable("companies").set({ nudge_days: "[]" }).execute();
  expect([await runAt(1), await runAt(3)]).toEqual([0, 0]);
  await app.db.updateTable("companies").set({ nudge_days: "[2,5]" }).execute();
  app.clock.set(app.clock.now() - day);
  expect([await nudgeOrders(app), await runAt(5), await runAt(6)]).toEqual([1, 1, 1]);
  expect(await nudges()).toHaveLength(2);
});

test("all waiting orders are nudged, even if there are many", async () => {
  const { app, database, since, runAt, nudges } = await aWaitingOrder();
  for (let nth = 0; nth < 600; nth++) {
    await seedOrder(app, {
      brightree_db: database,
      phone: null,
      step: 5,
      step_at: since - (nth % 3) * minute,
    });
  }
  expect(await runAt(1)).toBe(601);
  expect(await nudges()).toHaveLength(601);
  expect(await runAt(1)).toBe(0);
});
