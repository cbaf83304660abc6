import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { slotsAtOnce } from "../slot-limits";
import { visitLength } from "../visit-length";
import { active } from "./delete-slots.server";
import { deleteBatchSlots, findRestorable, restoreSlots } from "./undo-batch-steps.server";

/** What undoing came to: slots of the batch that went, and slots it had taken away that are back. */
export interface Undone {
  taken: number;
  back: number;
}

type Batch = Row<"slot_batches">;

/**
 * Undoes a batch as a whole: its slots go, what it had taken away is on offer again as far as it is to
 * come and no day off. Undoing twice does nothing twice. A large one goes in lots, so that nobody waits for
 * all of it: until its own slots are gone, one that is booked meanwhile brings them back.
 *
 * Refuses a batch that this therapist doesn't have (missing), and one of whose slots is booked (conflict,
 * with every such time).
 */
export async function undoBatch(
  app: App,
  who: Who,
  therapist: Pick<Row<"therapists">, "id">,
  batchId: number,
): Promise<Undone> {
  const taken: Row<"slots">[] = [];
  let back = 0;
  for (let isOver = false; !isOver; await yieldToEventLoop()) {
    try {
      isOver = await app.db.transaction().execute(async (trx) => {
        const batch = await findBatch(trx, therapist.id, batchId);
        if (batch.undone_at !== null) return true;
        await refuseBooked(trx, batch);
        const lot = await deleteBatchSlots(trx, batch, slotsAtOnce);
        const put = await restoreSlots(trx, app, batch, slotsAtOnce - lot.length);
        const undone = { taken: taken.length + lot.length, back: back + put.back };
        if (put.isLast) await close(trx, app, who, batch, undone);
        taken.push(...lot);
        back = undone.back;
        return put.isLast;
      });
    } catch (error) {
      if (error instanceof Refusal && error.code === "conflict")
        await findRestorable(app, therapist.id, taken);
      throw error;
    }
  }
  return { taken: taken.length, back };
}

async function findBatch(trx: Db, therapistId: number, id: number): Promise<Batch> {
  const batch = await trx
    .selectFrom("slot_batches")
    .selectAll()
    .where("id", "=", id)
    .where("therapist_id", "=", therapistId)
    .executeTakeFirst();
  if (!batch) throw new Refusal("missing", "There is no such change.");
  return batch;
}

async function refuseBooked(trx: Db, batch: Batch): Promise<void> {
  // From the visits to their slots: a therapist has far fewer of these.
  const { rows: booked } = await sql<{ start_at: number }>`
    select distinct slots.start_at from visits cross join slots
    where visits.therapist_id = ${batch.therapist_id} and visits.status in (${active})
      and slots.therapist_id = visits.therapist_id
      and slots.start_at > visits.start_at - ${visitLength} and slots.start_at < visits.end_at
      and slots.batch_id = ${batch.id}
    order by slots.start_at`.execute(trx);
  const [first] = booked;
  if (!first) return;
  const slots = booked.length === 1 ? "1 of its slots is" : `${booked.length} of its slots are`;
  throw new Refusal(
    "conflict",
    `This can't be undone: ${slots} booked by now. Remove the free ones in their range instead.`,
    { extra: { booked: booked.slice(0, 50).map(({ start_at }) => iso(start_at)) } },
  );
}

/** Notes that the batch is undone, and ends what else it said. */
async function close(trx: Db, app: App, who: Who, batch: Batch, undone: Undone): Promise<void> {
  await trx.deleteFrom("days_off").where("batch_id", "=", batch.id).execute();
  await trx.updateTable("slots").set({ left_by: null }).where("left_by", "=", batch.id).execute();
  await trx.deleteFrom("visits_left_out").where("batch_id", "=", batch.id).execute();
  await trx
    .updateTable("slot_batches")
    .set({ undone_at: app.clock.now() })
    .where("id", "=", batch.id)
    .execute();
  await logAudit(trx, app, who, {
    action: "availability.undone",
    subject: `therapist ${batch.therapist_id}`,
    details: { batch: batch.id, ...undone },
  });
}
