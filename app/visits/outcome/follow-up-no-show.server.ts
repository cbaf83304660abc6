import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { orLog } from "~/core/or-log.server";
import { day, minute } from "~/core/time";
import { operator } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { steps } from "~/orders/step";
import { askToBook } from "../nudges/ask-to-book.server";
import { findVisit } from "../visits.server";

/** Staff can undo a no-show before the patient is notified. */
const followUpDelay = 5 * minute;
/** After an outage, staff call about older no-shows. */
const latestMessage = day;
/** Older no-shows get no follow-up. */
const latestCall = 7 * day;
/** From an order's third no-show on, staff call instead. */
export const noShowsBeforeCall = 3;

/** Sends each patient who missed a visit one link to choose a new time. @returns the number of visits */
export async function followUpNoShows(app: App): Promise<number> {
  let recovered = 0;
  for (const { id } of await missedVisits(app.reads, app.clock.now()).execute()) {
    if (await orLog(app.log, "missed visits", { visit: id }, () => recover(app, id))) recovered++;
    await yieldToEventLoop();
  }
  return recovered;
}

/** No-shows of open orders that have no later visit, and no message or call task since. */
const missedVisits = (db: Db, now: number) =>
  db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select(["visits.id", "visits.order_id"])
    .where("visits.no_show_at", "is not", null)
    .where("visits.no_show_at", ">", now - latestCall)
    .where("visits.no_show_at", "<=", now - followUpDelay)
    .where("visits.status", "=", "no show")
    .where("orders.closed_at", "is", null)
    .where("orders.step", "<", steps.submitted)
    .where(
      sql<boolean>`not exists (select 1 from visits as later
        where later.order_id = visits.order_id and later.id > visits.id)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from outbox where outbox.visit_id = visits.id
        and outbox.kind = 'missed-visit' and outbox.created_at > visits.no_show_at)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from call_tasks
        where call_tasks.visit_id = visits.id and call_tasks.created_at >= visits.no_show_at)`,
    );

function recover(app: App, visitId: number): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const due = await missedVisits(trx, now).where("visits.id", "=", visitId).executeTakeFirst();
    const visit = due && (await findVisit(trx, visitId));
    if (!visit) return false;
    const { order_id: orderId, no_show_at } = visit;
    const asking = { kind: "missed-visit" as const, key: `missed-visit ${visitId} ${no_show_at}`, visit };
    const mayAsk =
      (no_show_at ?? 0) > now - latestMessage && (await countNoShows(trx, orderId)) < noShowsBeforeCall;
    const asked = mayAsk && (await askToBook({ trx, app }, orderId, asking));
    if (!asked) await openCallTask({ trx, app, who: operator }, { orderId, visitId, reason: "missed_visit" });
    return true;
  });
}

export async function countNoShows(db: Db, orderId: number): Promise<number> {
  const { count } = await db
    .selectFrom("visits")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("order_id", "=", orderId)
    .where("status", "=", "no show")
    .executeTakeFirstOrThrow();
  return count;
}
