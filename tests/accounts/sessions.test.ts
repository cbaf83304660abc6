import { expect, test } from "vitest";
import {
  endOf,
  endSession,
  endSessionsOfOrder,
  endSessionsOfUser,
  findSession,
  findSessionEnd,
  openSession,
} from "~/accounts/sessions.server";
import { hour, minute } from "~/core/time";
import { noOrder } from "~/core/who";
import type { Row } from "~/db/tables";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedUser } from "../support/seed";

type App = ReturnType<typeof scratchApp>;
const open = (app: App, opening: Parameters<typeof openSession>[1], agent: string | null = "Firefox") =>
  app.db
    .transaction()
    .execute((trx) => openSession(trx, opening, { now: app.clock.now(), address: "192.0.2.1", agent }));
const rows = (app: App) => app.db.selectFrom("sessions").selectAll().orderBy("id").execute();
const find = (app: App, token: string) => findSession(app, token, app.clock.now(), 30);

test("a staff session belongs to its user and ends after twelve hours", async () => {
  const app = scratchApp();
  const { id: userId } = await seedUser(app, ["staff"]);
  const token = await open(app, { kind: "staff", userId }, "x".repeat(300));
  expect(await rows(app)).toMatchObject([
    {
      kind: "staff",
      user_id: userId,
      order_id: null,
      created_at: monday,
      last_seen_at: monday,
      expires_at: monday + 12 * hour,
      address: "192.0.2.1",
      agent: "x".repeat(200),
    },
  ]);
  expect(JSON.stringify(await rows(app))).not.toContain(token);
  expect(await find(app, token)).toMatchObject({ user_id: userId });
});

test("a patient session belongs to its order and ends after an hour, and a query session may have no order", async () => {
  const app = scratchApp();
  const { id: orderId } = await seedOrder(app);
  await open(app, { kind: "code", orderId }, null);
  await open(app, { kind: "query", orderId: noOrder });
  expect(await rows(app)).toMatchObject([
    { kind: "code", user_id: null, order_id: orderId, expires_at: monday + hour, agent: null },
    { kind: "query", user_id: null, order_id: null, expires_at: monday + hour },
  ]);
});

test.each([
  ["staff", { last_seen_at: monday }, 30 * minute],
  ["staff", { last_seen_at: monday + 11.9 * hour }, 12 * hour],
  ["code", { last_seen_at: monday }, hour],
  ["code", { last_seen_at: monday + 30 * minute }, hour],
  ["link", { last_seen_at: monday + 30 * minute, expires_at: monday + 12 * hour }, 1.5 * hour],
] as const)("a %s session with %o ends on time", (kind, over, after) => {
  const expires_at = monday + (kind === "staff" ? 12 * hour : hour);
  expect(endOf({ kind, created_at: monday, expires_at, ...over }, 30)).toBe(monday + after);
});

test("a session's remaining time is in seconds, and each use extends the session, up to twelve hours in total", async () => {
  const app = scratchApp();
  const { id: user_id } = await seedUser(app, ["staff"]);
  const remaining = (last_seen_at: number, now: number) =>
    findSessionEnd(app.reads, { ...row, last_seen_at }, monday + now, 30);
  const row = {
    kind: "staff",
    user_id,
    created_at: monday,
    expires_at: monday + 12 * hour,
  } as Row<"sessions">;
  expect(await remaining(monday, 10 * minute)).toEqual({
    expires_at: monday + 30 * minute,
    expires_in: 20 * 60,
    can_stay: true,
  });
  expect((await remaining(monday, 31 * minute)).expires_in).toBe(0);
  expect(await remaining(monday + 11.5 * hour, 11.5 * hour)).toMatchObject({
    expires_at: monday + 12 * hour,
    can_stay: false,
  });
});

test("a session can be found until it ends, and then it is deleted", async () => {
  const app = scratchApp();
  const { id: userId } = await seedUser(app, ["staff"]);
  const token = await open(app, { kind: "staff", userId });
  app.clock.advance(30 * minute - 1);
  expect(await find(app, token)).not.toBeNull();
  expect(await find(app, "another")).toBeNull();
  app.clock.advance(1);
  expect(await find(app, token)).toBeNull();
  app.clock.set(monday);
  expect(await find(app, token)).toBeNull();
  expect(await rows(app)).toEqual([]);
});

test("opening a session deletes only expired ones", async () => {
  const app = scratchApp();
  const { id: orderId } = await seedOrder(app);
  await open(app, { kind: "code", orderId });
  app.clock.advance(1);
  await open(app, { kind: "link", orderId });
  app.clock.advance(hour - 1);
  await open(app, { kind: "code", orderId });
  expect((await rows(app)).map(({ kind }) => kind)).toEqual(["link", "code"]);
});

test("sessions can be ended individually, for a user, or for an order", async () => {
  const app = scratchApp();
  const [ana, ben] = [await seedUser(app, ["staff"]), await seedUser(app, ["staff"])];
  const [one, two] = [await seedOrder(app), await seedOrder(app)];
  for (const { id: userId } of [ana, ana, ana, ben]) await open(app, { kind: "staff", userId });
  for (const { id: orderId } of [one, one, two]) await open(app, { kind: "code", orderId });
  const remainingIds = async () => (await rows(app)).map(({ id }) => id);
  await endSession(app.db, 1);
  await endSession(app.db, 4711);
  expect(await remainingIds()).toEqual([2, 3, 4, 5, 6, 7]);
  await endSessionsOfUser(app.db, ana.id);
  expect(await remainingIds()).toEqual([4, 5, 6, 7]);
  await endSessionsOfOrder(app.db, one.id);
  expect(await remainingIds()).toEqual([4, 7]);
});
