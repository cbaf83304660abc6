import { isDayOff } from "~/availability/changes/is-day-off.server";
import { isSlotOffered } from "~/availability/is-slot-offered.server";
import { formatDay, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

/** How many active visits a therapist has on a calendar day. */
async function countDay(db: Db, therapistId: number, date: string): Promise<number> {
  const { count } = await db
    .selectFrom("visits")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("therapist_id", "=", therapistId)
    .where("local_date", "=", date)
    .where("status", "in", activeStatuses)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Why one would hesitate to book a time that is free, in sentences: the day is full (staff may go over,
 * part 3, section 14.13), it is a day off, or nothing is on offer then.
 */
export async function listTimeWarnings(
  db: Db,
  therapist: Row<"therapists">,
  { start, date }: { start: number; date: string },
): Promise<string[]> {
  const { name, daily_capacity: capacity } = therapist;
  const day = formatDay(start, zoneOrUtc(therapist.timezone));
  const doubts: string[] = [];
  const booked = await countDay(db, therapist.id, date);
  if (booked >= capacity) {
    doubts.push(
      `${name} has ${booked} ${booked === 1 ? "visit" : "visits"} on ${day} already; the day's capacity is ${capacity}.`,
    );
  }
  if ((await isDayOff(db, therapist.id))(date)) doubts.push(`${name} has ${day} off.`);
  else if (!(await isSlotOffered(db, therapist.id, start))) doubts.push(`${name} does not offer this time.`);
  return doubts;
}
