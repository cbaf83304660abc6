import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { undoBatchWithin } from "../changes/undo-batch.server";
import { whereBooked } from "../slot-rules.server";
import { writeDaysOff } from "./days-off.server";

type Therapist = Pick<Row<"therapists">, "id" | "timezone">;

export interface DayState {
  open: number;
  /** The period off that includes the day; null if the day can be booked. */
  off: { from_date: string; to_date: string } | null;
}

export async function findDay(
  db: Db,
  therapist: Pick<Therapist, "id">,
  date: string,
  now: number,
): Promise<DayState> {
  const { open } = await db
    .selectFrom("slots")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("therapist_id", "=", therapist.id)
    .where("local_date", "=", date)
    .where("start_at", ">", now)
    .where((eb) => eb.not(whereBooked("slots")))
    .executeTakeFirstOrThrow();
  const [off] = await listDaysOffOn(db, therapist.id, date);
  return { open, off: off ? { from_date: off.from_date, to_date: off.to_date } : null };
}

/** Sorted by first day, then oldest first. */
const listDaysOffOn = (db: Db, therapistId: number, date: string) =>
  db
    .selectFrom("days_off")
    .select(["batch_id", "from_date", "to_date"])
    .where("therapist_id", "=", therapistId)
    .where("from_date", "<=", date)
    .where("to_date", ">=", date)
    .orderBy("from_date")
    .orderBy("batch_id")
    .execute();

/** Makes one day a day off, inside the caller's transaction. @returns the number of open times removed */
export async function closeDay({ trx, app, who }: Tx, therapist: Therapist, date: string): Promise<number> {
  if ((await listDaysOffOn(trx, therapist.id, date)).length > 0) return 0;
  const { removed } = await writeDaysOff({ trx, app, who }, therapist, {
    fromDate: date,
    toDate: date,
    note: "Out for the day",
  });
  return removed;
}

/**
 * Reopens a closed day and restores its open times, except past and booked ones. Safe to repeat.
 * @returns the number of times restored
 * @throws Refusal "conflict" if the day is part of a longer absence
 */
export function reopenDay(app: App, who: Who, therapist: Therapist, date: string): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    const daysOff = await listDaysOffOn(trx, therapist.id, date);
    if (daysOff.some((off) => off.from_date !== off.to_date)) {
      throw new Refusal("conflict", "This day is part of a longer absence. Change it under Days off.");
    }
    let restored = 0;
    // If two days off overlap, the first one removed the slots. It can restore them only when no day off is
    // left.
    for (const { batch_id } of daysOff.reverse()) {
      restored += (await undoBatchWithin({ trx, app, who }, therapist, batch_id)).restored;
    }
    return restored;
  });
}
