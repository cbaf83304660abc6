import { formatTime, zoneLabel } from "~/core/time";
import { cancelReasons, noShowReasons } from "~/visits/outcome/outcome-reasons";
import type { Lead, Outcome, Reply, TimeState } from "./recovery-schema";

export const recoveryStrings = {
  title: "No-shows and freed times",
  visitsTitle: "Visits with an outcome",
  timesTitle: "Freed times",
  weeks: (count: number) => `Last ${count} weeks`,
  exportVisits: "Export visits as CSV",
  exportTimes: "Export freed times as CSV",
  weekIs: "Each time is counted in the week it was freed, even if the time itself is in a later week.",
  noVisits: "No visits. Choose a longer period.",
  noTimes: "No freed times here. Choose another status, or go back and choose a longer period.",
} as const;

export const leadLabels: Record<Lead, string> = {
  "0": "Less than a day before",
  "1": "1 to 3 days before",
  "4": "4 to 7 days before",
  "8": "8 to 14 days before",
  "15": "15 days or more before",
};

export const replyLabels: Record<Reply, string> = {
  ok: "Patient confirmed",
  none: "No reply",
};

export const outcomeLabels: Record<Outcome, string> = {
  all: "Completed, no-show, or canceled",
  held: "Completed or no-show",
  completed: "Completed",
  "no show": "No-show",
  cancelled: "Canceled",
};

export const stateLabels: Record<TimeState | "offered", string> = {
  filled: "Filled",
  open: "Still open",
  lost: "Lost",
  closed: "No longer offered",
  offered: "Offered",
};

const reasons: Record<string, string> = { ...cancelReasons, ...noShowReasons, none: "No reason given" };

export const reasonLabel = (reason: string): string => reasons[reason] ?? reason;

/** The time and zone columns of the CSV exports, in the therapist's zone. */
export const clockColumns = (at: number, zone: string) => ({
  time: formatTime(at, zone),
  zone: zoneLabel(at, zone),
});
