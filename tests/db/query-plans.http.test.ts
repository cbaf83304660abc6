import type { ServerBuild } from "@remix-run/node";
import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { day, hour, iso } from "~/core/time";
import { keepTextingHours } from "~/dashboard/reports/texting-hours.server";
import { createDemo } from "~/demo/create-demo.server";
import { scales } from "~/demo/demo-size";
import type { Methods } from "~/http/api.server";
import { runWaves } from "~/offers/run-waves.server";
import { nudgeOrders } from "~/visits/nudges/nudge-orders.server";
import { followUpNoShows } from "~/visits/outcome/follow-up-no-show.server";
import { Client } from "../support/client";
import { signInPatient, signInStaff } from "../support/seed";
import { builtServer, startServer } from "../support/server";

// Tables that grow over the years must be read through an index. The test calls every route and checks the query
// plans of all prepared statements.

const prepared = new Set<string>();
const { prepare } = Database.prototype;
Database.prototype.prepare = function (this: Database.Database, sql: string) {
  prepared.add(sql);
  return prepare.call(this, sql);
} as typeof prepare;
afterAll(() => {
  Database.prototype.prepare = prepare;
});

const server = await startServer();
const { app } = server;
await createDemo(app, scales.small);
prepared.clear();
const { build } = await builtServer();

const idOf = async (table: "orders" | "visits", step = 6) =>
  table === "orders"
    ? (
        await app.reads
          .selectFrom("orders")
          .select("id")
          .where("step", "=", step)
          .where("closed_at", "is", null)
          .executeTakeFirstOrThrow()
      ).id
    : (
        await app.reads
          .selectFrom("visits")
          .select("id")
          .where("status", "=", "submitted")
          .executeTakeFirstOrThrow()
      ).id;

/** The demo's kind of visit at a branch, and an order of a patient who can book it. */
const branch = await app.reads
  .selectFrom("visit_kinds")
  .innerJoin("databases", "databases.company_id", "visit_kinds.company_id")
  .innerJoin("orders", "orders.brightree_db", "databases.name")
  .select(["visit_kinds.id as kind", "orders.id as order"])
  .where("visit_kinds.mode", "=", "branch")
  .where("orders.step", "=", 5)
  .where("orders.closed_at", "is", null)
  .executeTakeFirstOrThrow();

const users = await app.reads.selectFrom("user_roles").select(["user_id", "role"]).execute();
const userWith = (role: string) => users.find((user) => user.role === role)?.user_id ?? 0;

/** Every request gets a new session, because some routes end the session. */
const people: ((client: Client) => Promise<string>)[] = [
  (client) => signInStaff(app, client, userWith("admin")),
  (client) => signInStaff(app, client, userWith("therapist")),
  async (client) => signInPatient(app, client, await idOf("orders", 5)),
  async (client) => signInPatient(app, client, await idOf("orders", 6)),
  (client) => signInPatient(app, client, branch.order),
];

