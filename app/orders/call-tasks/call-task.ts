import { formatDay, iso, isoOrNull } from "~/core/time";

export const callOutcomes = ["reached", "left_message", "wrong_number"] as const;
type CallOutcome = (typeof callOutcomes)[number];

export const outcomeNames: Record<CallOutcome, string> = {
  reached: "Reached",
  left_message: "Left message",
  wrong_number: "Wrong number",
};

export const mostMessages = 3;

/** A patient to call, with the order and the last call. Instants in ms UTC. */
export interface CallTask {
  id: number;
  order_id: number;
  reason: "missed_visit" | "no_visit";
  patient_id: number;
  patient_name: string | null;
  brightree_db: string;
  sales_order_no: string | null;
  phone: string | null;
  language: string;
  interpreter: string | null;
  /** IANA name. */
  patient_zone: string;
  company: string;
  company_phone: string | null;
  visit_id: number | null;
  /** Start of the no-show visit. */
  visit_start: number | null;
  /** The order's number of no-shows. */
  missed_visits: number;
  created_at: number;
  due_at: number;
  messages_left: number;
  outcome: CallOutcome | null;
  called_at: number | null;
  called_by: string | null;
  user_id: number | null;
  /** True if the last call can be undone. */
  undoable: boolean;
  note: string | null;
  done_at: number | null;
  version: number;
}

const ordinals = ["", "", "second time", "third time", "fourth time", "fifth time"];

/** "Missed the visit on Mon, Nov 23 · third time" */
export function whyToCall(
  task: Pick<CallTask, "reason" | "visit_start" | "patient_zone" | "missed_visits">,
): string {
  if (task.reason === "no_visit") return "Has a link, but no visit yet";
  const { visit_start: start, missed_visits: times } = task;
  const missed =
    start === null ? "Missed a visit" : `Missed the visit on ${formatDay(start, task.patient_zone)}`;
  const often = times > 1 ? (ordinals[times] ?? `${times} times`) : null;
  return often ? `${missed} · ${often}` : missed;
}

/** "Left 1 message" */
export const messagesLeft = ({ messages_left: count }: Pick<CallTask, "messages_left">): string =>
  `Left ${count} ${count === 1 ? "message" : "messages"}`;

export const callTaskView = (task: CallTask) => ({
  id: task.id,
  reason: task.reason,
  patient_id: task.patient_id,
  patient_name: task.patient_name,
  brightree_db: task.brightree_db,
  sales_order_no: task.sales_order_no,
  phone: task.phone,
  language: task.language,
  interpreter: task.interpreter,
  patient_zone: task.patient_zone,
  visit_id: task.visit_id,
  missed_visits: task.missed_visits,
  created_at: iso(task.created_at),
  due_at: iso(task.due_at),
  messages_left: task.messages_left,
  outcome: task.outcome,
  called_at: isoOrNull(task.called_at),
  called_by: task.called_by,
  note: task.note,
  done_at: isoOrNull(task.done_at),
  version: task.version,
});
