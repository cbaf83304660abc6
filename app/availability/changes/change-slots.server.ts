import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso, localDate, minute, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import type { Who } from "~/core/who";
import type { Row } from "~/db/tables";
import { checkedSlotKinds } from "~/kinds/slot-kinds.server";
import { ownTherapist, ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import type { BulkAvailability, ChangeAvailability, RemoveSlot } from "../availability-schema";
import type { OutsideVisit } from "../availability-view";
import { type AvailabilityFlash, slotsAdded, slotsRemoved, slotsRestored } from "../flash";
import { checkPatternSize } from "../slot-limits";
import { datesOf, type PlannedSlot, planHours, planSlots } from "../slot-plan";
import { type DaySpan, deleteSlotRows, wholeDays } from "./delete-slot-rows.server";
import { type InsertedSlots, insertSlotRows } from "./insert-slot-rows.server";
import { willAdd, willRemove } from "./preview-strings";
import { closeBatch, openBatch, refuseOtherZone } from "./slot-batches.server";
import { inTransactionOrDryRun } from "./transaction-or-dry-run.server";
import { undoBatch } from "./undo-batch.server";
import { listOutsideVisitsOf } from "./visits-outside-hours.server";

const actions = {
  added: "availability.added",
  removed: "availability.removed",
  pattern: "week.applied",
} as const;

/** The times at which a visit can start to end within the hours. Shorter hours have one start. */
function startsWithin({ startTime, endTime, ...pattern }: BulkAvailability): BulkAvailability {
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const last = Math.max(minutesOf(startTime), minutesOf(endTime) - visitLength / minute);
  const end = `${String(Math.floor((last + 1) / 60)).padStart(2, "0")}:${String((last + 1) % 60).padStart(2, "0")}`;
  return { ...pattern, startTime, endTime: end };
}

export async function addSlots(app: App, who: Who, input: BulkAvailability): Promise<ReplacedSlots> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  checkPatternSize(input);
  const kinds = await checkedSlotKinds(app.reads, therapist, input.kinds);
  const pattern = input.wholeVisits ? startsWithin(input) : input;
  return replaceSlots(app, who, therapist, {
    kind: "added",
    range: input,
    clear: input.removeExisting ? wholeDays(datesOf(input)) : [],
    plan: planSlots(pattern, zoneOrUtc(therapist.timezone), kinds ?? undefined),
    dryRun: input.dryRun,
  });
}

type RemovedSlots = Pick<ReplacedSlots, "removed" | "left_outside" | "batch_id">;

/** Removes the slots in a period, except slots with active visits. With `dryRun`, only counts them. @throws Refusal */
export async function removeSlots(app: App, who: Who, input: BulkAvailability): Promise<RemovedSlots> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  checkPatternSize(input);
  const zone = zoneOrUtc(therapist.timezone);
  const { removed, left_outside, batch_id } = await replaceSlots(app, who, therapist, {
    kind: "removed",
    range: input,
    clear: planHours(input, zone).map((span) => ({
      ...span,
      firstSlot: input.wholeVisits ? span.from - visitLength + 1 : span.from,
    })),
    plan: [],
    dryRun: input.dryRun,
  });
  return { removed, left_outside, batch_id };
}

/** Removes one slot. A visit at that time stays. @throws Refusal "missing" */
export async function removeSlot(app: App, who: Who, input: RemoveSlot): Promise<RemovedSlots> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  const date = localDate(input.datetime, zoneOrUtc(therapist.timezone));
  return app.db.transaction().execute(async (trx) => {
    const slot = await trx
      .deleteFrom("slots")
      .where("therapist_id", "=", therapist.id)
      .where("start_at", "=", input.datetime)
      .returningAll()
      .executeTakeFirstOrThrow(() => new Refusal("missing", "Slot not found."));
    const id = await openBatch({ trx, app, who }, therapist.id, "removed", { fromDate: date, toDate: date });
    await trx
      .insertInto("slots_removed")
      .values({
        batch_id: id,
        start_at: slot.start_at,
        local_date: slot.local_date,
        added_by: slot.batch_id,
        kinds: slot.kinds,
      })
      .execute();
    await closeBatch(trx, id, { added: 0, removed: 1, leftOutside: 0 });
    await logAudit({ trx, app, who }, "availability.removed", `therapist ${therapist.id}`, {
      start: iso(input.datetime),
      removed: 1,
    });
    return { removed: 1, left_outside: [], batch_id: id };
  });
}

export interface ReplacedSlots extends InsertedSlots {
  removed: number;
  batch_id: number | null;
  left_outside: OutsideVisit[];
}

interface Change {
  kind: keyof typeof actions;
  range: { fromDate: string; toDate: string };
  clear: DaySpan[];
  plan: PlannedSlot[];
  dryRun: boolean;
}

/**
 * Clears days and adds the planned slots as one batch.
 * @throws Refusal "conflict" if the therapist's time zone has changed since the plan was made
 */
export function replaceSlots(
  app: App,
  who: Who,
  therapist: Pick<Row<"therapists">, "id" | "timezone">,
  { kind, range, clear, plan, dryRun }: Change,
): Promise<ReplacedSlots> {
  return inTransactionOrDryRun(app, { dryRun }, async (trx) => {
    await refuseOtherZone(trx, therapist);
    const id = await openBatch({ trx, app, who }, therapist.id, kind, range);
    const batch = { therapistId: therapist.id, id };
    const removed = await deleteSlotRows({ trx, app }, batch, clear);
    const slots = await insertSlotRows({ trx, app }, batch, plan);
    const left_outside = await listOutsideVisitsOf(trx, id);
    const kept = await closeBatch(trx, id, {
      added: slots.inserted,
      removed,
      leftOutside: left_outside.length,
    });
    if (!dryRun) {
      await logAudit({ trx, app, who }, actions[kind], `therapist ${therapist.id}`, {
        from: range.fromDate,
        to: range.toDate,
        inserted: slots.inserted,
        removed,
      });
    }
    return { ...slots, removed, left_outside, batch_id: kept && !dryRun ? id : null };
  });
}

/** "preview" counts what the other buttons would change and writes nothing. */
export async function changeAvailability(
  app: App,
  who: Who,
  input: ChangeAvailability,
): Promise<AvailabilityFlash | { sentences: string[] }> {
  const own = await ownTherapistOfId(app.reads, who, input.id);
  if (input.act === "undo") return slotsRestored(await undoBatch(app, who, own, input.batch));
  const therapist = own.name;
  if (input.act === "remove-slot") {
    return slotsRemoved(await removeSlot(app, who, { therapist, datetime: input.datetime }));
  }
  const pattern = { ...input, therapist, dryRun: input.act === "preview" };
  if (input.act === "add") return slotsAdded(await addSlots(app, who, pattern));
  if (input.act === "remove") return slotsRemoved(await removeSlots(app, who, pattern));
  const added = await addSlots(app, who, pattern);
  const removed = await removeSlots(app, who, pattern);
  return { sentences: [...willAdd(added), ...willRemove(removed)] };
}
