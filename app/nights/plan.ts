import { addDays, businessDay, hour, instantOf, startOfDay } from "~/core/time";
import type { Row } from "~/db/tables";

export type PlanType = Row<"plan_items">["type"];

export interface PlanItem {
  /** Days after the setup visit. */
  day: number;
  type: PlanType;
  /** The kind of visit to book. Null for the re-evaluation, and for other types. */
  kind_id: number | null;
}

export const mostItems = 20;
export const lastPlanDay = 120;

/** Names of the types for staff. */
export const planTypes: Record<PlanType, string> = {
  check_in: "Check-in by text or email",
  call: "Call",
  visit: "Visit to book",
  note: "Note to the order system",
};

/** Medicare wants the re-evaluation from day 31 on (LCD L33718). */
export const defaultPlan: readonly PlanItem[] = [
  ...[1, 3].map((day): PlanItem => ({ day, type: "check_in", kind_id: null })),
  { day: 7, type: "call", kind_id: null },
  ...[14, 30].map((day): PlanItem => ({ day, type: "check_in", kind_id: null })),
  { day: 31, type: "visit", kind_id: null },
  { day: 60, type: "call", kind_id: null },
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

/** When a check-in on a date is due, in ms UTC: at 10 AM where the patient is. */
export const askAt = (date: string, zone: string): number => clockTime(date, 10, zone);

const clockTime = (date: string, clockHour: number, zone: string): number =>
  instantOf(date, `${String(clockHour).padStart(2, "0")}:00`, zone) ??
  startOfDay(date, zone) + clockHour * hour;
