import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { atEnd } from "../support/cleanup";
import { seedUser } from "../support/seed";
import { type Id, routeCaller } from "./ids/call-route";
import { guards, type RecordKind, type Walk } from "./ids/guards";
import { openStaffSession, prepareLargeClinic, stateOf } from "./ids/large-clinic";

// AMOUNT limits the number of IDs of each kind. They are evenly spread over all IDs.
const most = Number(process.env.AMOUNT ?? Number.POSITIVE_INFINITY);
const maxFaults = 10;

const { app, file, tokens, own } = await prepareLargeClinic();
atEnd(() => rmSync(dirname(file), { recursive: true, force: true }));
const unlinkedTherapist = await seedUser(app, ["therapist"]);
tokens.set("therapist without a profile", await openStaffSession(app, unlinkedTherapist.id));
own.userIds.push(unlinkedTherapist.id);
const before = stateOf(file, own);

const missing: Id = {
  id: 987_654_321,
  pid: 987_654_321,
  db: "QHMS",
  so: "987654321",
  name: "Unknown Person",
};

const ownOrders = `select order_id from visits where therapist_id = ${own.therapistId} union select ${own.orderId}`;
const notOwn: Record<RecordKind, string> = {
  visits: `select id from visits where order_id <> ${own.orderId} and therapist_id <> ${own.therapistId}`,
  patients: `select patient_id as pid, brightree_db as db, sales_order_no as so from orders
    where patient_id not in (select patient_id from orders where id in (${ownOrders}))`,
  orders: `select id from orders where id <> ${own.orderId}`,
  "orders of other companies": `select id from orders
    where brightree_db not in (select databases.name from databases
      join therapists on therapists.company_id = databases.company_id where therapists.id = ${own.therapistId})
    and id not in (${ownOrders})`,
  threads: "select id from threads",
  therapists: `select id, name from therapists where id <> ${own.therapistId}`,
  users: `select id from users where id not in (${own.userIds})`,
  deliveries: "select id from outbox",
  "bulk changes": `select id from bulk_changes where user_id not in (${own.userIds})`,
  "saved views": `select id from saved_views where user_id not in (${own.userIds})`,
};

async function idsOf(records: RecordKind): Promise<Id[]> {
  const { rows } = await sql.raw<Id>(notOwn[records]).execute(app.reads);
  const step = Math.max(1, Math.ceil(rows.length / most));
  return rows.filter((_, at) => at % step === 0);
}

/** The number of rows written so far over the write connection. */
async function countWrites(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(app.db);
  return rows[0]?.count ?? 0;
}

/** Requests a route with each ID; returns the responses that differ from the response for an ID that doesn't exist. */
async function walk(who: string, { route, fields }: Walk, ids: readonly Id[]): Promise<string[]> {
  const request = await routeCaller(app, route, fields);
  const token = tokens.get(who);
  const unknown = await request(token, missing);
  const faults: string[] = [];
  for (const [at, id] of ids.entries()) {
    // Yields to the test runner, because these calls don't return to the event loop.
    if (at % 1000 === 0) await setImmediate();
    const response = await request(token, id);
    // Some responses contain the requested values.
    const expected = unknown.replaceAll(String(missing.id), String(id.id ?? id.pid));
    if (response !== expected)
      faults.push(`${JSON.stringify(id)}: got ${response}, expected ${expected}`.slice(0, 500));
    if (faults.length === maxFaults) break;
  }
  console.log(`${ids.length} responses like ${unknown.slice(0, 80)}`);
  return faults;
}

for (const [guard, { walks }] of Object.entries(guards)) {
  for (const entry of walks) {
    for (const who of entry.people) {
      test(`${guard} hides other users' ${entry.records} from ${who}: ${entry.route}`, async () => {
        const writesBefore = await countWrites();
        expect(await walk(who, entry, await idsOf(entry.records))).toEqual([]);
        if (!entry.opensSessions) expect(await countWrites()).toBe(writesBefore);
      });
    }
  }
}

test("no other user's records in the database have changed", () => {
  expect(stateOf(file, own)).toBe(before);
});
