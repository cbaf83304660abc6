import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import { longestVisit, visitLength } from "~/core/visit-length";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { recordRestoredTimes } from "../record-freed-times.server";
import { slotsPerStep } from "../slot-limits";
import { activeList } from "../slot-rules.server";

export interface Undone {
  removed: number;
  restored: number;
}

type Batch = Row<"slot_batches">;

type Owner = Pick<Row<"therapists">, "id">;

/**
 * Undoes a batch. Past slots and slots on days off aren't restored.
 * @throws Refusal "conflict" with the booked times in `extra`
 */
export function undoBatch(app: App, who: Who, therapist: Owner, batchId: number): Promise<Undone> {
  return app.db.transaction().execute((trx) => undoBatchWithin({ trx, app, who }, therapist, batchId));
}

export async function undoBatchWithin(
  { trx, app, who }: Tx,
  therapist: Owner,
  batchId: number,
): Promise<Undone> {
  const batch = await findBatch(trx, therapist.id, batchId);
  if (batch.undone_at !== null) return { removed: 0, restored: 0 };
  await refuseBooked(trx, batch);
  const undone = {
    removed: await deleteBatchSlots(trx, batch),
    restored: await restoreSlots({ trx, app }, batch),
  };
  await closeUndone({ trx, app, who }, batch, undone);
  return undone;
}

async function findBatch(trx: Db, therapistId: number, id: number): Promise<Batch> {
  return trx
    .selectFrom("slot_batches")
    .selectAll()
    .where("id", "=", id)
    .where("therapist_id", "=", therapistId)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Change not found."));
}

async function refuseBooked(trx: Db, batch: Batch): Promise<void> {
  // The cross join starts with the visits, because a therapist has far fewer visits than slots.
  const { rows: booked } = await sql<{ start_at: number }>`
    select distinct slots.start_at from visits cross join slots
    where visits.therapist_id = ${batch.therapist_id} and visits.status in (${activeList})
      and slots.therapist_id = visits.therapist_id
      and slots.start_at > visits.start_at - ${visitLength} and slots.start_at < visits.end_at
      and slots.batch_id = ${batch.id}
    order by slots.start_at`.execute(trx);
  if (booked.length === 0) return;
  const slots = booked.length === 1 ? "1 of the slots is" : `${booked.length} of the slots are`;
  throw new Refusal(
    "conflict",
    `This can't be undone because ${slots} now booked. Remove the free slots in that range instead.`,
    { extra: { booked: booked.slice(0, 50).map(({ start_at }) => iso(start_at)) } },
  );
}

async function deleteBatchSlots(trx: Db, batch: Batch): Promise<number> {
  let removed = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from slots
      where therapist_id = ${batch.therapist_id} and start_at in (
        select start_at from slots where batch_id = ${batch.id} order by start_at limit ${slotsPerStep})`.execute(
      trx,
    );
    const deleted = Number(numAffectedRows ?? 0n);
    removed += deleted;
    if (deleted < slotsPerStep) return removed;
    await yieldToEventLoop();
  }
}

/** Staff may have booked a time on a day off. */
const whereTaken = ({ kind, therapist_id }: Batch) =>
  kind === "day-off"
    ? sql<boolean>`exists (
        select 1 from visits
        where visits.therapist_id = ${therapist_id} and visits.status in (${activeList})
          and visits.start_at < slots_removed.start_at + ${visitLength}
          and visits.start_at > slots_removed.start_at - ${longestVisit}
          and visits.end_at > slots_removed.start_at)`
    : sql<boolean>`false`;

/** Slots that another batch had added are restored only if that batch wasn't undone. */
async function restoreSlots({ trx, app }: AppTx, batch: Batch): Promise<number> {
  const { id, therapist_id } = batch;
  let restored = 0;
  for (let from: number | undefined = app.clock.now() + 1; from !== undefined; ) {
    const next: { start_at: number } | undefined = await trx
      .selectFrom("slots_removed")
      .select("start_at")
      .where("batch_id", "=", id)
      .where("start_at", ">=", from)
      .orderBy("start_at")
      .limit(1)
      .offset(slotsPerStep)
      .executeTakeFirst();
    const { numAffectedRows } = await sql`
      insert into slots (therapist_id, start_at, local_date, batch_id, kinds)
      select ${therapist_id}, start_at, local_date, added_by, kinds
      from slots_removed
      where batch_id = ${id} and start_at >= ${from} and start_at < ${next?.start_at ?? Number.MAX_SAFE_INTEGER}
        and not exists (
          select 1 from slot_batches where id = slots_removed.added_by and undone_at is not null)
        and not exists (
          select 1 from days_off
          where therapist_id = ${therapist_id} and batch_id <> ${id}
            and slots_removed.local_date between from_date and to_date)
        and not ${whereTaken(batch)}
      on conflict do nothing`.execute(trx);
    restored += Number(numAffectedRows ?? 0n);
    const to = next?.start_at ?? Number.MAX_SAFE_INTEGER;
    await recordRestoredTimes({ trx, app }, { id, therapistId: therapist_id, from, to });
    from = next?.start_at;
    await yieldToEventLoop();
  }
  return restored;
}

async function closeUndone({ trx, app, who }: Tx, { id, therapist_id }: Batch, undone: Undone) {
  await trx.deleteFrom("slots_removed").where("batch_id", "=", id).execute();
  await trx.deleteFrom("days_off").where("batch_id", "=", id).execute();
  await trx.deleteFrom("visits_left_out").where("batch_id", "=", id).execute();
  await trx.updateTable("slots").set({ left_by: null }).where("left_by", "=", id).execute();
  await trx.updateTable("slot_batches").set({ undone_at: app.clock.now() }).where("id", "=", id).execute();
  await logAudit({ trx, app, who }, "availability.undone", `therapist ${therapist_id}`, {
    batch: id,
    ...undone,
  });
}
