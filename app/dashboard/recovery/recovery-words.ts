import { formatTime, zoneLabel } from "~/core/time";
import { cancelReasons, noShowReasons } from "~/visits/outcome/outcome-reasons";
import type { Lead, Outcome, Reply, TimeState } from "./recovery-schema";

export const recoveryWords = {
  title: "No-shows and freed times",
  visitsTitle: "Visits with an outcome",
  timesTitle: "Freed times",
  period: "Period",
  weeks: (count: number) => `Last ${count} weeks`,
  exportVisits: "Export visits as CSV",
  exportTimes: "Export freed times as CSV",
  openHint: "Visits that still fit this week, by daily limits and open slots. Counted every 5 minutes.",
  freedHint: "Booked times that became free this week because a visit was canceled or moved.",
  offeredHint: "Freed times offered to patients who asked for an earlier visit.",
  filledHint: "Freed times that are booked again.",
  lostHint: "Freed times that passed unused.",
  weekIs: "A time counts in the week it became free, even if the time itself is in a later week.",
  byOffer: (count: number) => `${count.toLocaleString("en-US")} by an offer`,
  rateIs: "Rate: the share of visits that were missed. Canceled visits don't count.",
  setupIs:
    "Setups: completed setup visits with a known referral date. Median days to setup: from the referral to the visit.",
  noVisits: "No visits. Choose a longer period.",
  noTimes: "No freed times here. Choose another status, or go back and choose a longer period.",
  noReason: "No reason given",
  cut: (shown: number) => `Showing the first ${shown}. The CSV export has all of them.`,
  back: "Back to No-shows and freed times",
} as const;

export const leadWords: Record<Lead, string> = {
  "0": "Less than a day before",
  "1": "1 to 3 days before",
  "4": "4 to 7 days before",
  "8": "8 to 14 days before",
  "15": "15 days or more before",
};

export const replyWords: Record<Reply, string> = {
  ok: "Patient confirmed",
  none: "No reply",
};

export const outcomeWords: Record<Outcome, string> = {
  all: "Completed, missed or canceled",
  held: "Completed or missed",
  completed: "Completed",
  "no show": "No-show",
  cancelled: "Canceled",
};

export const stateWords: Record<TimeState | "offered", string> = {
  filled: "Filled",
  open: "Still open",
  lost: "Lost",
  closed: "No longer offered",
  offered: "Offered",
};

const reasons: Record<string, string> = { ...cancelReasons, ...noShowReasons, none: recoveryWords.noReason };

export const reasonWords = (reason: string): string => reasons[reason] ?? reason;

/** Columns of the CSV exports, in the therapist's zone. */
export const clockColumns = (at: number, zone: string) => ({
  time: formatTime(at, zone),
  zone: zoneLabel(at, zone),
});
