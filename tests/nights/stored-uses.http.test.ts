import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addDays, day, localDate } from "~/core/time";
import type { Staff } from "~/core/who";
import { listEvidence, progressKindOf } from "~/nights/list-first-nights.server";
import { storedUses, usesOf } from "~/nights/night-uses";
import { listFollowed } from "~/nights/pages/list-followed.server";
import { countNightsReport } from "~/nights/report.server";
import { seedClinic, seedOrder, seedUser } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock } = server;
const { database } = await seedClinic(app);
const today = localDate(clock.now(), "UTC");

let seed = 11;
/** From 0 to 1, the same in each run. */
const random = () => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;

async function follow(daysAgo: number) {
  const order = await seedOrder(app, { brightree_db: database });
  await app.db
    .insertInto("first_nights")
    .values({
      order_id: order.id,
      started_on: addDays(today, -daysAgo),
      zone: "UTC",
      visit_id: null,
      created_at: clock.now() - daysAgo * day,
    })
    .execute();
  return order.id;
}

async function changeNight(order_id: number) {
  const night = addDays(today, -Math.floor(random() * 60));
  const source = oneOf(["device", "file", "staff"] as const);
  const device = source === "staff" ? "" : oneOf(["", "A", "B"]);
  const minutes = oneOf([0, 1, 239, 240, 600]);
  const row = { order_id, night, source, device, minutes, entered_by: "test", entered_at: 1 };
  if (random() < 0.2) {
    await app.db.deleteFrom("nights").where("order_id", "=", order_id).where("night", "=", night).execute();
    return;
  }
  await app.db
    .insertInto("nights")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["order_id", "night", "source", "device"]).doUpdateSet({ minutes }),
    )
    .execute();
}

const meaning = (minutes: number | undefined) =>
  minutes === undefined ? undefined : minutes === 0 ? "none" : minutes < 240 ? "some" : "counts";

test("after random changes, what is stored about each night says the same as the nights", async () => {
  for (let patient = 0; patient < 20; patient++) {
    const order = await follow(1 + Math.floor(random() * 100));
    const changes = Math.floor(random() * 120);
    for (let change = 0; change < changes; change++) await changeNight(order);
    const stored = await app.db
      .selectFrom("first_nights")
      .select(["uses_from", "uses", "started_on", "zone", "created_at"])
      .where("order_id", "=", order)
      .executeTakeFirstOrThrow();
    const { nights, readings } = (await listEvidence(app.db, [order]))(order);
    const [expected, actual] = [usesOf(nights), storedUses(stored)];
    for (let ago = -2; ago <= 65; ago++) {
      const date = addDays(today, -ago);
      expect(meaning(actual.get(date)), date).toBe(meaning(expected.get(date)));
      expect(actual.has(date)).toBe(expected.has(date));
      expect(meaning(actual.device(date)), date).toBe(meaning(expected.device(date)));
    }
    const situation = { now: clock.now(), hasVisit: false, elsewhere: null, reach: "ok" } as const;
    expect(progressKindOf(stored, { uses: actual, readings }, situation)).toEqual(
      progressKindOf(stored, { uses: expected, readings }, situation),
    );
  }
});

test("the upgrade stores what the nights of patients say who were followed before", async () => {
  const read = () =>
    app.db
      .selectFrom("first_nights")
      .select(["order_id", "uses_from", "uses"])
      .where("uses_from", "is not", null)
      .orderBy("order_id")
      .execute();
  const lettersOf = (rows: Awaited<ReturnType<typeof read>>) =>
    rows.map(({ order_id, uses }) => [order_id, uses.replaceAll(/^\.+|\.+$/g, "")]);
  const before = await read();
  expect(before.length).toBeGreaterThan(10);
  const text = readFileSync("migrations/0246_first_nights.sql", "utf8");
  const backfill = text.slice(text.lastIndexOf("update first_nights set (uses_from, uses)"));
  await app.db.updateTable("first_nights").set({ uses_from: null, uses: "" }).execute();
  await sql.raw(backfill).execute(app.db);
  expect(lettersOf(await read())).toEqual(lettersOf(before));
});

test("the list and the report read no night, and names only of the patients that they show", async () => {
  const { id, email } = await seedUser(app, ["supervisor"]);
  const who: Staff = {
    kind: "staff",
    sessionId: 1,
    userId: id,
    email,
    name: "Sue",
    address: null,
    roles: ["supervisor"],
    therapistId: null,
    therapistName: null,
  };
  const queries: string[] = [];
  const reads = app.reads.withPlugin({
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node);
      queries.push(...(text.match(/"name":"(nights|patient_name)"/g) ?? []));
      if (node.kind === "SelectQueryNode") queries.push("query");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await listFollowed(reads, who, { now: clock.now(), show: "open" });
  const few = queries.splice(0);
  expect(few.filter((one) => one.includes("nights"))).toEqual([]);
  for (let patient = 0; patient < 30; patient++) await follow(20);
  await listFollowed(reads, who, { now: clock.now(), show: "open" });
  expect(queries.splice(0)).toEqual(few);
  const period = { from: addDays(today, -364), to: today };
  const { total } = await countNightsReport(reads, period, { now: clock.now(), chosen: null });
  expect(total).toBe(50);
  expect(queries.filter((one) => one.includes('"nights"'))).toEqual([]);
});
