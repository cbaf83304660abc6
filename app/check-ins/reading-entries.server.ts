import type { Db } from "~/db/open.server";
import { listReadings } from "./readings.server";
import { contradictionText, dayText, readingText } from "./staff-texts";

/** The evidence's lines about what was read off the device's screen, the oldest first. */
export async function readingEntries(db: Db, followed: Parameters<typeof listReadings>[1]) {
  const readings = await listReadings(db, followed);
  return readings.reverse().map((one) => ({
    head: `Read off the device's screen on ${dayText(one.read_on)}, last 30 nights: `,
    text: [
      readingText(one),
      one.source === "patient" ? "by the patient" : `entered by ${one.entered_by}`,
      contradictionText(one),
    ]
      .filter(Boolean)
      .join(". "),
  }));
}
