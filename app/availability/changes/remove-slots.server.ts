import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso, localDate, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import type { BulkAvailability, RemoveSlot } from "../availability-schema";
import { checkPatternSize } from "../slot-limits";
import { planHours } from "../slot-plan";
import { type ReplacedSlots, replaceSlots } from "./replace-slots.server";
import { closeBatch, openBatch } from "./slot-batches.server";

type RemovedSlots = Pick<ReplacedSlots, "removed" | "left_outside" | "batch_id">;

/** Removes the slots in a period, except slots with active visits. With `dryRun`, only counts them. @throws Refusal */
export async function removeSlots(app: App, who: Who, input: BulkAvailability): Promise<RemovedSlots> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  checkPatternSize(input);
  const zone = zoneOrUtc(therapist.timezone);
  const { removed, left_outside, batch_id } = await replaceSlots(app, who, therapist, {
    kind: "removed",
    range: input,
    clear: planHours(input, zone),
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
    const id = await openBatch(trx, app, who, therapist.id, "removed", { fromDate: date, toDate: date });
    await trx
      .insertInto("slots_removed")
      .values({ batch_id: id, start_at: slot.start_at, local_date: slot.local_date, added_by: slot.batch_id })
      .execute();
    await closeBatch(trx, id, { added: 0, removed: 1, leftOutside: 0 });
    await logAudit(trx, app, who, "availability.removed", `therapist ${therapist.id}`, {
      start: iso(input.datetime),
      removed: 1,
    });
    return { removed: 1, left_outside: [], batch_id: id };
  });
}
