import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso, localDate, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import type { BulkAvailability, RemoveSlot } from "../availability-schema";
import { checkPatternSize } from "../slot-limits";
import { planSlots, startsPerWeek } from "../slot-plan";
import { type ChangedSlots, changeSlots } from "./change-slots.server";
import type { DaySpan } from "./delete-slots.server";
import { closeBatch, openBatch } from "./slot-batches.server";

export type RemovedSlots = Pick<ChangedSlots, "removed" | "left_outside" | "batch_id">;

/**
 * Removes the free slots on the pattern's weekdays between its start time and, exclusively, its end
 * time. Slots under an active visit stay. With `dryRun` they are counted and stay too. Refuses another
 * therapist (missing) and too long a range.
 */
export async function removeSlots(app: App, who: Who, input: BulkAvailability): Promise<RemovedSlots> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  checkPatternSize(input);
  const zone = zoneOrUtc(therapist.timezone);
  const { removed, left_outside, batch_id } = await changeSlots(app, who, therapist, {
    kind: "removed",
    range: input,
    perWeek: startsPerWeek(input),
    take: (days) => spansOf({ ...input, ...days }, zone),
    put: () => [],
    dryRun: input.dryRun,
  });
  return { removed, left_outside, batch_id };
}

/** The edges of each day: every minute between them counts, whatever interval made the slots. */
function spansOf(input: BulkAvailability, zone: string): DaySpan[] {
  const spans = new Map<string, DaySpan>();
  for (const { date, start } of planSlots({ ...input, interval: 1 }, zone)) {
    if (start === null) continue;
    const span = spans.get(date);
    spans.set(date, {
      date,
      from: Math.min(span?.from ?? start, start),
      to: Math.max(span?.to ?? start, start + 1),
    });
  }
  return [...spans.values()];
}

/**
 * Removes one slot, free or not; a visit on it stays as it is.
 * Refuses another therapist and a slot that is not there (missing).
 */
export async function removeSlot(app: App, who: Who, input: RemoveSlot): Promise<RemovedSlots> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  const date = localDate(input.datetime, zoneOrUtc(therapist.timezone));
  return app.db.transaction().execute(async (trx) => {
    const slot = await trx
      .deleteFrom("slots")
      .where("therapist_id", "=", therapist.id)
      .where("start_at", "=", input.datetime)
      .returningAll()
      .executeTakeFirst();
    if (!slot) throw new Refusal("missing", "There is no such slot.");
    const id = await openBatch(trx, app, who, therapist.id, "removed", { fromDate: date, toDate: date });
    await trx
      .insertInto("slots_removed")
      .values({ batch_id: id, start_at: slot.start_at, local_date: slot.local_date, added_by: slot.batch_id })
      .execute();
    await closeBatch(trx, id, { added: 0, removed: 1, left: 0 });
    await logAudit(trx, app, who, {
      action: "availability.removed",
      subject: `therapist ${therapist.id}`,
      details: { start: iso(input.datetime), removed: 1 },
    });
    return { removed: 1, left_outside: [], batch_id: id };
  });
}
