import { sql } from "kysely";
import { addDays, localDate } from "~/core/time";
import { isSupervisor, type Staff } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { type Adherence, adherenceOf } from "./adherence";
import { currentNight, dayNumber, type FirstNights } from "./first-nights.server";
import { type NextStep, needsStaff, nextStepOf, stepKinds } from "./next-step";

/** Patients stay on the list for a month after their 90 nights. */
const listedDays = 120;
const mostRows = 500;
const ordersPerStep = 100;

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

export function progressOf(
  { started_on, zone }: Pick<FirstNights, "started_on" | "zone">,
  nights: readonly RecordedNight[],
  now: number,
): Progress {
  const today = currentNight(now, zone);
  const day = dayNumber(started_on, today);
  const minutesOf = new Map(nights.map(({ date, minutes }) => [date, minutes]));
  const adherence = adherenceOf(started_on, minutesOf, today);
  return { day, adherence, step: nextStepOf(adherence, { minutesOf, today, day }) };
}

export interface ListedPatient extends Progress {
  orderId: number;
  patientId: number;
  patientName: string | null;
  therapist: string | null;
}

/** The patients whose nights are followed, the most urgent first. Therapists get the patients whose visit they held. */
export async function listFirstNights(
  db: Db,
  who: Staff,
  { now, onlyOpen }: { now: number; onlyOpen: boolean },
): Promise<{ patients: ListedPatient[]; total: number; all: number }> {
  let followed = db
    .selectFrom("first_nights")
    .innerJoin("orders", "orders.id", "first_nights.order_id")
    .leftJoin("visits", "visits.id", "first_nights.visit_id")
    .leftJoin("therapists", "therapists.id", "visits.therapist_id")
    .select([
      "first_nights.order_id",
      "first_nights.started_on",
      "first_nights.zone",
      "orders.patient_id",
      "orders.patient_name",
      "therapists.name as therapist",
    ])
    .where("first_nights.ended_at", "is", null)
    .where("first_nights.started_on", ">=", addDays(localDate(now, "UTC"), -listedDays))
    .orderBy("first_nights.started_on")
    .orderBy("first_nights.order_id");
  if (!isSupervisor(who)) followed = followed.where("visits.therapist_id", "=", who.therapistId ?? 0);
  const rows = await followed.execute();
  const found: ListedPatient[] = [];
  for (let from = 0; from < rows.length; from += ordersPerStep) {
    if (from > 0) await yieldToEventLoop();
    const some = rows.slice(from, from + ordersPerStep);
    const ids = JSON.stringify(some.map(({ order_id }) => order_id));
    const nights = await db
      .selectFrom("nights")
      .select(["order_id", "night", "source", "device", "minutes"])
      .where("order_id", "in", sql<number>`(select value from json_each(${ids}))`)
      .execute();
    const nightsOf = Map.groupBy(nights, ({ order_id }) => order_id);
    for (const row of some) {
      found.push({
        ...progressOf(row, recordedNights(nightsOf.get(row.order_id) ?? []), now),
        orderId: row.order_id,
        patientId: row.patient_id,
        patientName: row.patient_name,
        therapist: row.therapist,
      });
    }
  }
  const shown = onlyOpen ? found.filter(({ step }) => needsStaff(step)) : found;
  shown.sort(
    (one, other) =>
      stepKinds.indexOf(one.step.kind) - stepKinds.indexOf(other.step.kind) || other.day - one.day,
  );
  return { patients: shown.slice(0, mostRows), total: shown.length, all: found.length };
}
