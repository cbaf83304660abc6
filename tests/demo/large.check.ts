import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { App } from "~/boot/app.server";
import { localDate, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { createDemo } from "~/demo/create-demo.server";
import { scales } from "~/demo/demo-size";
import { describeDemo } from "~/demo/folder/demo-file.server";
import { scratchApp, testClock } from "../support/scratch";
import { invariants } from "./invariants";

const saturday = Date.parse("2026-03-07T18:00:00Z");
let app: App;

beforeAll(async () => {
  app = scratchApp({}, testClock(saturday));
  await createDemo(app, scales.large);
});

async function count(query: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(query).execute(app.db);
  return rows[0]?.n ?? 0;
}

test.each([
  ["therapists", 200],
  ["orders", 100_000],
  ["visits", 300_000],
  ["threads", 50_000],
  ["messages", 1_000_000],
])("the large demo has the specified number of %s: %i", async (table, expected) => {
  expect(await count(`select count(*) as n from ${table}`)).toBe(expected);
});

test("the large demo has 250,000 bookable slots", async () => {
  const active = "status in ('submitted', 'confirmed', 'pending')";
  const free = await count(`
    select count(*) as n from slots join therapists on id = therapist_id
    where start_at > ${saturday}
      and not exists (select 1 from visits where visits.therapist_id = slots.therapist_id and ${active}
        and visits.start_at < slots.start_at + ${visitLength} and end_at > slots.start_at)
      and daily_capacity > (select count(*) from visits where visits.therapist_id = slots.therapist_id
        and ${active} and visits.local_date = slots.local_date)`);
  expect(free).toBe(250_000);
});

test.each(invariants)("%s", async (_sentence, offenders) => {
  const { rows } = await sql.raw(`${offenders} limit 5`).execute(app.db);
  expect(rows).toEqual([]);
});

test("visits are dated in the therapist's time zone", async () => {
  const rows = await app.db
    .selectFrom("visits")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select(["start_at", "local_date", "timezone"])
    .where("visits.id", "<", 20_000)
    .execute();
  expect(
    rows.filter(
      ({ start_at, local_date, timezone }) => localDate(start_at, zoneOrUtc(timezone)) !== local_date,
    ),
  ).toEqual([]);
});

test("demo.json lists every open order and every user who can sign in", async () => {
  const file = await describeDemo(app, scales.large);
  expect(file.patients).toHaveLength(12_000);
  expect(file.staff).toHaveLength(203);
  expect(new Set(file.patients.flatMap(({ access_code }) => access_code ?? [])).size).toBe(3000);
});
