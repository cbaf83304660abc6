import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { UnavailableTime } from "../claim-time.server";
import { changeOne, type Result } from "./change-one.server";

type Change = Row<"bulk_changes">;
type Entry = Row<"bulk_change_visits">;

/** Pages must respond within a second. A larger change continues with the next request. */
export const timePerRequest = 600;

/**
 * Changes the remaining visits of a bulk change, each in its own transaction, so that one refusal doesn't stop the
 * others. No visit is changed twice, even by two simultaneous requests.
 * @param limit milliseconds; at least one visit is changed
 */
export async function runBulkChange(
  app: App,
  who: Who,
  change: Change,
  limit = timePerRequest,
): Promise<void> {
  const entries = await app.db
    .selectFrom("bulk_change_visits")
    .selectAll()
    .where("change_id", "=", change.id)
    .where("outcome", "is", null)
    .orderBy("position")
    .execute();
  await untilTimeIsUp(entries, limit, (entry) => runOne(app, who, change, entry));
}

/** @param limit milliseconds; at least one entry is processed */
export async function untilTimeIsUp(
  entries: readonly Entry[],
  limit: number,
  run: (entry: Entry) => Promise<void>,
): Promise<void> {
  const end = performance.now() + limit;
  for (const entry of entries) {
    await run(entry);
    if (performance.now() >= end) return;
    await yieldToEventLoop();
  }
}

async function runOne(app: App, who: Who, change: Change, entry: Entry): Promise<void> {
  try {
    await app.db.transaction().execute(async (trx) => {
      if (!(await isToDo(trx, entry))) return;
      await writeOutcome(trx, entry, await changeOne({ trx, app, who }, change, entry));
    });
  } catch (error) {
    if (!isRefused(error)) throw error;
    await writeOutcome(app.db, entry, { outcome: "refused", message: error.message });
  }
}

/** True for the errors that leave out one visit and don't stop the others. */
export const isRefused = (error: unknown): error is Refusal | UnavailableTime =>
  error instanceof Refusal || error instanceof UnavailableTime;

export const keyOf = ({ change_id, visit_id }: Entry) => ({ change_id, visit_id });

async function isToDo(trx: Db, entry: Entry): Promise<boolean> {
  const found = await trx
    .selectFrom("bulk_change_visits")
    .select("visit_id")
    .where((eb) => eb.and(keyOf(entry)))
    .where("outcome", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

type Outcome = Result | { outcome: "refused"; message: string };

async function writeOutcome(db: Db, entry: Entry, outcome: Outcome): Promise<void> {
  await db
    .updateTable("bulk_change_visits")
    .set((eb) => ({
      ...outcome,
      changed_version: eb.selectFrom("visits").select("version").where("id", "=", entry.visit_id),
    }))
    .where((eb) => eb.and(keyOf(entry)))
    .where("outcome", "is", null)
    .execute();
}
