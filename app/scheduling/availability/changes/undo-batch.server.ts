import { sql } from "kysely";
import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { isDayOff } from "./is-day-off.server";
import { insertSlots } from "./put-slots.server";
import { isBooked } from "./take-slots.server";

/** What undoing came to: slots of the batch that went, and slots it had taken away that are back. */
export interface Undone {
  taken: number;
  back: number;
}

/**
 * Undoes a batch as a whole: its slots go, what it had taken away is on offer again as far as it is to
 * come and no day off. Undoing twice does nothing twice.
 *
 * Refuses a batch that this therapist doesn't have (missing), and one of whose slots is booked (conflict,
 * with every such time).
 */
export function undoBatch(
  app: App,
  who: Who,
  therapist: Pick<Row<"therapists">, "id">,
  batchId: number,
): Promise<Undone> {
  return app.db.transaction().execute(async (trx) => {
    const batch = await trx
      .selectFrom("slot_batches")
      .selectAll()
      .where("id", "=", batchId)
      .where("therapist_id", "=", therapist.id)
      .executeTakeFirst();
    if (!batch) throw new Refusal("missing", "There is no such change.");
    if (batch.undone_at !== null) return { taken: 0, back: 0 };
    await refuseBooked(trx, batch.id);
    await trx.deleteFrom("days_off").where("batch_id", "=", batch.id).execute();
    const { numDeletedRows } = await trx
      .deleteFrom("slots")
      .where("batch_id", "=", batch.id)
      .executeTakeFirst();
    const back = await putBack(trx, app, batch);
    await trx.updateTable("slots").set({ left_by: null }).where("left_by", "=", batch.id).execute();
    await trx.deleteFrom("visits_left_out").where("batch_id", "=", batch.id).execute();
    await trx
      .updateTable("slot_batches")
      .set({ undone_at: app.clock.now() })
      .where("id", "=", batch.id)
      .execute();
    const undone = { taken: Number(numDeletedRows), back };
    await record(trx, app, who, {
      action: "availability.undone",
      subject: `therapist ${therapist.id}`,
      details: { batch: batch.id, ...undone },
    });
    return undone;
  });
}

async function refuseBooked(trx: Db, batchId: number): Promise<void> {
  const booked = await trx
    .selectFrom("slots")
    .select("start_at")
    .where("batch_id", "=", batchId)
    .where(isBooked)
    .orderBy("start_at")
    .execute();
  const [first] = booked;
  if (!first) return;
  const slots = booked.length === 1 ? "1 of its slots is" : `${booked.length} of its slots are`;
  throw new Refusal(
    "conflict",
    `This can't be undone: ${slots} booked by now. Remove the free ones in their range instead.`,
    { extra: { booked: booked.slice(0, 50).map(({ start_at }) => iso(start_at)) } },
  );
}

/** Slots that another batch added come back only if that one stands. */
async function putBack(trx: Db, app: App, batch: Row<"slot_batches">): Promise<number> {
  const off = await isDayOff(trx, batch.therapist_id);
  const removed = await trx
    .selectFrom("slots_removed")
    .leftJoin("slot_batches", "slot_batches.id", "slots_removed.added_by")
    .select(["slots_removed.start_at", "slots_removed.local_date", "slots_removed.added_by as batch_id"])
    .where("slots_removed.batch_id", "=", batch.id)
    .where("slots_removed.start_at", ">", app.clock.now())
    .where("slot_batches.undone_at", "is", null)
    .execute();
  const rows = removed
    .filter(({ local_date }) => !off(local_date))
    .map((slot) => ({ ...slot, therapist_id: batch.therapist_id }));
  const back = await insertSlots(trx, rows);
  await sql`delete from slots_removed where batch_id = ${batch.id}`.execute(trx);
  return back;
}
