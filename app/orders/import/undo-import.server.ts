import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { hour } from "~/core/time";
import type { Staff, Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { resumeOrder, stopOrder } from "../changes/stop-order.server";
import type { Order } from "../match-orders.server";
import { recomputeStep } from "../recompute-step.server";
import { type ImportChange, restoredColumns, type Snapshot } from "./import-changes.server";
import { findImport, type Import } from "./imports.server";

const undoneWithin = hour;

/** Until when an import can be undone, in milliseconds UTC. Null if it can't. */
export function undoableUntil({ status, ended_at }: Pick<Import, "status" | "ended_at">): number | null {
  return (status === "done" || status === "stopped") && ended_at !== null ? ended_at + undoneWithin : null;
}

/** Starts to undo an import, in the background. @throws Refusal */
export function startUndo(app: App, who: Staff, { id }: { id: number }): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const found = await findImport(trx, id);
    if (found.status === "undoing" || found.status === "undone") return;
    const until = undoableUntil(found);
    if (until === null || app.clock.now() > until) {
      throw new Refusal(
        "conflict",
        "An import can be undone for one hour after it ends. Correct the orders on their pages.",
      );
    }
    await trx
      .updateTable("imports")
      .set({ status: "undoing", user_id: who.userId })
      .where("id", "=", id)
      .execute();
    await logAudit({ trx, app, who }, "import.undo_started", `import ${id}`);
  });
}

const changesAtOnce = 50;

/** Removes the orders that an import added, and restores those that it changed, unless they were used since. */
export async function undoImport(app: App, who: Who, { id }: Import, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    await yieldToEventLoop();
    const isDone = await app.db.transaction().execute(async (trx) => {
      const changes = await trx
        .selectFrom("import_changes")
        .selectAll()
        .where("import_id", "=", id)
        .where("kept", "is", null)
        .limit(changesAtOnce)
        .execute();
      const wasAdded = (change: ImportChange) => change.was_added === 1;
      await removeOrders(trx, id, changes.filter(wasAdded));
      for (const change of changes) if (!wasAdded(change)) await undoChange({ trx, app }, change);
      return changes.length < changesAtOnce;
    });
    if (isDone) break;
  }
  await app.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("imports")
      .set({ status: "undone", ended_at: app.clock.now() })
      .where("id", "=", id)
      .execute();
    const kept = await countKept(trx, id);
    await logAudit({ trx, app, who }, "import.undone", `import ${id}`, { kept });
  });
}

async function undoChange({ trx, app }: AppTx, change: ImportChange): Promise<void> {
  const { import_id, order_id } = change;
  const order = await trx
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  const kept = await restore({ trx, app }, order, change);
  if (kept !== null) {
    await keepOrders(trx, import_id, { ids: [order_id], kept });
    return;
  }
  await trx
    .deleteFrom("import_changes")
    .where("import_id", "=", import_id)
    .where("order_id", "=", order_id)
    .execute();
}

const booked = "A visit was booked on it.";
const used = "The patient got a code or a link.";
const changed = "It was changed after the import.";

async function keepOrders(trx: Db, importId: number, { ids, kept }: { ids: number[]; kept: string }) {
  await trx
    .updateTable("import_changes")
    .set({ kept })
    .where("import_id", "=", importId)
    .where("order_id", "in", ids)
    .execute();
}

