import { stepNames, steps as stepNumbers } from "~/orders/step";
import { strings } from "./strings";

const keys = [
  "intake",
  "referral_received",
  "pre_auth",
  "ready_to_schedule",
  "link_sent",
  "setup_submitted",
  "setup_scheduled",
] as const;

const labels = [...stepNames.slice(0, 4), strings.linkSent, strings.submitted, strings.scheduled];

/** Who must act next. */
export type WaitingOn = "you" | "your doctor" | "your insurer" | "us";

const waiting: Record<number, WaitingOn> = {
  1: "us",
  2: "your doctor",
  3: "your insurer",
  4: "us",
  5: "you",
  6: "us",
};

/** What the timeline is made of. Instants in milliseconds UTC. */
export interface OrderStanding {
  /** 1 to 7. */
  step: number;
  /** Since when it is in that step. */
  stepAt: number;
  closed: boolean;
  /** Closed by the order system, with no visit behind it. */
  stopped: boolean;
  /** Every entry into a step, oldest first. */
  entries: readonly { step: number; reached_at: number }[];
  /** When the link was sent, the time was submitted and confirmed. */
  sentAt: number | null;
  submittedAt: number | null;
  confirmedAt: number | null;
}

export interface TimelineStep {
  key: (typeof keys)[number];
  label: string;
  done: boolean;
  current: boolean;
  startedAt: number | null;
  completedAt: number | null;
  detail: string;
}

/**
 * The seven steps as a patient sees them. In steps 1 to 4 the step the order is in is current; from
 * the link on, the next one is, since that is what is waited for (part 1, section 4; part 3, 14.6).
 * None is current once the visit is confirmed, and none in an order that was stopped: that one went no
 * further than it came.
 */
export function timelineOf(standing: OrderStanding): TimelineStep[] {
  const { step, closed, stopped } = standing;
  const isDone = !stopped && (closed || step === stepNumbers.confirmed);
  const next = step < stepNumbers.linkSent ? step : step + 1;
  const current = isDone || stopped ? null : next;
  return keys.map((key, index) => {
    const number = index + 1;
    const done = isDone || number < next;
    return {
      key,
      label: labels[index] ?? key,
      done,
      current: number === current,
      startedAt: done || number === current ? startOf(number, standing) : null,
      completedAt: done ? endOf(number, standing) : null,
      detail: strings.details[index] ?? "",
    };
  });
}

/** Who must act next; null where nothing is left but the visit itself. */
export function waitingOn({ step, closed }: Pick<OrderStanding, "step" | "closed">): WaitingOn | null {
  return closed ? null : (waiting[step] ?? null);
}

const lastEntry = ({ entries }: OrderStanding, step: number) =>
  entries.findLast((entry) => entry.step === step)?.reached_at ?? null;

/** A later step is waited for since the one before was reached. */
function startOf(number: number, standing: OrderStanding): number | null {
  if (number < stepNumbers.linkSent) {
    return number === standing.step ? standing.stepAt : lastEntry(standing, number);
  }
  if (number === stepNumbers.linkSent) {
    const sent = endOf(number, standing);
    // An order whose visit was cancelled comes into this step again, long after the link was sent.
    const entered = standing.entries.findLast(
      (entry) => entry.step === number && entry.reached_at <= (sent ?? 0),
    );
    return entered?.reached_at ?? sent;
  }
  const before = number - 1;
  if (before === standing.step) return standing.stepAt;
  return endOf(before, standing);
}

function endOf(number: number, standing: OrderStanding): number | null {
  if (number === stepNumbers.linkSent) return standing.sentAt ?? lastEntry(standing, number);
  if (number === stepNumbers.submitted) return standing.submittedAt ?? lastEntry(standing, number);
  if (number === stepNumbers.confirmed) return standing.confirmedAt ?? lastEntry(standing, number);
  const entered = lastEntry(standing, number);
  const next = standing.entries.find(
    (entry) => entry.step > number && (entered === null || entry.reached_at >= entered),
  );
  return next?.reached_at ?? null;
}
