import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { addDays, day, localDate } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedTherapist, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock } = server;
const { database, therapist } = await seedClinic(app);
await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
const supervisor = await staffClient(server, "supervisor");
const today = localDate(clock.now(), "UTC");
const zone = "America/New_York";

let seed = 7;
/** From 0 to 1, the same in each run. */
const random = () => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
};

interface Setup {
  daysAgo: number;
  /** The share of the nights with 4 hours; null without values. */
  share: number | null;
  end_reason?: "returned" | "stopped" | "died" | "other_supplier";
}

/** A setup with random nights, which a visit of one of two therapists began. */
async function setUp({ daysAgo, share, end_reason }: Setup) {
  const order = await seedOrder(app, { brightree_db: database, patient_name: "Ruth Avery" });
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: random() < 0.5 ? therapist.id : other.id,
    start_at: clock.now() - daysAgo * day - order.id * 3_600_000,
    status: "completed",
    patient_zone: zone,
  });
  const started_on = addDays(today, -daysAgo);
  await app.db
    .insertInto("first_nights")
    .values({
      order_id: order.id,
      started_on,
      zone,
      visit_id: visit.id,
      created_at: clock.now(),
      ...(end_reason && { ended_at: clock.now() - 2 * day, end_reason }),
    })
    .execute();
  for (let index = 0; share !== null && index < Math.min(daysAgo, 95); index++) {
    if (random() < 0.1) continue;
    await app.db
      .insertInto("nights")
      .values({
        order_id: order.id,
        night: addDays(started_on, index),
        source: "device",
        minutes: random() < share ? 240 + Math.floor(random() * 200) : Math.floor(random() * 240),
        entered_by: "test",
        entered_at: clock.now(),
      })
      .execute();
  }
  return order;
}

const other = await seedTherapist(app, { name: "Olga Oates" });
const setups: Setup[] = [
  ...Array.from({ length: 24 }, (_, index) => ({ daysAgo: 5 + index * 5, share: 0.4 + random() * 0.6 })),
  { daysAgo: 110, share: null },
  { daysAgo: 3, share: null },
  { daysAgo: 40, share: 0.3, end_reason: "returned" },
  { daysAgo: 40, share: 0.3, end_reason: "died" },
  { daysAgo: 20, share: null, end_reason: "stopped" },
  { daysAgo: 60, share: 1, end_reason: "other_supplier" },
];
for (const each of setups) await setUp(each);

/** The result of a row of the file, from its nights only and without the product's code. */
function recompute(row: Record<string, string>): string {
  const first = Date.parse(row["First night"] ?? "");
  const over = Math.min(
    90,
    Math.max(0, Math.round((Date.parse(row["Nights before"] ?? "") - first) / 86_400_000)),
  );
  const nights = Array.from({ length: 90 }, (_, index) => row[`Night ${index + 1} (min)`] ?? "");
  const good = nights.map((minutes, index) => index < over && minutes !== "" && Number(minutes) >= 240);
  const most = (nightsLeftCount: boolean) =>
    Math.max(
      ...Array.from(
        { length: 61 },
        (_, start) =>
          good
            .slice(start, start + 30)
            .filter((isGood, index) => isGood || (nightsLeftCount && start + index >= over)).length,
      ),
    );
  if (most(false) >= 21) return "Met";
  if (["returned", "stopped"].includes(row["Ended because"] ?? "")) return "Missed";
  if (most(true) < 21) return nights.some((minutes) => minutes !== "") ? "Missed" : "Unknown";
  return row["Ended because"] ? "Unknown" : "In progress";
}

const exported = async (query = "") => {
  const { text, status } = await supervisor.get(`/nights/report.csv${query}`);
  expect(status).toBe(200);
  return parse(text, { bom: true, columns: true }) as Record<string, string>[];
};

test("the file recomputes each result and the report's numbers", async () => {
  const rows = await exported();
  expect(rows).toHaveLength(setups.length);
  for (const row of rows)
    expect([row["Patient ID"], row.Result]).toEqual([row["Patient ID"], recompute(row)]);
  expect(new Set(rows.map(({ Result }) => Result))).toEqual(
    new Set(["Met", "Missed", "In progress", "Unknown"]),
  );
  const page = await PlainPage.open(supervisor, "/nights/report");
  expect(page.text).toContain(`${setups.length} setups in this period.`);
  for (const [caption, head, column] of [
    ["By therapist", "Therapist", "Therapist"],
    ["By kind of visit", "Kind of visit", "Kind of visit"],
  ] as const) {
    for (const line of page.table(caption)) {
      const some = rows.filter((row) => row[column] === line[head]);
      for (const result of ["Met", "Missed", "In progress", "Unknown"]) {
        const count = some.filter((row) => recompute(row) === result).length;
        expect([caption, line[head], result, line[result]]).toEqual([
          caption,
          line[head],
          result,
          String(count),
        ]);
      }
    }
  }
  const months = page.table("By month of setup");
  expect(months).toHaveLength(new Set(rows.map((row) => row["Month of setup"])).size);
  const sum = months.reduce((total, line) => total + Number(line.Met) + Number(line.Missed), 0);
  expect(sum).toBe(rows.filter((row) => ["Met", "Missed"].includes(recompute(row))).length);
});

test("each number leads to its patients, and the audit log has the export without a night", async () => {
  const page = await PlainPage.open(supervisor, "/reports");
  const report = await page.follow("Results of the first 90 nights");
  expect(report.heading).toBe("Report of the first 90 nights");
  const [first] = report.table("By therapist");
  const chosen = await report.open(report.links(/^\d+$/).find((href) => href.includes("by=therapist")) ?? "");
  expect(chosen.table("Patients")).toHaveLength(Number(first?.Met));
  await chosen.follow("Export CSV");
  const entry = await app.reads
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "nights.report_exported")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(Object.keys(JSON.parse(entry.details ?? "{}")).sort()).toEqual(["from", "rows", "to"]);
});

test("the period is by the first night, and wrong dates are explained", async () => {
  const from = addDays(today, -25);
  const expected = setups.filter(({ daysAgo }) => daysAgo <= 25).length;
  expect(await exported(`?from=${from}&to=${today}`)).toHaveLength(expected);
  const page = await PlainPage.open(supervisor, "/nights/report");
  const shown = await page.press("Show", { from, to: today });
  expect(shown.text).toContain(`${expected} setups in this period.`);
  const wrong = await page.press("Show", { from: today, to: from });
  expect(wrong.text).toContain("The end date is before the start date.");
});

test("therapists see no report", async () => {
  const client = await staffClient(server, "therapist");
  expect((await client.get("/nights/report")).status).not.toBe(200);
  expect((await client.get("/nights/report.csv")).status).toBe(403);
  expect((await new Client(server.url).get("/nights/report.csv")).status).toBe(401);
});
