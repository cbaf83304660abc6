import { plural } from "~/core/plural";
import { formatDay, localHour } from "~/core/time";
import { steps } from "../step";
import type { listCallTasks } from "./call-tasks.server";

const clockHour = (hours: number) => `${((hours + 11) % 12) + 1} ${hours % 24 < 12 ? "AM" : "PM"}`;

/** A patient to call, with the order and the last call. Times are in milliseconds UTC. */
export type CallTask = Awaited<ReturnType<typeof listCallTasks>>[number];

export const callOutcomes = ["reached", "left_message", "wrong_number"] as const;

export const outcomeNames: Record<(typeof callOutcomes)[number], string> = {
  reached: "Spoke with patient",
  left_message: "Left message",
  wrong_number: "Wrong number",
};

export const mostMessages = 3;

/** False once the order has a visit or is closed. */
export const needsVisit = ({ order_step: step, order_closed_at: closedAt }: CallTask): boolean =>
  step < steps.submitted && closedAt === null;

const ordinals = ["", "", "second time", "third time", "fourth time", "fifth time"];

/** "Missed the visit on Mon, Nov 23 · third time" */
export function whyToCall(
  task: Pick<CallTask, "reason" | "visit_start" | "patient_zone" | "missed_visits">,
): string {
  if (task.reason === "no_visit") return "Has a link, but no visit yet";
  const { visit_start: start, missed_visits: times } = task;
  const missed =
    start === null ? "Missed a visit" : `Missed the visit on ${formatDay(start, task.patient_zone)}`;
  return times > 1 ? `${missed} · ${ordinals[times] ?? `${times} times`}` : missed;
}

/** "Left 1 message" */
export const messagesLeft = ({ messages_left: count }: Pick<CallTask, "messages_left">): string =>
  `Left ${plural(count, "message")}`;

export interface CallHours {
  from: number;
  to: number;
}

/**
 * Calls are allowed only during texting hours, which are within 8 AM to 9 PM (47 CFR 64.1200(c)(1)).
 * @returns the allowed hours, like "9 AM to 8 PM", if now is outside them; null otherwise
 */
export function outsideCallHours(now: number, zone: string, { from, to }: CallHours): string | null {
  const at = localHour(now, zone);
  return at >= from && at < to ? null : `${clockHour(from)} to ${clockHour(to)}`;
}
