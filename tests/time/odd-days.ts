import { hour } from "~/core/time";

/** The time zone codes from part 2, section 9, and a time zone without DST changes. */
export const zoneCodes = ["EST", "CST", "MST", "PST", "AKST", "HST", "America/Phoenix"];

const unchanged = ["HST", "America/Phoenix"];

/** Days with special time rules: both DST changes, the leap day, and the end of the year. */
export const oddDays = ["2026-03-08", "2026-11-01", "2028-02-29", "2026-12-31", "2027-01-01"];

export const everywhere = zoneCodes.flatMap((code) => oddDays.map((date) => [code, date] as const));

/** The day's length minus 24 hours, in milliseconds. */
export function longerBy(code: string, date: string): number {
  if (unchanged.includes(code)) return 0;
  return { "2026-03-08": -hour, "2026-11-01": hour }[date] ?? 0;
}
