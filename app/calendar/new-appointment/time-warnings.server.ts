import { isDayOff } from "~/availability/changes/is-day-off.server";
import { isSlotOffered } from "~/availability/is-slot-offered.server";
import { formatDay, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

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

/** Warns of a full day, which staff may exceed (part 3, section 14.13), a day off, and unlisted times. */
export async function listTimeWarnings(
  db: Db,
  therapist: Row<"therapists">,
  { start, date }: { start: number; date: string },
): Promise<string[]> {
  const { name, daily_capacity: capacity } = therapist;
  const day = formatDay(start, zoneOrUtc(therapist.timezone));
  const warnings: string[] = [];
  const booked = await countDay(db, therapist.id, date);
  if (booked >= capacity) {
    warnings.push(
      `${name} already has ${booked} ${booked === 1 ? "visit" : "visits"} on ${day}. The daily capacity is ${capacity}.`,
    );
  }
  if ((await isDayOff(db, therapist.id))(date)) warnings.push(`${name} is off on ${day}.`);
  else if (!(await isSlotOffered(db, therapist.id, start)))
    warnings.push(`${name} isn't available at this time.`);
  return warnings;
}
