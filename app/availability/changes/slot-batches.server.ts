import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

/** What one act changes at once, and for whom. */
export interface Batch {
  id: number;
  therapistId: number;
}

/**
 * Opens a batch for a change of a therapist's slots; `closeBatch` keeps it. What older batches took
 * away and has passed is forgotten: nobody can put it back.
 */
export async function openBatch(
  trx: Db,
  app: App,
  who: Who,
  therapistId: number,
  kind: Row<"slot_batches">["kind"],
  range: { fromDate: string; toDate: string },
): Promise<number> {
  const now = app.clock.now();
  await trx
    .deleteFrom("slots_removed")
    .where("batch_id", "in", (of) =>
      of.selectFrom("slot_batches").select("id").where("therapist_id", "=", therapistId),
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

/**
 * For a change that goes in parts, while somebody may undo it already.
 *
 * @throws Refusal "conflict"
 */
export async function refuseUndone(trx: Db, id: number): Promise<void> {
  const batch = await trx
    .selectFrom("slot_batches")
    .select("id")
    .where("id", "=", id)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  if (!batch) throw new Refusal("conflict", "This change was undone while it was made.");
}

/**
 * For a change that was planned by a therapist's clock, which may be another one by now.
 *
 * @throws Refusal "conflict"
 */
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
    throw new Refusal("conflict", "The therapist's time zone was changed meanwhile. Please look again.");
  }
}

/** What a batch came to. */
interface Came {
  added: number;
  removed: number;
  /** Visits that stay outside. */
  left: number;
}

/** Keeps a batch that is not over yet with what it came to so far. */
export async function countBatch(trx: Db, id: number, { added, removed }: Came): Promise<true> {
  await trx.updateTable("slot_batches").set({ added, removed }).where("id", "=", id).execute();
  return true;
}

/**
 * Keeps the batch with what it came to, or drops it where nothing changed.
 *
 * @returns whether it was kept
 */
export async function closeBatch(trx: Db, id: number, came: Came): Promise<boolean> {
  if (came.added + came.removed + came.left > 0) return countBatch(trx, id, came);
  // Slots under visits that are over were marked, and nothing else.
  await trx.updateTable("slots").set({ left_by: null }).where("left_by", "=", id).execute();
  await trx.deleteFrom("slot_batches").where("id", "=", id).execute();
  return false;
}

/** The latest changes of a therapist's availability, the newest first. */
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
