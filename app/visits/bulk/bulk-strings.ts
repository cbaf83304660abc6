import { plural } from "~/core/plural";
import type { BulkAct } from "./bulk-schema";

interface BulkStrings {
  title: string;
  question: string;
  button(count: number): string;
  past: string;
  result: string;
}

const visits = (count: number) => plural(count, "visit");

export const bulkStrings: Record<BulkAct, BulkStrings> = {
  confirm: {
    title: "Confirm visits",
    question: "Each patient gets their therapist's meeting link and an invitation. You can't undo this here.",
    button: (count) => `Confirm ${visits(count)}`,
    past: "confirmed",
    result: "Confirmed visits",
  },
  reassign: {
    title: "Reassign visits",
    question:
      "The new therapists have to confirm the visits. Patients and therapists are notified after you reassign the visits.",
    button: (count) => `Reassign ${visits(count)}`,
    past: "reassigned",
    result: "Reassigned visits",
  },
  cancel: {
    title: "Cancel visits",
    question:
      "The patients will be notified, and the times will be available again. You can't undo this here.",
    button: (count) => `Cancel ${visits(count)}`,
    past: "canceled",
    result: "Canceled visits",
  },
  complete: {
    title: "Complete visits",
    question:
      "Each patient gets a thank-you message, and their order is closed. You can undo this for 24 hours.",
    button: (count) => `Complete ${visits(count)}`,
    past: "completed",
    result: "Completed visits",
  },
  no_show: {
    title: "No-shows",
    question:
      "The orders return to step 5, and each patient gets a new link or is added to Patients to call. You can undo this for 24 hours.",
    button: (count) => `Mark ${visits(count)} as ${count === 1 ? "a no-show" : "no-shows"}`,
    past: "marked as no-shows",
    result: "No-shows",
  },
};

/** @param back the page to return to from the result */
export const bulkHref = (id: number, back: string | undefined) =>
  `/visits/bulk/${id}${back ? `?${new URLSearchParams({ back })}` : ""}`;

type Counts = Record<"done" | "already" | "refused" | "undone", number>;

export function countOutcomes(outcomes: readonly { outcome: string | null }[]): Counts {
  const count = (value: keyof Counts) => outcomes.filter(({ outcome }) => outcome === value).length;
  return {
    done: count("done"),
    already: count("already"),
    refused: count("refused"),
    undone: count("undone"),
  };
}

/** "1 reassigned, 2 couldn't be reassigned." */
export function bulkSummary(act: BulkAct, { done, already, refused, undone }: Counts): string {
  const { past } = bulkStrings[act];
  const parts = [
    (done > 0 || already + undone === 0) && `${done} ${past}`,
    refused > 0 && `${refused} couldn't be ${past}`,
    already > 0 && `${already} unchanged`,
    undone > 0 && `${undone} ${act === "reassign" ? "moved back" : "undone"}`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

interface Progress {
  total: number;
  left: number;
  undoLeft: number;
}

/** How far a change or its undo is: "3 of 10 visits done". */
export function progressOf({ total, left, undoLeft }: Progress) {
  const isUndo = left === 0;
  const remaining = isUndo ? undoLeft : left;
  const done = total - remaining;
  const text = `${isUndo ? "Undo: " : ""}${done} of ${visits(total)} done`;
  return { done, total, left: remaining, text };
}

/** @param done the number of reassigned visits */
export const notifiedText = (done: number) =>
  `${done === 1 ? "Patient" : "Patients"} and therapists notified.`;
