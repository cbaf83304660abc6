import { localHour } from "~/core/time";

export type PartOfDay = "morning" | "afternoon" | "evening";

export function partOfDay(at: number, zone: string): PartOfDay {
  const at24 = localHour(at, zone);
  if (at24 < 12) return "morning";
  return at24 < 17 ? "afternoon" : "evening";
}
