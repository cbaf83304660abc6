import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { type Adherence, adherenceOf } from "./adherence";
import { currentNight, dayNumber } from "./first-nights.server";
import { type NextStep, nextStepOf, type Situation, type StepKind, stepKindOf } from "./next-step";
import type { NightUses } from "./night-uses";
import { compareReadings, countedSpans, type ReadingOf, type ReadingRow } from "./readings";

/** A night with each source's value. What a device reported counts before what staff entered. */
export interface RecordedNight {
  date: string;
  /**
   * What counts. Of several devices, this is the longest use: their totals don't say whether they were used at the same
   * time, so that more isn't certain.
   */
  minutes: number;
  device: number | null;
  staff: number | null;
  /** The values of each device, from a program or a file. */
  reports: { source: "device" | "file"; device: string; minutes: number }[];
}

export interface Progress {
  /** The number of the night that isn't over. The first one is 1. */
  day: number;
  adherence: Adherence;
  step: NextStep;
}

export function recordedNights(
  rows: readonly Pick<Row<"nights">, "night" | "source" | "device" | "minutes">[],
): RecordedNight[] {
  const isSingle = rows.every(({ night }, index) => index === 0 || night > (rows[index - 1]?.night ?? ""));
  if (isSingle) return rows.map(nightOf);
  return [...Map.groupBy(rows, ({ night }) => night)].map(([date, values]) => {
    const reports = values.flatMap(({ source, device, minutes }) =>
      source === "staff" ? [] : [{ source, device, minutes }],
    );
    // A program's value of a device counts before the one in a file.
    const ofDevice = new Map<string, number>();
    for (const { source, device, minutes } of reports) {
      if (source === "device" || !ofDevice.has(device)) ofDevice.set(device, minutes);
    }
    const device = ofDevice.size > 0 ? Math.max(...ofDevice.values()) : null;
    const staff = values.find(({ source }) => source === "staff")?.minutes ?? null;
    return { date, device, staff, reports, minutes: device ?? staff ?? 0 };
  });
}

/** A night with one value, as most have: the report's file has hundreds of thousands of them. */
function nightOf({
  night: date,
  source,
  device,
  minutes,
}: Pick<Row<"nights">, "night" | "source" | "device" | "minutes">): RecordedNight {
  return source === "staff"
    ? { date, device: null, staff: minutes, reports: [], minutes }
    : { date, device: minutes, staff: null, reports: [{ source, device, minutes }], minutes };
}

interface Evidence {
  nights: readonly RecordedNight[];
  /** The newest first. */
  readings: readonly ReadingRow[];
}

interface Known {
  uses: NightUses;
  /** The newest first. */
  readings: readonly ReadingRow[];
}

export function progressOf(
  followed: ReadingOf,
  known: Known,
  { now, ...situation }: Situation & { now: number },
): Progress {
  const { adherence, nights } = standOf(followed, known, now);
  return { day: nights.day, adherence, step: nextStepOf(adherence, nights, situation) };
}

/** The group of a patient's next step, without its text. */
export function progressKindOf(
  followed: ReadingOf,
  known: Known,
  { now, ...situation }: Situation & { now: number },
): { day: number; kind: StepKind } {
  const { adherence, nights } = standOf(followed, known, now);
  return { day: nights.day, kind: stepKindOf(adherence, nights, situation) };
}

function standOf(followed: ReadingOf, { uses, readings }: Known, now: number) {
  const { started_on, zone } = followed;
  const today = currentNight(now, zone);
  const day = dayNumber(started_on, today);
  const compared = compareReadings(readings, followed, uses);
  const adherence = adherenceOf(started_on, uses, today, countedSpans(compared));
  return { adherence, nights: { minutesOf: uses, readings: compared, startedOn: started_on, today, day } };
}

export const inList = (orderIds: readonly number[]) =>
  sql<number>`(select value from json_each(${JSON.stringify(orderIds)}))`;

export async function listEvidence(
  db: Db,
  orderIds: readonly number[],
): Promise<(orderId: number) => Evidence> {
  const nights = await db
    .selectFrom("nights")
    .select(["order_id", "night", "source", "device", "minutes"])
    .where("order_id", "in", inList(orderIds))
    .orderBy("order_id")
    .orderBy("night")
    .orderBy("source")
    .orderBy("device")
    .execute();
  const readingsOf = await listReadingRows(db, orderIds);
  const nightsOf = Map.groupBy(nights, ({ order_id }) => order_id);
  return (orderId) => ({
    nights: recordedNights(nightsOf.get(orderId) ?? []),
    readings: readingsOf(orderId),
  });
}

/** The readings of some orders, the newest first. */
export async function listReadingRows(
  db: Db,
  orderIds: readonly number[],
): Promise<(orderId: number) => readonly ReadingRow[]> {
  const readings = await db
    .selectFrom("readings")
    .select(["order_id", "read_on", "source", "entered_by", "nights_used", "nights_counted", "minutes"])
    .where("order_id", "in", inList(orderIds))
    .orderBy("order_id")
    .orderBy("read_on", "desc")
    .orderBy("source")
    .execute();
  const readingsOf = Map.groupBy(readings, ({ order_id }) => order_id);
  return (orderId) => readingsOf.get(orderId) ?? [];
}
