import type { Row } from "~/db/tables";
import { type Adherence, adherenceOf } from "./adherence";
import { currentNight, dayNumber, type FirstNights } from "./first-nights.server";
import { type NextStep, nextStepOf, type Situation } from "./next-step";

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
  { now, ...situation }: Situation & { now: number },
): Progress {
  const today = currentNight(now, zone);
  const day = dayNumber(started_on, today);
  const minutesOf = new Map(nights.map(({ date, minutes }) => [date, minutes]));
  const adherence = adherenceOf(started_on, minutesOf, today);
  return { day, adherence, step: nextStepOf(adherence, { minutesOf, today, day }, situation) };
}
