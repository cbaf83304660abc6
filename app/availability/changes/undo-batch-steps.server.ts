import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { localDate } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { zoneOfTherapist } from "~/therapists/therapists.server";
import { slotsAtOnce } from "../slot-limits";
import { insertSlots } from "./insert-slots.server";
import { isDayOff } from "./is-day-off.server";

type Batch = Row<"slot_batches">;

/** Takes slots of the batch away, so many at the most. */
export async function deleteBatchSlots(trx: Db, batch: Batch, most: number): Promise<Row<"slots">[]> {
  const { rows } = await sql<Row<"slots">>`
    delete from slots
    where therapist_id = ${batch.therapist_id}
      and start_at in (select start_at from slots where batch_id = ${batch.id} order by start_at limit ${most})
    returning *`.execute(trx);
  return rows;
}

/** Puts a therapist's slots of an undo that came to nothing where they were. */
export async function findRestorable(app: App, therapistId: number, taken: Row<"slots">[]): Promise<void> {
  for (let from = 0; from < taken.length; from += slotsAtOnce) {
    const lot = taken.slice(from, from + slotsAtOnce);
    await app.db.transaction().execute(async (trx) => {
      // The therapist's clock may be another one by now.
      const zone = await zoneOfTherapist(trx, therapistId);
      await insertSlots(
        trx,
        lot.map((slot) => ({ ...slot, local_date: localDate(slot.start_at, zone) })),
      );
    });
    await yieldToEventLoop();
  }
}

/**
 * Puts back some of what the batch took away. Slots that another batch added come back only if that one stands.
 */
export async function restoreSlots(
  trx: Db,
  app: App,
  batch: Batch,
  most: number,
): Promise<{ back: number; isLast: boolean }> {
  if (most === 0) return { back: 0, isLast: false };
  const off = await isDayOff(trx, batch.therapist_id, batch.id);
  const removed = await trx
    .selectFrom("slots_removed")
    .leftJoin("slot_batches", "slot_batches.id", "slots_removed.added_by")
    .select(["start_at", "local_date", "added_by as batch_id", "slot_batches.undone_at"])
    .where("slots_removed.batch_id", "=", batch.id)
    .orderBy("start_at")
    .limit(most + 1)
    .execute();
  const lot = removed.slice(0, most);
  const rows = lot
    .filter(({ start_at, local_date, undone_at }) => {
      return undone_at === null && start_at > app.clock.now() && !off(local_date);
    })
    .map(({ undone_at: _, ...slot }) => ({ ...slot, therapist_id: batch.therapist_id }));
  const back = await insertSlots(trx, rows);
  await trx
    .deleteFrom("slots_removed")
    .where("batch_id", "=", batch.id)
    .where("start_at", "<=", lot.at(-1)?.start_at ?? 0)
    .execute();
  return { back, isLast: removed.length === lot.length };
}