/** Removes orders that the import added, unless they were used. Their rows of the import go with them. */
async function removeOrders(trx: Db, importId: number, changes: readonly ImportChange[]): Promise<void> {
  if (changes.length === 0) return;
  const added = JSON.stringify(changes.map(({ order_id, at }) => [order_id, at]));
  const { rows } = await sql<{ id: number; kept: string | null }>`
    select orders.id, case
      when exists (select 1 from visits where order_id = orders.id) then ${booked}
      when exists (select 1 from access_codes where order_id = orders.id)
        or exists (select 1 from link_codes where order_id = orders.id)
        or exists (select 1 from sessions where order_id = orders.id)
        or exists (select 1 from outbox where order_id = orders.id) then ${used}
      when exists (select 1 from call_tasks where order_id = orders.id and outcome is not null)
        or exists (select 1 from helpers where order_id = orders.id)
        or exists (select 1 from earlier_wishes where order_id = orders.id)
        or exists (select 1 from waits where order_id = orders.id)
        or exists (select 1 from offers where order_id = orders.id)
        or orders.updated_at > added.value ->> 1 then ${changed}
      end as kept
    from json_each(${added}) as added cross join orders
    where orders.id = added.value ->> 0
  `.execute(trx);
  for (const reason of [booked, used, changed]) {
    const ids = rows.filter(({ kept }) => kept === reason).map(({ id }) => id);
    if (ids.length > 0) await keepOrders(trx, importId, { ids, kept: reason });
  }
  const removed = rows.filter(({ kept }) => kept === null).map(({ id }) => id);
  if (removed.length > 0) await trx.deleteFrom("orders").where("id", "in", removed).execute();
}

/** Restores the columns that still have the import's value. */
async function restore({ trx, app }: AppTx, order: Order, change: ImportChange): Promise<string | null> {
  const { before, after, at } = change;
  const now = app.clock.now();
  const wasBooked = await trx
    .selectFrom("visits")
    .select("id")
    .where("order_id", "=", order.id)
    .where("created_at", ">=", at)
    .executeTakeFirst();
  if (wasBooked) return booked;
  const old = JSON.parse(before ?? "{}") as Snapshot;
  const imported = JSON.parse(after) as Snapshot;
  const columns = restoredColumns.filter((column) => old[column] !== undefined);
  const same = columns.filter((column) => order[column] === imported[column]?.[0]);
  const plain = same.filter((column) => column !== "stopped_at");
  await trx.deleteFrom("order_notes").where("order_id", "=", order.id).where("created_at", "=", at).execute();
  if (plain.length > 0) {
    const values = Object.fromEntries(plain.map((column) => [column, old[column]?.[0]]));
    await trx
      .updateTable("orders")
      .set({ ...values, updated_at: now })
      .where("id", "=", order.id)
      .execute();
    if (same.includes("source_step_at")) await restoreStep(trx, order, Number(old.source_step_at?.[0]), now);
  }
  if (same.includes("stopped_at")) {
    if (old.stopped_at?.[0] === null) await resumeOrder({ trx, app }, order.id);
    else await stopOrder({ trx, app }, order.id);
  }
  return same.length === columns.length ? null : changed;
}

async function restoreStep(trx: Db, order: Order, reachedAt: number, now: number): Promise<void> {
  await trx
    .deleteFrom("order_steps")
    .where("order_id", "=", order.id)
    .where("reached_at", "=", order.source_step_at)
    .where("step", "=", order.source_step)
    .execute();
  await trx
    .updateTable("orders")
    .set({ step_at: reachedAt })
    .where("id", "=", order.id)
    .where("step_at", "=", order.source_step_at)
    .execute();
  await recomputeStep(trx, order.id, now, reachedAt);
}

export async function countKept(db: Db, importId: number): Promise<number> {
  const { count } = await db
    .selectFrom("import_changes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("import_id", "=", importId)
    .where("kept", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function listKept(db: Db, importId: number) {
  return db
    .selectFrom("import_changes")
    .innerJoin("orders", "orders.id", "import_changes.order_id")
    .select([
      "orders.id",
      "orders.patient_id",
      "orders.brightree_db",
      "orders.sales_order_no",
      "orders.patient_name",
      "import_changes.was_added",
      "import_changes.kept",
    ])
    .where("import_changes.import_id", "=", importId)
    .where("import_changes.kept", "is not", null)
    .orderBy("orders.id")
    .limit(200)
    .execute();
}
