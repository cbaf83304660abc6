import { steps as stepNumbers } from "~/orders/step";
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

type WaitingOn = "you" | "your doctor" | "your insurer" | "us";

const waiting: Record<number, WaitingOn> = {
  1: "us",
  2: "your doctor",
  3: "your insurer",
  4: "us",
  5: "you",
  6: "us",
};

/** Instants in ms UTC. */
export interface OrderProgress {
  step: number;
  stepAt: number;
  closed: boolean;
  /** True if the order system closed the order without a completed visit. */
  stopped: boolean;
  entries: readonly { step: number; reached_at: number }[];
  sentAt: number | null;
  /** True if no text or email with the link went out. */
  isLinkUnsent: boolean;
  submittedAt: number | null;
  confirmedAt: number | null;
}

interface TimelineStep {
  key: (typeof keys)[number];
  label: string;
  done: boolean;
  current: boolean;
  startedAt: number | null;
  completedAt: number | null;
  detail: string;
}

/**
 * The seven steps as the patient sees them. In steps 1 to 4, the order's step is current. Once the link is
 * sent, the next step is current. A confirmed visit or a stopped order has no current step.
 */
export function timelineOf(progress: OrderProgress): TimelineStep[] {
  const { step, closed, stopped } = progress;
  const isDone = !stopped && (closed || step === stepNumbers.confirmed);
  const next = step < stepNumbers.linkSent ? step : step + 1;
  const current = isDone || stopped ? null : next;
  return keys.map((key, index) => {
    const number = index + 1;
    const done = isDone || number < next;
    return {
      key,
      label: strings.steps[index] ?? key,
      done,
      current: number === current,
      startedAt: done || number === current ? startOf(number, progress) : null,
      completedAt: done ? endOf(number, progress) : null,
      detail: strings.details[index] ?? "",
    };
  });
}

export function waitingOn({ step, closed }: Pick<OrderProgress, "step" | "closed">): WaitingOn | null {
  return closed ? null : (waiting[step] ?? null);
}

const lastEntry = ({ entries }: OrderProgress, step: number) =>
  entries.findLast((entry) => entry.step === step)?.reached_at ?? null;

/** Once the link is sent, each step starts when the previous step ends. */
function startOf(number: number, progress: OrderProgress): number | null {
  if (number < stepNumbers.linkSent) {
    return number === progress.step ? progress.stepAt : lastEntry(progress, number);
  }
  if (number === stepNumbers.linkSent) {
    const sent = endOf(number, progress);
    // Canceling a visit returns the order to this step, after the link was sent.
    const entered = progress.entries.findLast(
      (entry) => entry.step === number && entry.reached_at <= (sent ?? 0),
    );
    return entered?.reached_at ?? sent;
  }
  const before = number - 1;
  if (before === progress.step) return progress.stepAt;
  return endOf(before, progress);
}

function endOf(number: number, progress: OrderProgress): number | null {
  if (number === stepNumbers.linkSent) {
    return progress.isLinkUnsent ? null : (progress.sentAt ?? lastEntry(progress, number));
  }
  if (number === stepNumbers.submitted) return progress.submittedAt ?? lastEntry(progress, number);
  if (number === stepNumbers.confirmed) return progress.confirmedAt ?? lastEntry(progress, number);
  const entered = lastEntry(progress, number);
  // An order that was imported in a later step says nothing about when its earlier steps ended.
  if (entered === null) return null;
  const next = progress.entries.find((entry) => entry.step > number && entry.reached_at >= entered);
  return next?.reached_at ?? null;
}
