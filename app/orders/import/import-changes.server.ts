import { sql } from "kysely";
import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { listMatches, type Order } from "../match-orders.server";
import { givenColumns, type OrderRow } from "../order-row";
import { saveOrderRows, type WriteOutcome } from "../write-orders.server";

/** The columns of an order that an import changes and an undo restores. */
export const restoredColumns = [
  ...givenColumns,
  "source_step",
  "source_step_at",
  "stopped_at",
] as const satisfies (keyof Order)[];

/** Values of an order, each in a list, because merging JSON would drop a null. */
export type Snapshot = Partial<Record<keyof Order, [unknown]>>;

export class ImportStopped extends Error {}

/**
 * Saves rows like every import, and keeps what changed, for an undo.
 * @throws ImportStopped without saving if someone stopped the import
 */
export const saveImportedRows =
  (app: App, who: Who, importId: number, noteOf: (row: OrderRow) => string | null) =>
  async (trx: Db, rows: readonly OrderRow[]): Promise<WriteOutcome[]> => {
    const { status } =
      (await trx.selectFrom("imports").select("status").where("id", "=", importId).executeTakeFirst()) ?? {};
    if (status !== "importing") throw new ImportStopped();
    const outcomes = await saveAndKeep({ trx, app, who }, importId, rows);
    const noted = rows.flatMap((row, index) => {
      const note = noteOf(row);
      const isSaved = outcomes[index] === "inserted" || outcomes[index] === "updated";
      return note !== null && isSaved ? [[row.brightree_db, row.sales_order_no, note]] : [];
    });
    if (noted.length > 0) await keepNotes({ trx, app, who }, noted);
    return outcomes;
  };

/** Adds notes to orders that don't have the same note yet. @param noted database, number, and note */
async function keepNotes({ trx, app, who }: Tx, noted: readonly string[][]): Promise<void> {
  await sql`
    insert into order_notes (order_id, user_id, created_at, body)
    select orders.id, ${who.kind === "staff" ? who.userId : null}, ${app.clock.now()}, row.value ->> 2
    from json_each(${JSON.stringify(noted)}) as row cross join orders
    where orders.brightree_db = row.value ->> 0 and orders.sales_order_no = row.value ->> 1
      and not exists (select 1 from order_notes where order_id = orders.id and body = row.value ->> 2)
  `.execute(trx);
}

export async function saveCorrectedRow(
  { trx, app, who }: Tx,
  importId: number,
  row: OrderRow,
): Promise<WriteOutcome> {
  const [outcome = "unchanged"] = await saveAndKeep({ trx, app, who }, importId, [row]);
  if (typeof outcome === "object") {
    throw new Refusal("invalid", outcome.error, { fields: { [outcome.field]: [outcome.error] } });
  }
  return outcome;
}

async function saveAndKeep(
  { trx, app, who }: Tx,
  importId: number,
  rows: readonly OrderRow[],
): Promise<WriteOutcome[]> {
  const { numbered, unnumbered } = await listMatches(trx, rows);
  const before = new Map([...numbered, ...unnumbered].map((order) => [order.id, order]));
  const outcomes = await saveOrderRows(app, who, "an upload")(trx, rows);
  const saved = rows.filter((_, index) => outcomes[index] === "inserted" || outcomes[index] === "updated");
  if (saved.length === 0) return outcomes;
  const { numbered: after } = await listMatches(trx, saved);
  const at = app.clock.now();
  const changes = after.flatMap((order) => {
    const old = before.get(order.id);
    const snapshots = old ? differencesOf(old, order) : { before: null, after: {} };
    return [[importId, order.id, old ? 0 : 1, snapshots.before, snapshots.after, at]];
  });
  await sql`
    insert into import_changes (import_id, order_id, was_added, before, after, at)
    select value ->> 0, value ->> 1, value ->> 2, nullif(value -> 3, 'null'), value -> 4, value ->> 5
    from json_each(${JSON.stringify(changes)}) where true
    on conflict (import_id, order_id) do update set
      before = json_patch(excluded.before, import_changes.before),
      after = json_patch(import_changes.after, excluded.after), at = excluded.at
  `.execute(trx);
  return outcomes;
}

function differencesOf(old: Order, order: Order): { before: Snapshot; after: Snapshot } {
  const changed = restoredColumns.filter((column) => old[column] !== order[column]);
  const of = (from: Order): Snapshot => Object.fromEntries(changed.map((column) => [column, [from[column]]]));
  return { before: of(old), after: of(order) };
}

interface ChangeCounts {
  inserted: number;
  updated: number;
}

export async function countChanges(db: Db, importId: number): Promise<ChangeCounts> {
  const { added, all } = await db
    .selectFrom("import_changes")
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>("was_added"), eb.lit(0)).as("added"),
      eb.fn.countAll<number>().as("all"),
    ])
    .where("import_id", "=", importId)
    .executeTakeFirstOrThrow();
  return { inserted: Number(added), updated: Number(all) - Number(added) };
}

export type ImportChange = Row<"import_changes">;