const tomorrow = iso(app.clock.now() + day).slice(0, 10);
/** Searches, filters, and sort orders, which run different statements. */
const queries: Record<string, string[]> = {
  "/schedule": [`?date=${tomorrow}&part=morning`, "?region=NC", `?kind=${branch.kind}`],
  "/api/availability": [`?from=${tomorrow}&region=NC&limit=10`, `?kind=${branch.kind}`],
  "/appointments": [
    "?q=Ann",
    "?q=40012&status=confirmed&sort=patient",
    "?sort=date&database=QHMS&therapist=1",
  ],
  "/users": ["?q=ann&role=therapist"],
  "/messages": [
    "?q=Ann",
    "?q=9195550100",
    "?q=1956-04-12",
    "?folder=starred",
    "?filter=unanswered",
    "?q=visit",
  ],
  "/api/sms/threads": ["?q=Ann", "?q=40012&limit=5", "?folder=patients"],
  "/api/sms/messages": ["?thread_id=1", "?thread_id=1&before=5", "?thread_id=1&after=5"],
  "/calendars": ["?tab=worklist", "?tab=capacity", "?tab=capacity&sort=load", "?status=submitted&region=NC"],
  "/supervisordashboard": ["?database=QHMS", "?therapist=1"],
  "/new-appointment": ["?q=40012", "?q=Ann", "?q=9195550100", "?q=1956-04-12", "?order=1"],
  "/admin/audit": ["?q=visit", "?action=visit.booked&from=2026-01-01"],
  "/admin/deliveries": ["?status=failed"],
  "/api/code-info": ["?patient_id=20000"],
  "/api/order-meta": ["?patient_id=20000&brightree_db=QHMS"],
  "/api/composite-appointments": [`?start=${tomorrow}&end=${tomorrow}`],
  "/api/kpi/step-orders": ["?step=5"],
  "/orders": [
    "?owner=me",
    "?owner=none&sort=owner",
    "?owner=1&due=overdue&sort=due",
    "?search=Ann&sort=patient",
    "?search=40012&db=QHMS&step=5&sort=so&direction=desc",
    "?page=2&sort=db",
  ],
  "/supervisordashboard/codes": [
    "?search=Ann&sort=patient",
    "?search=9195550100&sort=opened",
    "?expires=tomorrow&sort=expires&db=QHMS",
  ],
  "/supervisordashboard/codes/resend": ["?code=1.1"],
  "/orders/links": ["?order=1", "?import=1", "?step=1"],
  "/orders/links.csv": ["?order=1"],
  "/views/new": ["?list=appointments"],
  "/worklist.csv": ["?search=Ann", "?region=NC"],
  "/orders.csv": ["?due=overdue"],
};

const visitId = await idOf("visits");

/** Fills in a path's parameters with existing records. */
const fill = (path: string) =>
  path
    .replace("/:conversationId?", "/1")
    .replace(/^\/(visits|api\/appointments)\/:id/, `/$1/${visitId}`)
    .replace(":step", "5")
    .replace(":name", "QHMS")
    .replace(/:(id|conversationId)/, "1")
    .replace(/:\w+/, "nothing-of-this-name");

const streams = ["/api/sms/stream", "/api/changes"];
const routes = Object.values(build.routes as ServerBuild["routes"]).flatMap((route) => {
  const path = `/${route?.path ?? ""}`.replace("//", "/");
  // Event streams never end.
  if (!route || route.id === "root" || path.includes("*") || streams.includes(path)) return [];
  const methods = (route.module.loader as { methods?: Methods } | undefined)?.methods;
  const changes = methods ? Object.keys(methods).filter((verb) => verb !== "GET") : ["POST"];
  return [{ path, isApi: methods !== undefined, changes: route.module.action ? changes : [] }];
});

async function ask(enter: (typeof people)[number], path: string, how: Parameters<Client["send"]>[1]) {
  const client = new Client(server.url);
  await enter(client);
  const { status, text } = await client.send(path, how);
  expect(status, `${path}: ${text.slice(0, 300)}`).toBeLessThan(500);
}

async function walk(): Promise<void> {
  for (const enter of people) {
    for (const { path } of routes) {
      for (const query of ["", ...(queries[path.replace("/:conversationId?", "")] ?? [])]) {
        await ask(enter, fill(path) + query, {});
      }
    }
  }
  for (const enter of [people[0], people[3]]) {
    if (!enter) continue;
    for (const { path, isApi, changes } of routes) {
      for (const method of changes)
        await ask(enter, fill(path), { method, ...(isApi ? { json: {} } : { form: {} }) });
    }
  }
}

/** Runs the jobs that find patients to remind, with one patient for each job. */
async function runJobs(): Promise<void> {
  const now = app.clock.now();
  const waiting = app.db.updateTable("orders").where("step", "=", 5).where("closed_at", "is", null);
  await waiting.set({ step_at: now - day - hour }).execute();
  const missed = app.db.updateTable("visits").where("status", "=", "no show");
  await missed.set({ no_show_at: now - hour }).execute();
  expect(await followUpNoShows(app)).toBeGreaterThan(0);
  expect(await nudgeOrders(app)).toBeGreaterThan(0);
  expect(await keepTextingHours(app)).toBeGreaterThan(0);
  await runWaves(app);
}

