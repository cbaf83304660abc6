import { addDays, localDate } from "~/core/time";
import type { Row } from "~/db/tables";
import { type CountedSpan, firstNinety, nightCounts, windowNights } from "./adherence";
import type { FirstNights } from "./first-nights.server";
import type { NightUses } from "./night-uses";

/** Totals of the last 30 nights as the device's screen shows them. */
export interface Reading {
  nights_used: number;
  /** Nights of 4 hours or more. Null if the device doesn't show them. */
  nights_counted: number | null;
  /** Average use a night. Null if it wasn't read. */
  minutes: number | null;
}

export type ReadingOf = Pick<FirstNights, "started_on" | "zone" | "created_at">;
export type ReadingRow = Omit<Row<"readings">, "id" | "order_id" | "entered_at">;

/** The first date on which the device can have been used. A restart moves the first night, but not the device's count. */
export function firstUseOf({ started_on, zone, created_at }: ReadingOf): string {
  const followedOn = localDate(created_at, zone);
  return followedOn < started_on ? followedOn : started_on;
}

export interface ListedReading extends Pick<Row<"readings">, "read_on" | "source" | "entered_by"> {
  reading: Reading;
  from: string;
  to: string;
  /** The numbers of a report for the same days, if they contradict the reading. They count before it. */
  contradiction: { used: number; counted: number; missing: number } | null;
}

/** A patient's readings, compared with the nights that devices reported. In the order of the rows. */
export function compareReadings(
  rows: readonly ReadingRow[],
  followed: ReadingOf,
  uses: Pick<NightUses, "device">,
): ListedReading[] {
  if (rows.length === 0) return [];
  const first = firstUseOf(followed);
  return rows.map(({ read_on, source, entered_by, nights_used, nights_counted, minutes }) => {
    const reading = { nights_used, nights_counted, minutes };
    const month = addDays(read_on, -windowNights);
    const from = month < first ? first : month;
    const to = addDays(read_on, -1);
    const contradiction = contradictionOf(reading, { from, to, uses });
    return { read_on, source, entered_by, reading, from, to, contradiction };
  });
}

interface Reported {
  from: string;
  to: string;
  uses: Pick<NightUses, "device">;
}

/** A night that the report doesn't have can be either. Without any night of the report, nothing contradicts. */
function contradictionOf(
  { nights_used, nights_counted }: Reading,
  { from, to, uses }: Reported,
): ListedReading["contradiction"] {
  let used = 0;
  let counted = 0;
  let missing = 0;
  let reported = 0;
  for (const night of firstNinety(from)) {
    if (night > to) break;
    const minutes = uses.device(night);
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

/** The readings that say how many nights had 4 hours, and that no report contradicts. */
export const countedSpans = (readings: readonly ListedReading[]): CountedSpan[] =>
  readings.flatMap(({ from, to, contradiction, reading: { nights_counted: counted } }) =>
    counted === null || contradiction ? [] : [{ from, to, counted }],
  );
