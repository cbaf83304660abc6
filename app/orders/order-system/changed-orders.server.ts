import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { day, minute } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { ChangedOrder, OrderSystem } from "~/integrations/order-system/order-system";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import { upsertFromOrderSystem } from "../changes/upsert-from-order-system.server";
import { type ReadOrder, type WriteOutcome, writeOrders } from "../write-orders.server";
import { addOrderStates, listOrderStates } from "./order-states.server";
import { orderSystemOf } from "./order-systems.server";
import { keepLease, type Lease } from "./sync-lease.server";

// The clocks of the two systems may differ.
const overlap = 2 * minute;
const ordersPerBatch = 20;
const mostInSpan = 200;
const shortestSpan = 5 * minute;
const pageSize = 100;

export interface SyncLimits {
  pause: number;
  /** The largest company has 100,000 orders. More pages mean that the responses are wrong. */
  mostPages: number;
}

export class ChangedOrders {
  readonly counts = { inserted: 0, updated: 0, outside: 0 };
  readonly #refused = new Map<string, string>();
  readonly #app: App;
  readonly #lease: Lease;
  readonly #signal: AbortSignal;
  readonly #limits: SyncLimits;

  constructor(app: App, lease: Lease, signal: AbortSignal, limits: SyncLimits) {
    this.#app = app;
    this.#lease = lease;
    this.#signal = signal;
    this.#limits = limits;
  }

  get problem(): string | null {
    const [first] = this.#refused;
    if (!first) return null;
    const [order, reason] = first;
    return `${plural(this.#refused.size, "order")} could not be imported. Order ${order}: ${reason}`;
  }

  async importAll(): Promise<void> {
    const system = await orderSystemOf(this.#app, this.#lease.database);
    const end = this.#app.clock.now();
    let from = this.#lease.readUntil - overlap;
    let width = day;
    while (from < end) {
      const to = Math.min(end, from + width);
      const keys = await this.#listChanged(system, from, to);
      if (keys === null) {
        width = Math.floor((to - from) / 2);
        continue;
      }
      await this.#import(system, keys);
      await this.#keepLease(to);
      from = to;
      width = Math.min(day, width * 2);
    }
  }

  /**
   * Reads the pages twice, the second time from last to first, because a change in between moves later orders up.
   * @returns null if there are too many changes for one time span
   */
  async #listChanged(system: OrderSystem, from: number, to: number): Promise<Set<string> | null> {
    const keys = new Set<string>();
    const read = async (page: number) => {
      if (page > 1) await this.#keepLease();
      const query = { from, to, page, pageSize };
      for (const key of await this.#call((signal) => system.listChangedOrders(query, signal))) keys.add(key);
    };
    let page = 0;
    let before: number;
    do {
      page += 1;
      if (page > this.#limits.mostPages) {
        throw new OrderSystemFailure(
          "garbled",
          "The order system keeps returning more changed orders than exist. Contact its support.",
        );
      }
      before = keys.size;
      await read(page);
      if (keys.size > mostInSpan && to - from >= shortestSpan) return null;
    } while (keys.size > before);
    if (keys.size >= pageSize) while (--page > 0) await read(page);
    return keys;
  }

  async #call<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    await sleep(this.#limits.pause, undefined, { signal: this.#signal });
    return call(this.#signal);
  }

  #keepLease(readUntil?: number): Promise<void> {
    const { db, clock } = this.#app;
    return db.transaction().execute((trx) => keepLease(trx, this.#lease, clock.now(), readUntil));
  }

  async #import(system: OrderSystem, keys: Set<string>): Promise<void> {
    const counts = await writeOrders(this.#app, this.#fetchAll(system, keys), await this.#saveBatch(), {
      report: (order, problems) => this.#refused.set(order, problems[0]?.error ?? ""),
      batchSize: ordersPerBatch,
    });
    for (const kind of ["inserted", "updated", "outside"] as const) this.counts[kind] += counts[kind];
  }

  async *#fetchAll(system: OrderSystem, keys: Set<string>): AsyncGenerator<ReadOrder<string, ChangedOrder>> {
    for (const key of keys) {
      try {
        const order = await this.#call((signal) => system.fetchOrder(key, signal));
        if (order) yield { place: order.sales_order_no, order };
        else await this.#keepLease();
      } catch (error) {
        if (!(error instanceof OrderSystemFailure) || error.kind !== "refused") throw error;
        yield { place: key, problems: [{ field: "order", error: error.message }] };
        await this.#keepLease();
      }
    }
  }

  async #saveBatch() {
    const { clock, reads } = this.#app;
    const { database } = this.#lease;
    const known = await listOrderStates(reads, database);
    const steps = new Map(known.map(({ state, step }) => [state.toLowerCase(), step]));
    return async (trx: Db, orders: readonly ChangedOrder[]): Promise<WriteOutcome[]> => {
      const now = clock.now();
      await keepLease(trx, this.#lease, now);
      const states = orders.map(({ orderState }) => orderState).filter((state) => state !== null);
      await addOrderStates(trx, database, [...new Set(states)], now);
      const outcomes: WriteOutcome[] = [];
      for (const order of orders) {
        const step = steps.get(order.orderState?.toLowerCase() ?? "") ?? null;
        outcomes.push(await upsertFromOrderSystem({ trx, app: this.#app }, database, order, step));
      }
      return outcomes;
    };
  }
}
