import { sql } from "kysely";
import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { ownTherapist } from "../ownership.server";
import { activeStatuses, visitLength } from "../visits/visit";
import type { BulkAvailability, RemoveSlot } from "./availability-schema";
import { change } from "./changes/rehearse.server";
import { checkSize } from "./slot-limits";
import { planSlots } from "./slot-plan";

/**
 * Removes the free slots on the pattern's weekdays between its start time and, exclusively, its end
 * time. Slots under an active visit stay. With `dryRun` they are
 * counted and stay too. Refuses another therapist (missing) and too long a range.
 */
export async function removeSlots(app: App, who: Who, input: BulkAvailability): Promise<{ removed: number }> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  checkSize(input);
  // The edges of each day: every minute between them counts, whatever interval made the slots.
  const edges = planSlots({ ...input, interval: 1 }, zoneOrUtc(therapist.timezone));
  const spans = new Map<string, { from: number; to: number }>();
  for (const { date, start } of edges) {
    if (start === null) continue;
    const span = spans.get(date);
    spans.set(date, {
      from: Math.min(span?.from ?? start, start),
      to: Math.max(span?.to ?? start, start) + 1,
    });
  }
  return change(app, input, async (trx) => {
    const removed = await removeFreeSlots(trx, therapist.id, { dates: [...spans.keys()], spans });
    if (!input.dryRun) {
      await record(trx, app, who, {
        action: "availability.removed",
        subject: `therapist ${therapist.id}`,
        details: { from: input.fromDate, to: input.toDate, removed },
      });
    }
    return { removed };
  });
}

/**
 * Removes one slot, free or not; a visit on it stays as it is.
 * Refuses another therapist and a slot that is not there (missing).
 */
export async function removeSlot(app: App, who: Who, input: RemoveSlot): Promise<{ removed: number }> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  return app.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("slots")
      .where("therapist_id", "=", therapist.id)
      .where("start_at", "=", input.datetime)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal("missing", "There is no such slot.");
    await record(trx, app, who, {
      action: "availability.removed",
      subject: `therapist ${therapist.id}`,
      details: { start: iso(input.datetime), removed: 1 },
    });
    return { removed: 1 };
  });
}

/**
 * Deletes the slots of these days that no active visit overlaps.
 *
 * @param spans within each day, ms UTC, the end exclusive; whole days without it
 * @returns how many went
 */
export async function removeFreeSlots(
  trx: Db,
  therapistId: number,
  { dates, spans }: { dates: string[]; spans?: Map<string, { from: number; to: number }> },
): Promise<number> {
  let removed = 0n;
  for (const date of dates) {
    const span = spans?.get(date);
    const { numDeletedRows } = await trx
      .deleteFrom("slots")
      .where("therapist_id", "=", therapistId)
      .where("local_date", "=", date)
      .where("start_at", ">=", span?.from ?? 0)
      .where("start_at", "<", span?.to ?? Number.MAX_SAFE_INTEGER)
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom("visits")
              .select(sql.lit(1).as("one"))
              .where("visits.therapist_id", "=", therapistId)
              .where("visits.status", "in", activeStatuses)
              .where("visits.start_at", "<", sql<number>`slots.start_at + ${sql.lit(visitLength)}`)
              .where("visits.start_at", ">", sql<number>`slots.start_at - 43200000`)
              .where("visits.end_at", ">", of.ref("slots.start_at")),
          ),
        ),
      )
      .executeTakeFirst();
    removed += numDeletedRows;
  }
  return Number(removed);
}