/** Allowed full scans with reasons. */
const mayBeScanned: [plan: RegExp, why: string][] = [
  [
    /^SCAN (companies|databases|visit_kinds|places|therapists|users|user_roles|order_systems|webhook_endpoints|note_settings|t|d|u)\b/,
    "a clinic has only a few rows",
  ],
  [
    /^SCAN (thread_changes|installation|settings|migrations|single_sign_on|sqlite_\w+|step_counts|integration_keys)\b/,
    "the table stays small",
  ],
  [
    /^SCAN (days|zones|regions|offered|booked|counted|working|text|free|words|found|taken|starting|wishes|opening|people|\(|\d+ CONSTANT|CONSTANT|\d+-ROW)/,
    "a temporary result of the same query",
  ],
  [/^SCAN slots ## +with recursive kind_slots as materialized/, "a temporary result of the same query"],
  [/^SCAN \w+ VIRTUAL TABLE INDEX/, "a full-text search or a list parameter"],
  [
    /^SCAN (sessions|sign_in_challenges|passkey_challenges|two_step_offers|password_tokens|limits)\b/,
    "expired rows are deleted every hour",
  ],
  [
    /^SCAN (some|\w+ USING COVERING INDEX \w+) ## select count\(\*\) as "count" from \(select 1 as "one" .* limit \?\) as "some"$/,
    "the set-up list counts to 10,000",
  ],
  [
    /^SCAN \w+ USING COVERING INDEX \w+ ## +select exists \(select 1 from \w+\) as/,
    "it stops at the first row",
  ],
  [
    /^SCAN (orders|newest) ## +select min\(later\.reached_at\)/,
    "reads the newest 1,000 orders, every ten minutes",
  ],
  [/^SCAN calendars\b/, "a therapist has only a few"],
  [/^SCAN held_moves\b/, "one row for each move of the last half minute"],
  [/^SCAN imports\b/, "one row for each file of the last few days"],
  [
    /^SCAN outbox USING (COVERING )?INDEX outbox_(due|held|possibly_sent)\b/,
    "the index contains only waiting messages",
  ],
  [/^SCAN orders USING INDEX orders_open_by_step\b/, "the index contains only open orders"],
  [
    /^SCAN access_codes USING INDEX access_codes_(newest|one_per_order)\b/,
    "the index contains only valid codes",
  ],
  [/^SCAN \w+ ## select [^?]* from "\w+" order by "id" desc limit \?$/, "it stops at the page's end"],
  [/^SCAN offers ## .* order by "offers"\."id" desc limit \?$/, "it stops at the page's end"],
  [/^SCAN (threads|visits) USING (COVERING )?INDEX \w+ ## .* limit \?$/, "it stops at the page's end"],
  [/^SCAN audit_log ## .* "action" = \? order by "id" desc limit/, "runs before the whole log is read"],
  [/ in \(\)/, "the list is empty"],
  [
    /^SCAN consents ## insert into "messages"/,
    "a foreign key check, which is skipped if there are no references",
  ],
];

test("every statement reads growing tables through an index", async () => {
  await walk();
  await runJobs();
  expect(prepared.size).toBeGreaterThan(200);
  expect([...prepared].filter((sql) => sql.includes("as starting"))).not.toEqual([]);
  const database = new Database(`${app.config.dataDir}/firstnight.db`, { readonly: true });
  const scans = [...prepared].flatMap((sql) => {
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(sql)) return [];
    const values = new Array(sql.split("?").length - 1).fill(null);
    const plan = prepare.call(database, `explain query plan ${sql}`).all(values) as { detail: string }[];
    const shape = sql
      .replace(/\s+/g, " ")
      .replaceAll("+?", "?")
      .replace(/limit \d+/g, "limit ?");
    return plan.map(({ detail }) => `${detail} ## ${shape}`);
  });
  database.close();
  const reads = scans.filter(
    (line) =>
      (line.startsWith("SCAN ") && !mayBeScanned.some(([plan]) => plan.test(line))) ||
      // The view is read whole, once for each slot, if a condition isn't passed into it.
      (line.startsWith("CO-ROUTINE taken_rooms") && line.includes("from visit_kinds as kind")),
  );
  expect(reads).toEqual([]);
}, 120_000);
