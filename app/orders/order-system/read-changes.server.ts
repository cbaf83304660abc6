import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import { day, minute } from "~/core/time";
import { operator } from "~/core/who";
import { OrderSystemFailure } from "~/integrations/order-system/failure";
import type { ChangedOrder, OrderSystem } from "~/integrations/order-system/order-system";
import { takeOrder } from "../changes/take-order.server";
import { learnStates, listWorklist } from "../worklist.server";
import { orderSystemOf } from "./order-systems.server";
import { keepLease, type Lease, LeaseLost, takeLease } from "./reading-lease.server";

/** What a reading brought. */
export interface Reading {
  inserted: number;
  updated: number;
  /** Orders that are none of ours to schedule. */
  outside: number;
  /** Why it ended early, or what could not be taken in; null where all went well. */
  problem: string | null;
}

// Clocks differ a little: what changed shortly before the last reading is looked at once more.
const overlap = 2 * minute;
const ordersAtOnce = 20;
const mostInSpan = 200;

/**
 * Reads what changed in the order system of a database since the last reading, span by span; each is
 * in for good before the next begins, so that a reading that was cut off goes on where it stood.
 *
 * @returns null where another reader is at it
 */
export async function readChanges(
  app: App,
  database: string,
  isStopping: () => boolean = () => false,
): Promise<Reading | null> {
  const lease = await takeLease(app.db, database, app.clock.now());
  if (!lease) return null;
  const reader = new ChangeReader(app, lease, isStopping);
  let failure: string | null = null;
  try {
    await reader.readOn();
  } catch (error) {
    if (error instanceof LeaseLost) return null;
    if (!(error instanceof OrderSystemFailure)) app.log.error({ err: error, database }, "reading orders");
    failure = error instanceof OrderSystemFailure ? error.message : "Something went wrong on our side.";
  }
  const reading = { ...reader.counts, problem: failure ?? reader.problem };
  await endReading(app, lease, reading, failure !== null);
  return reading;
}

class ChangeReader {
  readonly counts = { inserted: 0, updated: 0, outside: 0 };
  readonly #refused = new Map<string, string>();
  readonly #app: App;
  readonly #lease: Lease;
  readonly #isStopping: () => boolean;

  constructor(app: App, lease: Lease, isStopping: () => boolean) {
    this.#app = app;
    this.#lease = lease;
    this.#isStopping = isStopping;
  }

  /** The numbers of the orders that could not be taken in, and what is wrong with the first. */
  get problem(): string | null {
    const [first] = this.#refused;
    if (!first) return null;
    const count = this.#refused.size;
    return `${count} ${count === 1 ? "order" : "orders"} could not be taken in. Order ${first[0]}: ${first[1]}`;
  }

  async readOn(): Promise<void> {
    const { clock } = this.#app;
    const system = await orderSystemOf(this.#app, this.#lease.database);
    const end = clock.now();
    let from = this.#lease.readUntil - overlap;
    let width = day;
    while (from < end && !this.#isStopping()) {
      const to = Math.min(end, from + width);
      const keys = await system.listChangedOrders({ from, to, most: mostInSpan });
      if (keys === null) {
        width = Math.max(minute, (to - from) / 2);
        continue;
      }
      if (!(await this.#takeAll(system, keys))) return;
      await this.#app.db.transaction().execute((trx) => keepLease(trx, this.#lease, clock.now(), to));
      from = to;
      width = Math.min(day, width * 2);
    }
  }

  /** @returns whether all are in; not so where the process is about to end */
  async #takeAll(system: OrderSystem, keys: string[]): Promise<boolean> {
    const steps = new Map(
      (await listWorklist(this.#app.reads, this.#lease.database)).map(({ state, step }) => [
        state.toLowerCase(),
        step,
      ]),
    );
    for (let next = 0; next < keys.length; next += ordersAtOnce) {
      const orders: ChangedOrder[] = [];
      for (const key of keys.slice(next, next + ordersAtOnce)) {
        if (this.#isStopping()) return false;
        const order = await this.#fetch(system, key);
        if (order) orders.push(order);
      }
      await this.#write(orders, steps);
    }
    return true;
  }

  async #fetch(system: OrderSystem, key: string): Promise<ChangedOrder | null> {
    try {
      return await system.fetchOrder(key);
    } catch (error) {
      if (!(error instanceof OrderSystemFailure) || error.kind !== "refused") throw error;
      this.#refused.set(key, error.message);
      return null;
    }
  }

  #write(orders: ChangedOrder[], steps: ReadonlyMap<string, number | null>): Promise<void> {
    const { db, clock } = this.#app;
    const { database } = this.#lease;
    return db.transaction().execute(async (trx) => {
      const now = clock.now();
      await keepLease(trx, this.#lease, now);
      const states = orders.map(({ worklistState }) => worklistState).filter((state) => state !== null);
      await learnStates(trx, database, [...new Set(states)], now);
      for (const order of orders) {
        const step = steps.get(order.worklistState?.toLowerCase() ?? "") ?? null;
        const taken = await takeOrder(trx, this.#app, database, order, step);
        if (typeof taken === "object") this.#refused.set(order.sales_order_no, taken.error);
        else if (taken !== "unchanged") this.counts[taken] += 1;
      }
    });
  }
}

const readEvery = minute;
const longestPause = 30 * minute;

/** Gives the place back and says when it is time for the next reading: later after each failure. */
function endReading(app: App, lease: Lease, reading: Reading, failed: boolean): Promise<void> {
  const now = app.clock.now();
  return app.db.transaction().execute(async (trx) => {
    const { failures } = await trx
      .selectFrom("order_reads")
      .select("failures")
      .where("database_name", "=", lease.database)
      .executeTakeFirstOrThrow();
    const pause = failed ? Math.min(longestPause, readEvery * 2 ** failures) : readEvery;
    await trx
      .updateTable("order_reads")
      .set({
        ...reading,
        failures: failed ? failures + 1 : 0,
        due_at: now + pause,
        ended_at: now,
        lease: null,
        lease_until: null,
      })
      .where("database_name", "=", lease.database)
      .where("lease", "=", lease.token)
      .execute();
    const { inserted, updated } = reading;
    if (inserted + updated === 0) return;
    await record(trx, app, operator, {
      action: "orders.read",
      subject: `database ${lease.database}`,
      details: { inserted, updated },
    });
  });
}
