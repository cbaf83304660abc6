import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { planShipment, shipmentFactsIn } from "~/equipment/save-shipment.server";
import { matchOrders, numberOf, type Order } from "../match-orders.server";
import type { OrderRow, RowProblem } from "../order-row";
import { changesOf, otherPatient } from "../update-order.server";
import { noDatabase } from "../upsert-orders.server";

type Outcome = "inserted" | "updated" | "unchanged";

/** `was` is the order's outcome by an earlier row of the file, if there was one: each order counts once. */
type Preview = { outcome: Outcome; fields: string[]; was: Outcome | null } | RowProblem;

/** Finds the changes that an import would make, without making them. */
export class OrderPreview {
  readonly #db: Db;
  readonly #databases: Set<string>;
  /** The patients and outcomes of earlier rows, by number. */
  readonly #seen = new Map<string, { patient: number; outcome: Outcome }>();
  /** Orders without a number that earlier rows matched. */
  readonly #taken = new Set<number>();

  constructor(db: Db, databases: Set<string>) {
    this.#db = db;
    this.#databases = databases;
  }

  async of(rows: readonly OrderRow[]): Promise<Map<OrderRow, Preview>> {
    const orderOf = await matchOrders(this.#db, rows);
    const shipments = await listShipmentsOf(this.#db, rows.filter(shipmentFactsIn));
    return new Map(rows.map((row) => [row, this.#of(row, orderOf, shipments)]));
  }

  #of(
    row: OrderRow,
    orderOf: (row: OrderRow) => Order | undefined,
    shipments: Map<number, Row<"shipments">[]>,
  ): Preview {
    const number = numberOf(row);
    const seen = this.#seen.get(number);
    let order = orderOf(row);
    if (order && order.sales_order_no === null) {
      if (this.#taken.has(order.id)) order = undefined;
      else this.#taken.add(order.id);
    }
    if (!order) {
      if (!this.#databases.has(row.brightree_db)) return noDatabase(row.brightree_db);
      if (seen && seen.patient !== row.patient_id) return otherPatient(row);
      const outcome = seen?.outcome === "inserted" || row.order_status !== "over" ? "inserted" : "unchanged";
      return this.#see(row, outcome, []);
    }
    if (order.patient_id !== row.patient_id) return otherPatient(row);
    const fields = changedFields(order, row, shipments.get(order.id) ?? []);
    return this.#see(row, seen?.outcome === "updated" || fields.length > 0 ? "updated" : "unchanged", fields);
  }

  #see(row: OrderRow, outcome: Outcome, fields: string[]): Preview {
    const number = numberOf(row);
    const was = this.#seen.get(number)?.outcome ?? null;
    if (was !== null || this.#seen.size < mostNumbers) {
      this.#seen.set(number, { patient: row.patient_id, outcome });
    }
    return { outcome, fields: was === "updated" ? [] : fields, was };
  }
}

/** In a file with more orders, a number that comes again later isn't noticed, which bounds the memory. */
export const mostNumbers = 300_000;

async function listShipmentsOf(db: Db, rows: readonly OrderRow[]): Promise<Map<number, Row<"shipments">[]>> {
  if (rows.length === 0) return new Map();
  const keys = JSON.stringify(rows.map((row) => [row.brightree_db, row.sales_order_no]));
  const found = await sql<Row<"shipments">>`
    select shipments.* from json_each(${keys}) as row cross join orders
    join shipments on shipments.order_id = orders.id
    where orders.brightree_db = row.value ->> 0 and orders.sales_order_no = row.value ->> 1
    order by shipments.id
  `.execute(db);
  return Map.groupBy(found.rows, ({ order_id }) => order_id);
}

function changedFields(order: Order, row: OrderRow, shipments: readonly Row<"shipments">[]): string[] {
  const fields: string[] = Object.keys(changesOf(order, row));
  if (row.step !== undefined && row.step !== order.source_step) fields.push("step");
  if (row.step_reached_at !== undefined && row.step_reached_at !== order.source_step_at) {
    fields.push("step_reached_at");
  }
  const facts = shipmentFactsIn(row);
  if (facts) fields.push(...planShipment(shipments, facts).changed);
  const stops = row.order_status === "over" && order.stopped_at === null && order.closed_at === null;
  const resumes = row.order_status === "open" && order.stopped_at !== null;
  if (stops || resumes) fields.push("order_status");
  return fields;
}

const withoutZeros = (number: string) => number.replace(/^0+/, "");

/**
 * Finds numbers that differ from an earlier row's number, or from a number of the same patient's orders, only by zeros at
 * the start.
 */
export class SimilarNumbers {
  readonly #db: Db;
  readonly #numbers = new Map<string, string>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** @returns the similar number for each row that has one */
  async of(rows: readonly OrderRow[]): Promise<Map<OrderRow, string>> {
    const similar = new Map<OrderRow, string>();
    for (const row of rows) {
      const key = JSON.stringify([row.brightree_db, withoutZeros(row.sales_order_no)]);
      const earlier = this.#numbers.get(key);
      if (earlier === undefined) {
        if (this.#numbers.size < mostNumbers) this.#numbers.set(key, row.sales_order_no);
      } else if (earlier !== row.sales_order_no) similar.set(row, earlier);
    }
    const keys = rows.map((row) => [row.brightree_db, row.patient_id, withoutZeros(row.sales_order_no)]);
    const saved = await sql<{ index: number; number: string }>`
      select row.key as "index", orders.sales_order_no as number
      from json_each(${JSON.stringify(keys)}) as row cross join orders
      where orders.patient_id = row.value ->> 1 and orders.brightree_db = row.value ->> 0
        and ltrim(orders.sales_order_no, '0') = row.value ->> 2
    `.execute(this.#db);
    for (const { index, number } of saved.rows) {
      const row = rows[index];
      if (row && number !== row.sales_order_no && !similar.has(row)) similar.set(row, number);
    }
    return similar;
  }
}
