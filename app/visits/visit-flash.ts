import type { Flash } from "~/core/flash";
import { plural } from "~/core/plural";
import type { UndoableToast } from "~/ui/components/toast";
import { alreadyConfirmed, lateWindow, markedAsNoShow, reasonChanged } from "./staff-strings";
import { en } from "./strings.en";

const texts: Partial<Record<Flash, string>> = {
  "already-confirmed": alreadyConfirmed,
  "language-saved": "Saved",
  "helper-added": "Helper added",
  "helper-removed": "Helper removed",
  "reason-changed": reasonChanged,
  "outcome-undone": "Outcome undone. The visit is confirmed again.",
  "late-by-call": "This patient can't get texts or emails. Call to tell them that the visit will start late.",
  "late-by-email": "The patient will get an email that the visit will start about 10 minutes late.",
  "late-by-text": "The patient will get a text that the visit will start about 10 minutes late.",
  "late-just-told": "The patient was notified a moment ago. No other message was sent.",
  "late-refused": `Nothing was sent. ${lateWindow}`,
  "not-urgent": "No longer marked as urgent",
  "order-not-reopened": "Nothing was changed. Reload the page to see the order.",
  "order-reopened": "Order reopened. Send a new code, or book a visit.",
  "order-still-closed":
    "The closing by staff was removed. The order is still closed in the order system. Reopen it there, too.",
  "organization-saved": "Code saved. The patient ID now opens the patient in the order system.",
  "undo-refused": "The visit was not moved back because it has changed. Reload the page to see it.",
  "undo-time-taken": `The visit was not moved back. ${en.timeTaken}`,
  "undo-too-late": "The visit was not moved back because the patient was already notified. Move it again.",
  urgent: "Marked as urgent. If the patient asked for an earlier time, they get offers first.",
  "urgent-refused": "Nothing was changed. You no longer have access to this order.",
  "visit-canceled": "Visit canceled",
  "visit-confirmed": "Visit confirmed",
  "visit-moved": "Visit moved",
  "visit-moved-back": "Move undone. No notice was sent.",
};

const undoable: Record<string, string> = {
  "visit-completed": "Visit completed. The patient gets a thank-you message.",
  "visit-missed": markedAsNoShow,
};

function ordersClosed(closed: number, already: number): string {
  const parts = [
    (closed > 0 || already === 0) && `${plural(closed, "order")} closed`,
    already > 0 && `${already} ${already === 1 ? "was" : "were"} already closed`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** @param back the page to return to after an undo */
export function visitFlash(flash: Flash | null, back: string): string | UndoableToast | null {
  const [key = "", visit, more] = flash?.split(".") ?? [];
  if (key === "orders-closed") return ordersClosed(Number(visit), Number(more));
  const text = undoable[key];
  if (text && visit) return { text, undo: `/visits/${visit}/undo-outcome`, back };
  return (flash && texts[flash]) ?? null;
}
