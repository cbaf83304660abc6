import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { atEnd } from "../support/cleanup";
import { seedUser } from "../support/seed";
import { type About, guards, type Walk } from "./ids/guards";
import { type Id, openDoor } from "./ids/knock";
import { enterLargeClinic, openStaffSession, stateOf } from "./ids/large-clinic";

// AMOUNT asks so many of each, spread over all of them.
const most = Number(process.env.AMOUNT ?? Number.POSITIVE_INFINITY);
const shownFaults = 10;

const { app, file, tokens, own } = await enterLargeClinic();
atEnd(() => rmSync(dirname(file), { recursive: true, force: true }));
const strayTherapist = await seedUser(app, ["therapist"]);
tokens.set("therapist without a record", await openStaffSession(app, strayTherapist.id));
own.userIds.push(strayTherapist.id);
const before = stateOf(file, own);

const missing: Id = { id: 987_654_321, pid: 987_654_321, db: "QHMS", so: "987654321", name: "Nobody Known" };

const ownOrders = `select order_id from visits where therapist_id = ${own.therapistId} union select ${own.orderId}`;
const notOwn: Record<About, string> = {
  visits: `select id from visits where order_id <> ${own.orderId} and therapist_id <> ${own.therapistId}`,
  patients: `select patient_id as pid, brightree_db as db, sales_order_no as so from orders
    where patient_id not in (select patient_id from orders where id in (${ownOrders}))`,
  orders: `select id from orders where id <> ${own.orderId}`,
  "other companies' orders": `select id from orders
    where brightree_db not in (select databases.name from databases
      join therapists on therapists.company_id = databases.company_id where therapists.id = ${own.therapistId})
    and id not in (${ownOrders})`,
  threads: "select id from threads",
  therapists: `select id, name from therapists where id <> ${own.therapistId}`,
  users: `select id from users where id not in (${own.userIds})`,
  deliveries: "select id from outbox",
};

async function idsOf(about: About): Promise<Id[]> {
  const { rows } = await sql.raw<Id>(notOwn[about]).execute(app.reads);
  const step = Math.max(1, Math.ceil(rows.length / most));
  return rows.filter((_, at) => at % step === 0);
}

/** How many rows were ever written over the one connection that writes. */
async function writes(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(app.db);
  return rows[0]?.count ?? 0;
}

/** Requests a route with each id, and returns the answers that differ from the answer for an id that doesn't exist. */
async function walk(who: string, { door, fields }: Walk, ids: readonly Id[]): Promise<string[]> {
  const knock = await openDoor(app, door, fields);
  const token = tokens.get(who);
  const nobodys = await knock(token, missing);
  const faults: string[] = [];
  for (const [at, id] of ids.entries()) {
    // Answers come without the loop ever turning: the test's own runner has its turn now and then.
    if (at % 1000 === 0) await setImmediate();
    const told = await knock(token, id);
    // What was asked for comes back in some answers.
    const expected = nobodys.replaceAll(String(missing.id), String(id.id ?? id.pid));
    if (told !== expected)
      faults.push(`${JSON.stringify(id)}: ${told} in place of ${expected}`.slice(0, 500));
    if (faults.length === shownFaults) break;
  }
  console.log(`${ids.length} times ${nobodys.slice(0, 80)}`);
  return faults;
}

for (const [guard, { walks }] of Object.entries(guards)) {
  for (const along of walks) {
    for (const who of along.people) {
      test(`${guard} keeps the ${along.about} of others from ${who}, each of them: ${along.door}`, async () => {
        const written = await writes();
        expect(await walk(who, along, await idsOf(along.about))).toEqual([]);
        if (!along.opensSessions) expect(await writes()).toBe(written);
      });
    }
  }
}

test("after all of it nothing of others in the whole database has changed", () => {
  expect(stateOf(file, own)).toBe(before);
});
