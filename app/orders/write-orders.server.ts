import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { OrderRow, RowProblem, Tally } from "./order-row";
import { writeOrder } from "./write-order.server";

/** A row with its place in what came in: a line or an index. */
export interface Placed {
  place: number;
  row: OrderRow;
}

type Outcome = keyof Tally | RowProblem;

// A file of any length never holds the database for longer than so many rows take.
const rowsAtOnce = 150;

/** Rows in, by the hundred, each lot in one transaction; the bad ones are told and the good ones stay. */
export class OrderWriter {
  readonly tally: Tally = { inserted: 0, updated: 0, unchanged: 0 };
  readonly #app: App;
  readonly #who: Who;
  readonly #source: string;
  readonly #tell: (place: number, problem: RowProblem) => void;
  #waiting: Placed[] = [];

  /** @param source as the audit log names it: "a file" */
  constructor(app: App, who: Who, source: string, tell: (place: number, problem: RowProblem) => void) {
    this.#app = app;
    this.#who = who;
    this.#source = source;
    this.#tell = tell;
  }

  async add(placed: Placed): Promise<void> {
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
      const outcomes: Outcome[] = [];
      for (const { row } of lot) outcomes.push(await writeOrder(trx, clock.now(), row));
      const counts = tallyOf(outcomes);
      if (counts.inserted + counts.updated > 0) {
        const details = { from: this.#source, ...counts };
        await record(trx, this.#app, this.#who, { action: "orders.imported", details });
      }
      return { outcomes, counts };
    });
    for (const key of ["inserted", "updated", "unchanged"] as const) this.tally[key] += done.counts[key];
    done.outcomes.forEach((outcome, index) => {
      if (typeof outcome === "object") this.#tell(lot[index]?.place ?? 0, outcome);
    });
  }
}

function tallyOf(outcomes: Outcome[]): Tally {
  const count = (kind: keyof Tally) => outcomes.filter((outcome) => outcome === kind).length;
  return { inserted: count("inserted"), updated: count("updated"), unchanged: count("unchanged") };
}
