import { fill } from "~/core/language/strings";
import { plural } from "~/core/plural";
import { formatDay, formatLongDay, localHour } from "~/core/time";
import type { Row } from "~/db/tables";
import { steps } from "../step";
import { strings } from "../strings";
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

/** Whether the call is about the first 90 nights, which follow the order's visit. */
export const isAboutNights = ({ reason }: Pick<CallTask, "reason">): boolean => reason.startsWith("nights_");

/** False once the order has a visit or is closed. */
export const needsVisit = ({ order_step: step, order_closed_at: closedAt }: CallTask): boolean =>
  step < steps.submitted && closedAt === null;

/** Why a call ended without a result. */
export const notNeeded = (task: Pick<CallTask, "reason">): string =>
  isAboutNights(task)
    ? "This call isn't needed anymore: it went well, another call covers it, the re-evaluation is booked elsewhere, or the first 90 nights have ended."
    : "This call isn't needed anymore: the order has a visit or is closed.";

const ordinals = ["", "", "second time", "third time", "fourth time", "fifth time"];

type TaskWithReason = Pick<
  CallTask,
  "visit_start" | "patient_zone" | "missed_visits" | "wait_call" | "about"
>;

/** Why a patient who waits for a time without a visit is called. */
const waitReasons: Record<NonNullable<CallTask["wait_call"]>, string> = {
  no_match: "Waits for times that no therapist has",
  no_answer: "Waits for a time, and didn't answer two offers",
  no_address: "Waits for a time, but can't get texts or emails",
  date: "Waited for a time until the last day they named",
  opted_out: "Waited for a time, and turned off texts",
};

interface CallReason {
  /** For staff. */
  why(task: TaskWithReason): string;
  /** The sentence in the script for the call, in the current language. An offer to book a visit may follow. */
  say(task: TaskWithReason): string;
}

export const callReasons: Record<Row<"call_tasks">["reason"], CallReason> = {
  missed_visit: {
    // "Missed the visit on Mon, Nov 23 · third time"
    why({ visit_start: start, patient_zone: zone, missed_visits: times }) {
      const missed = start === null ? "Missed a visit" : `Missed the visit on ${formatDay(start, zone)}`;
      return times > 1 ? `${missed} · ${ordinals[times] ?? `${times} times`}` : missed;
    },
    say: ({ visit_start: start, patient_zone: zone }) =>
      start === null ? strings.call.noVisit : fill(strings.call.missed, { when: formatLongDay(start, zone) }),
  },
  no_visit: {
    why: ({ wait_call: because }) => (because ? waitReasons[because] : "Has a link, but no visit yet"),
    say: () => strings.call.noVisit,
  },
  nights_plan: {
    why: ({ about }) => `Planned call of the first 90 nights${about ? `: ${about}` : ""}`,
    say: () => strings.call.howAreNights,
  },
  nights_visit: {
    why: ({ about }) => (about ? `Time to book: ${about}` : "Time to book the re-evaluation with the doctor"),
    say: ({ about }) => (about ? strings.call.nextVisit : strings.call.reevaluation),
  },
  nights_trouble: {
    why: () => "Has trouble in the first 90 nights",
    say: () => strings.call.trouble,
  },
  nights_asked: { why: () => "Asked for a call in the first 90 nights", say: () => strings.call.asked },
  nights_stop: { why: () => "Wants to stop in the first 90 nights", say: () => strings.call.wantsToStop },
  nights_returned: {
    why: () => "Doesn't have the equipment anymore. If that's right, end the first 90 nights",
    say: () => strings.call.returned,
  },
};

/** A call about the nights may be about a missed visit, too. */
export function whyToCall(task: TaskWithReason & Pick<CallTask, "reason">): string {
  const why = callReasons[task.reason].why(task);
  if (!isAboutNights(task) || task.visit_start === null) return why;
  return `${why}. Also missed the visit on ${formatDay(task.visit_start, task.patient_zone)}`;
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
