import { plural } from "~/core/plural";
import { formatDay } from "~/core/time";
import { steps } from "../step";
import type { readCallTasks } from "./call-tasks.server";

/** A patient to call, with the order and the last call. Times are in milliseconds UTC. */
export type CallTask = Awaited<ReturnType<typeof readCallTasks>>[number];

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
