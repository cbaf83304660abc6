import { addDays, businessDay, hour, instantOf, startOfDay } from "~/core/time";
import type { Row } from "~/db/tables";

export type PlanType = Row<"plan_items">["type"];

export interface PlanItem {
  /** Days after the setup visit. */
  day: number;
  /** The end of a range of days that begins with `day`. Null for one day. */
  last_day: number | null;
  type: PlanType;
  kind_id: number | null;
}

export const mostItems = 20;
export const lastPlanDay = 120;

export const planTypes: Record<PlanType, string> = {
  check_in: "Check-in by text or email",
  call: "Call",
  visit: "Visit to book",
  note: "Note to the order system",
};

type Days = Pick<PlanItem, "day" | "last_day">;

/** "Day 3" or "Days 5 to 8". */
export const daysText = ({ day, last_day }: Days): string =>
  last_day === null ? `Day ${day}` : `Days ${day} to ${last_day}`;

const onDay = (day: number, type: PlanType): PlanItem => ({ day, last_day: null, type, kind_id: null });

/** Medicare wants the re-evaluation from day 31 on (LCD L33718). */
export const defaultPlan: readonly PlanItem[] = [
  onDay(1, "check_in"),
  onDay(3, "check_in"),
  onDay(7, "call"),
  onDay(14, "check_in"),
  onDay(30, "check_in"),
  onDay(31, "visit"),
  onDay(60, "call"),
];

/**
 * When a step of the plan is due, in ms UTC: a check-in at 10 AM on its day, and the work of staff at 9 AM on the first
 * business day from then on.
 * @param startedOn `YYYY-MM-DD`, in the patient's IANA zone
 */
export function dueAt(
  { day, type }: Pick<PlanItem, "day" | "type">,
  startedOn: string,
  zone: string,
): number {
  const wanted = addDays(startedOn, day);
  const date = type === "check_in" ? wanted : businessDay(wanted);
  return type === "check_in" ? askAt(date, zone) : clockTime(date, 9, zone);
}

/**
 * When a step is due: on the first day of its range whose time is still ahead.
 * @param startedOn `YYYY-MM-DD`, in the patient's IANA zone
 * @param now ms UTC
 * @returns ms UTC; null if the time of its last day has passed
 */
export function nextDueAt(
  { day, last_day, type }: Days & Pick<PlanItem, "type">,
  startedOn: string,
  { zone, now }: { zone: string; now: number },
): number | null {
  for (let number = day; number <= (last_day ?? day); number++) {
    const at = dueAt({ day: number, type }, startedOn, zone);
    if (at > now) return at;
  }
  return null;
}

/** When a check-in on a date is due, in ms UTC: at 10 AM where the patient is. */
export const askAt = (date: string, zone: string): number => clockTime(date, 10, zone);

const clockTime = (date: string, clockHour: number, zone: string): number =>
  instantOf(date, `${String(clockHour).padStart(2, "0")}:00`, zone) ??
  startOfDay(date, zone) + clockHour * hour;
