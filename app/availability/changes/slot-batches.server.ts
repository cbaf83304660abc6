import type { Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

export interface Batch {
  id: number;
  therapistId: number;
}

export async function openBatch(
  { trx, app, who }: Tx,
  therapistId: number,
  kind: Row<"slot_batches">["kind"],
  range: { fromDate: string; toDate: string },
): Promise<number> {
  const now = app.clock.now();
  await trx
    .deleteFrom("slots_removed")
    .where("batch_id", "in", (eb) =>
      eb.selectFrom("slot_batches").select("id").where("therapist_id", "=", therapistId),
    )
    .where("start_at", "<", now)
    .execute();
  const { id } = await trx
    .insertInto("slot_batches")
    .values({
      therapist_id: therapistId,
      kind,
      from_date: range.fromDate,
      to_date: range.toDate,
      user_id: who.kind === "staff" ? who.userId : null,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function refuseOtherZone(
  trx: Db,
  { id, timezone }: Pick<Row<"therapists">, "id" | "timezone">,
): Promise<void> {
  const therapist = await trx
    .selectFrom("therapists")
    .select("id")
    .where("id", "=", id)
    .where("timezone", "=", timezone)
    .executeTakeFirst();
  if (!therapist) {
    throw new Refusal("conflict", "The therapist's time zone has changed. Check the times and try again.");
  }
}

export async function closeBatch(
  trx: Db,
  id: number,
  { added, removed, leftOutside }: { added: number; removed: number; leftOutside: number },
): Promise<boolean> {
  if (added + removed + leftOutside > 0) {
    await trx.updateTable("slot_batches").set({ added, removed }).where("id", "=", id).execute();
    return true;
  }
  // Slots with past visits may have been marked.
  await trx.updateTable("slots").set({ left_by: null }).where("left_by", "=", id).execute();
  await trx.deleteFrom("slot_batches").where("id", "=", id).execute();
  return false;
}

export function listBatches(db: Db, therapistId: number, limit = 20) {
  return db
    .selectFrom("slot_batches")
    .leftJoin("users", "users.id", "slot_batches.user_id")
    .select([
      "slot_batches.id",
      "slot_batches.kind",
      "slot_batches.from_date",
      "slot_batches.to_date",
      "slot_batches.added",
      "slot_batches.removed",
      "slot_batches.created_at",
      "slot_batches.undone_at",
      "users.name as by",
    ])
    .where("slot_batches.therapist_id", "=", therapistId)
    .orderBy("slot_batches.id", "desc")
    .limit(limit)
    .execute();
}
