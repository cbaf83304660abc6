import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { SaveOrderStates } from "./order-system-schema";
import { restartRecentSync } from "./restart-sync.server";

export function listOrderStates(db: Db, database: string): Promise<{ state: string; step: number | null }[]> {
  return db
    .selectFrom("worklist_states")
    .select(["state", "step"])
    .where("database_name", "=", database)
    .orderBy("state")
    .execute();
}

const mostStates = 500;

/** Stores states that the order system returned, so that an admin can choose their steps. */
export async function addOrderStates(trx: Db, database: string, all: readonly string[], now: number) {
  const known = new Set((await listOrderStates(trx, database)).map(({ state }) => state));
  let free = mostStates - known.size;
  const states = all.map((state) => state.slice(0, 200)).filter((state) => known.has(state) || free-- > 0);
  if (states.length === 0) return;
  await trx
    .insertInto("worklist_states")
    .values(states.map((state) => ({ database_name: database, state, step: null, seen_at: now })))
    .onConflict((conflict) => conflict.columns(["database_name", "state"]).doUpdateSet({ seen_at: now }))
    .execute();
}

/**
 * Saves the steps of the given states.
 * @returns true if a skipped state now has a step, so that the orders of the last 30 days will be synced again
 */
export function saveOrderStates(app: App, who: Who, { name, steps }: SaveOrderStates): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const known = await listOrderStates(trx, name);
    const skipped = new Set(known.filter(({ step }) => step === null).map(({ state }) => state));
    const restarts = steps.some(({ state, step }) => step !== null && skipped.has(state));
    if (restarts) await restartRecentSync(trx, name, app.clock.now());
    for (const { state, step } of steps) {
      await trx
        .insertInto("worklist_states")
        .values({ database_name: name, state, step })
        .onConflict((conflict) => conflict.columns(["database_name", "state"]).doUpdateSet({ step }))
        .execute();
    }
    await logAudit({ trx, app, who }, "database.worklist-changed", `database ${name}`, { steps });
    return restarts;
  });
}
