import type { AppTx } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { day, localDate } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { FirstNights } from "~/nights/first-nights.server";
import { recordedNights } from "~/nights/list-first-nights.server";
import { usesOf } from "~/nights/night-uses";
import {
  compareReadings,
  firstUseOf,
  type ListedReading,
  type Reading,
  type ReadingOf,
} from "~/nights/readings";
import { strings } from "./strings";

interface Saving {
  reading: Reading;
  /** `YYYY-MM-DD` where the patient is. */
  readOn: string;
  source: Row<"readings">["source"];
  by: string;
}

type Followed = Pick<FirstNights, "order_id"> & ReadingOf;

/**
 * Saves a reading. A later one of the same day and source replaces it.
 * @throws Refusal "invalid" with the field, for numbers that can't be true
 */
export async function saveReading(
  { trx, app }: AppTx,
  followed: Followed,
  { reading, readOn, source, by }: Saving,
): Promise<void> {
  const { nights_used, nights_counted } = reading;
  // The night of the visit counts as soon as the device counts it.
  const nights = Math.round((Date.parse(readOn) - Date.parse(firstUseOf(followed))) / day) + 1;
  if (nights_used > nights) throw invalidField("nights_used", strings.moreThanNights);
  if (nights_counted !== null && nights_counted > nights_used)
    throw invalidField("nights_counted", strings.moreThanUsed);
  const row = { ...reading, entered_by: by, entered_at: app.clock.now() };
  await trx
    .insertInto("readings")
    .values({ order_id: followed.order_id, read_on: readOn, source, ...row })
    .onConflict((conflict) => conflict.columns(["order_id", "read_on", "source"]).doUpdateSet(row))
    .execute();
}

/** The newest first. A reading that contradicts nights from a report stays, with what the report says. */
export async function listReadings(db: Db, followed: Followed): Promise<ListedReading[]> {
  const { order_id } = followed;
  const rows = await db
    .selectFrom("readings")
    .selectAll()
    .where("order_id", "=", order_id)
    .orderBy("read_on", "desc")
    .orderBy("source")
    .execute();
  if (rows.length === 0) return [];
  const nights = await db
    .selectFrom("nights")
    .select(["night", "source", "device", "minutes"])
    .where("order_id", "=", order_id)
    .execute();
  return compareReadings(rows, followed, usesOf(recordedNights(nights)));
}

/** Today where the patient is, `YYYY-MM-DD`. */
export const todayOf = ({ zone }: Pick<FirstNights, "zone">, now: number): string => localDate(now, zone);
