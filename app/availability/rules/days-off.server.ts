import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { day, localDate, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { OutsideVisit } from "../availability-view";
import { deleteSlotRows, wholeDays } from "../changes/delete-slot-rows.server";
import { openBatch } from "../changes/slot-batches.server";
import { inTransactionOrDryRun } from "../changes/transaction-or-dry-run.server";
import { type Undone, undoBatch } from "../changes/undo-batch.server";
import { listOutsideVisitsOf } from "../changes/visits-outside-hours.server";
import { datesOf } from "../slot-plan";

type Therapist = Row<"therapists">;

const mostDays = 366;

export function listDaysOff(db: Db, therapist: Pick<Therapist, "id" | "timezone">, now: number) {
  return db
    .selectFrom("days_off")
    .select(["id", "from_date", "to_date", "note"])
    .where("therapist_id", "=", therapist.id)
    .where("to_date", ">=", localDate(now, zoneOrUtc(therapist.timezone)))
    .orderBy("from_date")
    .limit(200)
    .execute();
}

interface AddedDayOff {
  removed: number;
  batch_id: number | null;
  left_outside: OutsideVisit[];
}

/**
 * Adds days off. Visits stay. With `dryRun`, writes nothing.
 * @throws Refusal "invalid" for past days or too many days
 */
export async function addDaysOff(
  app: App,
  who: Who,
  therapist: Pick<Therapist, "id" | "timezone">,
  input: DaysOffInput & { dryRun: boolean },
): Promise<AddedDayOff> {
  const { fromDate, toDate } = input;
  if ((Date.parse(toDate) - Date.parse(fromDate)) / day + 1 > mostDays) {
    throw invalidField("toDate", `Choose at most ${mostDays} days.`);
  }
  if (toDate < localDate(app.clock.now(), zoneOrUtc(therapist.timezone))) {
    throw invalidField("toDate", "These days are in the past. Choose upcoming days.");
  }
  return inTransactionOrDryRun(app, input, (trx) => writeDaysOff({ trx, app, who }, therapist, input));
}

interface DaysOffInput {
  fromDate: string;
  toDate: string;
  note: string;
  dryRun?: boolean;
}

export async function writeDaysOff(
  { trx, app, who }: Tx,
  therapist: Pick<Therapist, "id">,
  input: DaysOffInput,
): Promise<AddedDayOff> {
  const { fromDate, toDate, note, dryRun } = input;
  const id = await openBatch({ trx, app, who }, therapist.id, "day-off", input);
  const batch = { id, therapistId: therapist.id };
  const days = datesOf({ fromDate, toDate, days: [0, 1, 2, 3, 4, 5, 6] });
  const removed = await deleteSlotRows({ trx, app }, batch, wholeDays(days));
  // The batch is kept even if no slot was removed, because undoing the batch removes the day off.
  await trx.updateTable("slot_batches").set({ removed }).where("id", "=", id).execute();
  await trx
    .insertInto("days_off")
    .values({
      therapist_id: therapist.id,
      from_date: fromDate,
      to_date: toDate,
      note: note || null,
      batch_id: id,
    })
    .execute();
  if (!dryRun) {
    await logAudit({ trx, app, who }, "day-off.added", `therapist ${therapist.id}`, {
      from: fromDate,
      to: toDate,
      removed,
    });
  }
  return { removed, batch_id: dryRun ? null : id, left_outside: await listOutsideVisitsOf(trx, id) };
}

export async function removeDayOff(app: App, who: Who, therapist: Therapist, id: number): Promise<Undone> {
  const found = await app.reads
    .selectFrom("days_off")
    .select("batch_id")
    .where("id", "=", id)
    .where("therapist_id", "=", therapist.id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Day off not found."));
  return undoBatch(app, who, therapist, found.batch_id);
}

export async function isDayOff(db: Db, therapistId: number): Promise<(date: string) => boolean> {
  const days = await db
    .selectFrom("days_off")
    .select(["from_date", "to_date"])
    .where("therapist_id", "=", therapistId)
    .execute();
  return (date) => days.some((off) => off.from_date <= date && date <= off.to_date);
}
