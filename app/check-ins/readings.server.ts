import type { AppTx } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { addDays, day, localDate } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { nightCounts, windowNights } from "~/nights/adherence";
import type { FirstNights } from "~/nights/first-nights.server";
import { strings } from "./strings";

/** Totals of the last 30 nights as the device's screen shows them. */
export interface Reading {
  nights_used: number;
  /** Nights of 4 hours or more. Null if the device doesn't show them. */
  nights_counted: number | null;
  /** Average use a night. Null if it wasn't read. */
  minutes: number | null;
}

interface Saving {
  reading: Reading;
  /** `YYYY-MM-DD` where the patient is. */
  readOn: string;
  source: Row<"readings">["source"];
  by: string;
}

type Followed = Pick<FirstNights, "order_id" | "started_on" | "zone" | "created_at">;

/** The first date on which the device can have been used. A restart moves the first night, but not the device's count. */
function firstUseOf({ started_on, zone, created_at }: Followed): string {
  const followedOn = localDate(created_at, zone);
  return followedOn < started_on ? followedOn : started_on;
}

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

export interface ListedReading extends Pick<Row<"readings">, "read_on" | "source" | "entered_by"> {
  reading: Reading;
  /** The first and last of the 30 nights, from the first use on. */
  from: string;
  to: string;
  /** The numbers of a report for the same days, if they contradict the reading. They count before it. */
  contradiction: { used: number; counted: number; missing: number } | null;
}

/** The newest first. A reading that contradicts nights from a report stays, with what the report says. */
export async function listReadings(db: Db, followed: Followed): Promise<ListedReading[]> {
  const { order_id } = followed;
  const first = firstUseOf(followed);
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
    .select(["night", "minutes"])
    .where("order_id", "=", order_id)
    .where("source", "<>", "staff")
    .execute();
  const minutesOf = new Map(nights.map(({ night, minutes }) => [night, minutes]));
  return rows.map(({ read_on, source, entered_by, nights_used, nights_counted, minutes }) => {
    const reading = { nights_used, nights_counted, minutes };
    const month = addDays(read_on, -windowNights);
    const from = month < first ? first : month;
    const to = addDays(read_on, -1);
    return {
      read_on,
      source,
      entered_by,
      reading,
      from,
      to,
      contradiction: contradictionOf(reading, { from, to, minutesOf }),
    };
  });
}

interface Reported {
  from: string;
  to: string;
  minutesOf: ReadonlyMap<string, number>;
}

/** A night that the report doesn't have can be either. Without any night of the report, nothing contradicts. */
function contradictionOf(
  { nights_used, nights_counted }: Reading,
  { from, to, minutesOf }: Reported,
): ListedReading["contradiction"] {
  let used = 0;
  let counted = 0;
  let missing = 0;
  let reported = 0;
  for (let night = from; night <= to; night = addDays(night, 1)) {
    const minutes = minutesOf.get(night);
    if (minutes === undefined) missing++;
    else {
      reported++;
      if (minutes > 0) used++;
      if (minutes >= nightCounts) counted++;
    }
  }
  if (reported === 0) return null;
  const isOff = (said: number, least: number) => said < least || said > least + missing;
  const contradicts = isOff(nights_used, used) || (nights_counted !== null && isOff(nights_counted, counted));
  return contradicts ? { used, counted, missing } : null;
}

/** Today where the patient is, `YYYY-MM-DD`. */
export const todayOf = ({ zone }: Pick<FirstNights, "zone">, now: number): string => localDate(now, zone);
