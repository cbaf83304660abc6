import { type KyselyPlugin, sql } from "kysely";
import { expect, test } from "vitest";
import { listPeople } from "~/accounts/users/pages/list-people.server";
import { hour } from "~/core/time";
import { listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { clockRangesOf } from "~/dashboard/appointments/time-of-day.server";
import { countTiles } from "~/dashboard/board/count-tiles.server";
import { findNeedsAttention } from "~/dashboard/board/needs-attention.server";
import { ListAppointments, ListPeople } from "~/dashboard/dashboard-schema";
import { findFirstOpenings } from "~/dashboard/forecast/first-openings.server";
import { scratchApp } from "../support/scratch";
import { seedClinic, seedOrder, seedTherapist, seedVisit } from "../support/seed";

const app = scratchApp();
await seedClinic(app);
let queries = 0;
const counter: KyselyPlugin = {
  transformQuery({ node }) {
    queries++;
    return node;
  },
  transformResult: async ({ result }) => result,
};
const reads = app.reads.withPlugin(counter);

async function addVisits(visits: number): Promise<void> {
  const therapist = await seedTherapist(app);
  for (let index = 0; index < visits; index++) {
    const order = await seedOrder(app);
    const start_at = app.clock.now() + (index - visits / 2) * hour;
    await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
  }
}

const pages: Record<string, () => Promise<unknown>> = {
  appointments: () =>
    listAppointments(reads, ListAppointments.parse({ limit: 10 }), { today: app.clock.now() }),
  "sorted by time": () => listAppointments(reads, ListAppointments.parse({ sort: "time", limit: 10 })),
  dashboard: () => findNeedsAttention(reads, { db: "QHMS" }, app.clock.now()),
  search: () => listAppointments(reads, ListAppointments.parse({ search: "patient", limit: 10 })),
  filtered: () => listAppointments(reads, ListAppointments.parse({ status: "submitted", db: "QHMS" })),
  tiles: () => countTiles({ ...app, reads }, { db: "QHMS" }),
  users: () => listPeople(reads, { ...ListPeople.parse({}), limit: 10 }),
  "capacity forecast": () => findFirstOpenings(reads, app.config, app.clock.now()),
};

async function count(run: () => Promise<unknown>): Promise<number> {
  queries = 0;
  await run();
  return queries;
}

test.each(Object.keys(pages))(
  "%s runs the same number of queries for sixty visits as for ten",
  async (name) => {
    const run = pages[name] ?? (() => Promise.resolve());
    await addVisits(10);
    // Prepared statements are built on first use.
    await run();
    const before = await count(run);
    await addVisits(50);
    expect(before).toBeGreaterThan(0);
    expect(await count(run)).toBe(before);
  },
);

test("each time range is read from the visits_by_hour index", async () => {
  for (const { condition } of await clockRangesOf(app.reads, "America/New_York")) {
    const { rows } = await sql<{ detail: string }>`
      explain query plan select id from visits where ${condition}
      order by (start_at - 36000000) % 86400000, start_at, id limit 51`.execute(app.reads);
    const plan = rows.map(({ detail }) => detail).join("; ");
    expect(plan).toContain("visits_by_hour");
    expect(plan).not.toContain("TEMP B-TREE");
  }
});

test.each([
  ["visits", "select id from visits order by start_at, id limit 51"],
  ["time", "select id from visits order by (start_at - 36000000) % 86400000, start_at, id limit 51"],
  ["type", "select id from visits order by visit_type, start_at, id limit 51"],
  ["status", "select id from visits order by status, start_at, id limit 51"],
  ["db", "select id from orders order by brightree_db, patient_id, id limit 51"],
  ["patient", "select id from orders order by patient_id, brightree_db, id limit 51"],
])("sorting by %s uses an index", async (_, text) => {
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(app.reads);
  expect(rows.map(({ detail }) => detail).join("; ")).toMatch(/USING (COVERING )?INDEX/);
  expect(rows.map(({ detail }) => detail).join("; ")).not.toContain("TEMP B-TREE");
});
