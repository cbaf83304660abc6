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

export const undoneWithin = hour;

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
      for (const change of changes) await undoChange({ trx, app }, change);
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
  const kept = change.was_added
    ? await removeOrder(trx, order, change)
    : await restore({ trx, app }, order, change);
  if (kept === null) {
    await trx
      .deleteFrom("import_changes")
      .where("import_id", "=", import_id)
      .where("order_id", "=", order_id)
      .execute();
    return;
  }
  await trx
    .updateTable("import_changes")
    .set({ kept })
    .where("import_id", "=", import_id)
    .where("order_id", "=", order_id)
    .execute();
}

const booked = "A visit was booked on it.";
const used = "The patient got a code or a link.";
const changed = "It was changed after the import.";

async function removeOrder(trx: Db, order: Order, { at }: ImportChange): Promise<string | null> {
  const { rows } = await sql<{ booked: 0 | 1; used: 0 | 1; worked: 0 | 1 }>`
    select
      exists (select 1 from visits where order_id = ${order.id}) as booked,
      exists (select 1 from access_codes where order_id = ${order.id})
        or exists (select 1 from link_codes where order_id = ${order.id})
        or exists (select 1 from sessions where order_id = ${order.id})
        or exists (select 1 from outbox where order_id = ${order.id}) as used,
      exists (select 1 from call_tasks where order_id = ${order.id} and outcome is not null)
        or exists (select 1 from helpers where order_id = ${order.id})
        or exists (select 1 from earlier_wishes where order_id = ${order.id})
        or exists (select 1 from offers where order_id = ${order.id}) as worked
  `.execute(trx);
  const [found] = rows;
  if (found?.booked) return booked;
  if (found?.used) return used;
  if (found?.worked || order.updated_at > at) return changed;
  await trx.deleteFrom("orders").where("id", "=", order.id).execute();
  return null;
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

/** The orders that an undo left as they are, with the reason. */
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
