import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { daysIn } from "~/company/nudge-days";
import { orLog } from "~/core/or-log.server";
import { repeat } from "~/core/repeat.server";
import { day, minute } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { steps } from "~/orders/step";
import { followUpNoShows } from "../outcome/follow-up-no-show.server";
import { nudgeOrder } from "./nudge-order.server";

/** The orders that have been in their step for `nudge` days. Null after an unanswered last nudge. */
interface Window {
  database: string;
  nudge: number | null;
  /** Milliseconds UTC: after `from`, until `to`. */
  from: number;
  to: number;
}

// In days. Nudges that are later than this are skipped, so that an upgrade or import never floods patients.
const latest = 1;
// Calls stay due for longer, so that they are still made after an outage.
const latestCall = 7;

/** Asks patients who have a link but no visit to choose a time, then asks staff to call. @returns the number of orders */
export async function nudgeOrders(app: App): Promise<number> {
  const now = app.clock.now();
  let nudged = 0;
  for (const window of await listWindows(app.reads, now)) {
    let after: Page[number] | undefined;
    do {
      const page: Page = await listWaiting(app.reads, window, after);
      for (const order of page) {
        if (order.isDone) continue;
        const { id } = order;
        const done = await orLog(app.log, "nudges", { order: id }, () =>
          nudgeOrder(app, order, window.nudge),
        );
        if (done) nudged++;
        await yieldToEventLoop();
      }
      after = page.at(-1);
      await yieldToEventLoop();
    } while (after);
  }
  return nudged;
}

async function listWindows(db: Db, now: number): Promise<Window[]> {
  const databases = await db
    .selectFrom("databases")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select(["databases.name", "companies.nudge_days"])
    .orderBy("databases.name")
    .execute();
  return databases.flatMap(({ name: database, nudge_days }) => {
    const days = daysIn(nudge_days);
    const last = days.at(-1);
    if (last === undefined) return [];
    const window = (from: number, length: number) => ({
      database,
      from: now - (from + length) * day,
      to: now - from * day,
    });
    return [
      ...days.map((nudge) => ({ ...window(nudge, latest), nudge })),
      { ...window(last + 1, latestCall), nudge: null },
    ];
  });
}

type Page = Awaited<ReturnType<typeof listWaiting>>;

const pageSize = 500;

/** Uses the index of open orders. `isDone` is true if the nudge was sent or a call task exists. */
async function listWaiting(
  db: Db,
  { database, nudge, from, to }: Window,
  after?: { step_at: number; id: number },
) {
  let query = db
    .selectFrom("orders")
    .select(["orders.id", "orders.step_at"])
    .select(
      sql<number>`exists (select 1 from call_tasks
      where order_id = orders.id and (created_at >= orders.step_at or done_at is null))`.as("called"),
    )
    .select(
      sql<number>`exists (select 1 from outbox where order_id = orders.id and kind = 'nudge'
      and created_at >= orders.step_at + ${(nudge ?? 0) * day})`.as("nudged"),
    )
    .where("orders.closed_at", "is", null)
    .where("orders.brightree_db", "=", database)
    .where("orders.step", "=", steps.linkSent)
    // There is only one lower bound, because with two, SQLite may start each page from the lower one.
    .where("orders.step_at", ">=", after?.step_at ?? from + 1)
    .where("orders.step_at", "<=", to);
  if (after) {
    const { step_at: at, id } = after;
    query = query.where((eb) => eb.or([eb("step_at", ">", at), eb("id", ">", id)]));
  }
  const rows = await query.orderBy("orders.step_at").orderBy("orders.id").limit(pageSize).execute();
  const wanted = nudge === null ? 1 : 0;
  return rows.map(({ called, nudged, ...order }) => ({
    ...order,
    isDone: called === 1 || nudged !== wanted,
  }));
}

/** @returns a function that stops it and waits for the last round */
export function startNudges(app: App): () => Promise<void> {
  const round = async () => {
    await followUpNoShows(app);
    await nudgeOrders(app);
  };
  return repeat(minute, round, (error) => app.log.error({ err: error }, "nudges"));
}
