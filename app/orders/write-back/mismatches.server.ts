import { sql } from "kysely";
import { day } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { listOrderStates } from "../order-system/order-states.server";
import { steps } from "../step";

const mostListed = 50;

// Staff move a completed order to its next state within a day.
const movedWithin = day;
const lookedBack = 30 * day;

export type Mismatch = Awaited<ReturnType<typeof listMismatches>>[number];

/**
 * Lists visits that don't match the last sync: upcoming ones whose order is stopped or not ready to schedule in the
 * order system, and completed ones whose order is still waiting for its visit there.
 */
export async function listMismatches(db: Db, database: string, now: number) {
  const known = await listOrderStates(db, database);
  const statesOf = (isWanted: (step: number) => boolean) =>
    JSON.stringify(
      known.filter(({ step }) => step !== null && isWanted(step)).map(({ state }) => state.toLowerCase()),
    );
  const whereIn = (states: string) =>
    sql<boolean>`lower(orders.worklist_state) in (select value from json_each(${states}))`;
  const visits = db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select([
      "visits.id as visit_id",
      "visits.status",
      "visits.start_at",
      sql<string>`coalesce(orders.patient_name, orders.patient_id)`.as("patient"),
      "orders.worklist_state as state",
      "orders.stopped_at",
    ])
    .where("orders.brightree_db", "=", database)
    .orderBy("visits.start_at")
    .limit(mostListed);
  const upcoming = visits
    .where("orders.closed_at", "is", null)
    .where("orders.step", "in", [steps.submitted, steps.confirmed])
    .where("visits.status", "in", activeStatuses)
    .where((eb) =>
      eb.or([
        eb("orders.stopped_at", "is not", null),
        whereIn(statesOf((step) => step < steps.readyToSchedule)),
      ]),
    );
  const completed = visits
    .where("visits.status", "=", "completed")
    .where("visits.start_at", ">=", now - lookedBack)
    .where("visits.start_at", "<", now - movedWithin)
    .where("orders.stopped_at", "is", null)
    .where(whereIn(statesOf(() => true)));
  const rows = [...(await upcoming.execute()), ...(await completed.execute())];
  return rows.map(({ stopped_at, ...visit }) => ({ ...visit, stopped: stopped_at !== null }));
}
