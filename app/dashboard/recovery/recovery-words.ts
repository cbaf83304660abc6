import { cancelReasons, noShowReasons } from "~/visits/outcome/outcome-reasons";
import type { Lead, Outcome, Reply, TimeState } from "./recovery-schema";

export const recoveryWords = {
  title: "No-shows and freed times",
  visitsTitle: "Visits in this count",
  timesTitle: "Freed times",
  period: "Period",
  weeks: (count: number) => `Last ${count} weeks`,
  exportVisits: "Export visits as CSV",
  exportTimes: "Export freed times as CSV",
  openHint: "Times that patients can still book this week.",
  freedHint: "Booked times that were canceled or moved before they began.",
  offeredHint: "Freed times offered to patients who asked for an earlier visit.",
  filledHint: "Freed times that were booked again.",
  lostHint: "Freed times that went unused.",
  byOffer: (count: number) => `${count.toLocaleString("en-US")} by an offer`,
  rateIs:
    "No-show rate: missed visits as a share of completed and missed visits. Canceled visits don't count.",
  setupIs: "Median days to setup: from the referral to the completed setup visit.",
  noVisits: "No visits. Choose a longer period.",
  noTimes: "No times were freed. Choose a longer period.",
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
