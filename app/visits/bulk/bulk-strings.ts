import { plural } from "~/core/plural";
import type { BulkAct } from "./bulk-schema";

export const bulkStrings: Record<
  BulkAct,
  { title: string; question: string; verb: string; past: string; result: string }
> = {
  confirm: {
    title: "Confirm visits",
    question: "Each patient gets their therapist's meeting link and an invitation. You can't undo this here.",
    verb: "Confirm",
    past: "confirmed",
    result: "Confirmed visits",
  },
  reassign: {
    title: "Reassign visits",
    question:
      "The new therapists have to confirm the visits. The patients and therapists will be notified after you reassign them.",
    verb: "Reassign",
    past: "reassigned",
    result: "Reassigned visits",
  },
  cancel: {
    title: "Cancel visits",
    question:
      "The patients will be notified, and the times become available again. You can't undo this here.",
    verb: "Cancel",
    past: "canceled",
    result: "Canceled visits",
  },
  complete: {
    title: "Complete visits",
    question:
      "Each patient gets a thank-you message, and their order is closed. You can undo this for 24 hours.",
    verb: "Complete",
    past: "completed",
    result: "Completed visits",
  },
  no_show: {
    title: "No-shows",
    question:
      "The orders return to step 5, and each patient gets a new link or is added to Patients to call. You can undo this for 24 hours.",
    verb: "Mark as no-show:",
    past: "marked as no-show",
    result: "No-shows",
  },
};

/** @param back the page that the result links back to */
export const bulkHref = (id: number, back: string | undefined) =>
  `/visits/bulk/${id}${back ? `?${new URLSearchParams({ back })}` : ""}`;

interface Counts {
  done: number;
  already: number;
  refused: number;
  undone: number;
}

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

/** @param done the number of reassigned visits */
export const notifiedText = (done: number, seconds: number | null) =>
  seconds === null
    ? `${done === 1 ? "Patient" : "Patients"} and therapists notified.`
    : `${done === 1 ? "The patient and the therapists" : "The patients and therapists"} will be notified in ${plural(seconds, "second")}.`;
