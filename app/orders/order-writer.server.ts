import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { ImportCounts, OrderRow, RowProblem } from "./order-row";
import { type Outcome, upsertOrders } from "./upsert-orders.server";

/** A row with its place in what came in, by which it is told where it is bad. */
interface Placed<Place> {
  place: Place;
  row: OrderRow;
}

// A file of any length never holds the database for longer than so many rows take.
const rowsAtOnce = 40;

/** Rows in, by the hundred, each lot in one transaction; the bad ones are told and the good ones stay. */
export class OrderWriter<Place> {
  readonly tally: ImportCounts = { inserted: 0, updated: 0, unchanged: 0 };
  readonly #app: App;
  readonly #who: Who;
  readonly #source: string;
  readonly #tell: (place: Place, problem: RowProblem) => void;
  #waiting: Placed<Place>[] = [];

  /** @param source as the audit log names it: "a file" */
  constructor(app: App, who: Who, source: string, tell: (place: Place, problem: RowProblem) => void) {
    this.#app = app;
    this.#who = who;
    this.#source = source;
    this.#tell = tell;
  }

  async add(placed: Placed<Place>): Promise<void> {
    this.#waiting.push(placed);
    if (this.#waiting.length >= rowsAtOnce) await this.flush();
  }

  /** Writes what waits; call it after the last row. */
  async flush(): Promise<void> {
    const lot = this.#waiting;
    this.#waiting = [];
    if (lot.length === 0) return;
    const { db, clock } = this.#app;
    const done = await db.transaction().execute(async (trx) => {
      const outcomes = await upsertOrders(
        trx,
        clock.now(),
        lot.map(({ row }) => row),
      );
      const counts = tallyOf([...outcomes.values()]);
      if (counts.inserted + counts.updated > 0) {
        const details = { from: this.#source, ...counts };
        await logAudit(trx, this.#app, this.#who, { action: "orders.imported", details });
      }
      return { outcomes, counts };
    });
    for (const key of ["inserted", "updated", "unchanged"] as const) this.tally[key] += done.counts[key];
    for (const { place, row } of lot) {
      const outcome = done.outcomes.get(row);
      if (typeof outcome === "object") this.#tell(place, outcome);
    }
  }
}

function tallyOf(outcomes: Outcome[]): ImportCounts {
  const count = (kind: keyof ImportCounts) => outcomes.filter((outcome) => outcome === kind).length;
  return { inserted: count("inserted"), updated: count("updated"), unchanged: count("unchanged") };
}
