import { counted } from "~/core/language/strings";
import { day } from "~/core/time";
import type { strings } from "./strings";

/** "12d 4h 03m 09s", without leading zero units. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const pad = (value: number) => String(value).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const rest = `${pad(Math.floor(seconds / 60) % 60)}m ${pad(seconds % 60)}s`;
  if (days > 0) return `${days}d ${hours}h ${rest}`;
  return hours > 0 ? `${hours}h ${rest}` : rest;
}

export type DayTexts = Pick<typeof strings.load, "days" | "lessThanADay">;

/** "12 days" or "Less than a day". @param milliseconds a duration */
export function inDays(milliseconds: number, { days, lessThanADay }: DayTexts): string {
  const full = Math.floor(milliseconds / day);
  return full < 1 ? lessThanADay : counted(days, full);
}
