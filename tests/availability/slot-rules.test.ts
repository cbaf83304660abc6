import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { usualSpan, whereNotBusy } from "~/availability/free-busy.server";
import { openSlots } from "~/availability/open-slots-query.server";
import { remainingCapacity, whereBooked } from "~/availability/slot-rules.server";
import type { App } from "~/boot/app.server";
import { day, hour, minute } from "~/core/time";
import { longestVisit, visitLength } from "~/core/visit-length";
import { activeStatuses } from "~/core/visit-status";
import type { Tables } from "~/db/tables";
import { monday, scratchApp } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedVisit } from "../support/seed";

const quarter = 15 * minute;

/**
 * Two days of slots every 15 minutes, with visits of each status whose edges touch slots, the longest visit, and a
 * full day.
 */
async function fullClinic() {
  const app = scratchApp();
  const database = await seedDatabase(app);
  const therapist = await seedTherapist(app, { daily_capacity: 4 });
  const dateOf = (at: number) => (at < monday + 12 * hour ? "2026-03-02" : "2026-03-03");
  const starts = Array.from({ length: 96 }, (_, index) => monday + index * quarter);
  await app.db
    .insertInto("slots")
    .values(
      starts.map((start_at) => ({ therapist_id: therapist.id, start_at, local_date: dateOf(start_at) })),
    )
    .execute();
  const visit = async (start: number, length: number, status: string) => {
    const { id: order_id } = await seedOrder(app, { brightree_db: database });
    const start_at = monday + start;
    const times = { start_at, end_at: start_at + length, local_date: dateOf(start_at) };
    return seedVisit(app, { order_id, therapist_id: therapist.id, status, ...times });
  };
  await visit(0, visitLength, "submitted");
  await visit(hour, quarter, "confirmed");
  await visit(2 * hour, visitLength + 1, "pending");
  await visit(4 * hour, hour, "cancelled");
  await visit(5 * hour, hour, "completed");
  await visit(6 * hour - 1, hour, "submitted");
  for (const hours of [12, 14]) await visit(hours * hour, visitLength, "confirmed");
  await visit(day - longestVisit / 2, longestVisit, "submitted");
  const { id } = await app.db
    .insertInto("calendars")
    .values({ therapist_id: therapist.id, kind: "ics", url_sealed: "s", created_at: monday, due_at: monday })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("busy_times")
    .values({
      therapist_id: therapist.id,
      calendar_id: id,
      start_at: monday + 16 * hour,
      end_at: monday + 17 * hour,
    })
    .execute();
  return app;
}

type Start = { therapist_id: number; start_at: number };

const startsIn = async (db: Kysely<Tables>, slots: ReturnType<typeof sql<unknown>>) => {
  const { rows } = await sql<Start>`select therapist_id, start_at from ${slots} order by 1, 2`.execute(db);
  return rows;
};

const freeSlots = (db: Kysely<Tables>) => startsIn(db, sql`free_slots`);

test("the SQL view of free slots and the rules in TypeScript agree", async () => {
  const app = await fullClinic();
  const byRules = await startsIn(
    app.db,
    sql`(
      select slots.therapist_id, slots.start_at from slots join therapists on therapists.id = slots.therapist_id
      where not ${whereBooked("slots")} and ${whereNotBusy("slots", usualSpan)}
        and ${remainingCapacity("therapists", sql.ref("slots.local_date"))} > 0)`,
  );
  // The first day is full: its free slots appear only when capacity grows.
  expect(byRules.some(({ start_at }) => start_at < monday + 12 * hour)).toBe(false);
  expect(byRules.length).toBe(8);
  expect(await freeSlots(app.db)).toEqual(byRules);
  await app.db.updateTable("therapists").set({ daily_capacity: 5 }).execute();
  expect((await freeSlots(app.db)).length).toBeGreaterThan(byRules.length + 10);
});

/** The slots that the view would list without this visit, aside from the visit's own start. */
async function freeWithout(app: App, visit: { id: number; start_at: number }): Promise<Start[]> {
  let free: Start[] = [];
  const undo = new Error("undo");
  await app.db
    .transaction()
    .execute(async (trx) => {
      await trx.updateTable("visits").set({ status: "cancelled" }).where("id", "=", visit.id).execute();
      free = (await freeSlots(trx)).filter(({ start_at }) => start_at !== visit.start_at);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return free;
}

test("the slots that a visit can move to are those that the SQL view lists without it", async () => {
  const app = await fullClinic();
  const visits = await app.db
    .selectFrom("visits")
    .select(["id", "start_at"])
    .where("status", "in", activeStatuses)
    .execute();
  expect(visits.length).toBe(7);
  const counts = new Set<number>();
  for (const visit of visits) {
    const free = await freeWithout(app, visit);
    expect(await startsIn(app.db, sql`${openSlots({ exceptVisit: visit.id })}`)).toEqual(free);
    counts.add(free.length);
  }
  expect(counts.size).toBeGreaterThan(2);
});

test("the lengths and statuses in SQL are those in TypeScript", async () => {
  const app = scratchApp();
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type in ('table', 'view', 'trigger') and sql is not null`.execute(
    app.db,
  );
  // A slot on the same local date as a visit starts within a day and a daylight saving hour of it.
  const [longestBuffer, longestKind, shortestKind] = [2 * hour, 4 * hour, 5 * minute];
  const bounds = [longestBuffer, longestVisit + longestBuffer, longestKind, shortestKind];
  // Texts are counted by the hour.
  const known = [visitLength, longestVisit, day + hour, hour, ...bounds].map(String);
  const numbers = rows.flatMap((row) => [...row.sql.matchAll(/\b\d{6,}\b/g)].map(([number]) => number));
  expect([...new Set(numbers)].sort()).toEqual(known.sort());
  const active = activeStatuses.map((status) => `'${status}'`).join(", ");
  const lists = rows.flatMap((row) => [...row.sql.matchAll(/'submitted', [^)]*/g)].map(([list]) => list));
  expect(lists.length).toBeGreaterThan(15);
  expect([...new Set(lists)]).toEqual([active]);
});
