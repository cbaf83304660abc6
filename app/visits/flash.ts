import { plural } from "~/core/plural";
import { orderFlash } from "~/orders/flash";
import { alreadyConfirmed, lateWindow, markedAsNoShow, reasonChanged } from "./staff-strings";
import { en } from "./strings.en";

const refused = (text: string) => ({ refused: text });
const undoable = (text: string) => (visit: number) => ({ text, undo: `/visits/${visit}/undo-outcome` });

function ordersClosed(closed: number, already: number): string {
  const parts = [
    (closed > 0 || already === 0) && `${plural(closed, "order")} closed`,
    already > 0 && `${already} ${already === 1 ? "was" : "were"} already closed`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** Shown by the staff pages that list visits. */
export const visitFlash = {
  ...orderFlash,
  "already-confirmed": alreadyConfirmed,
  "language-saved": "Saved",
  "wait-saved": "Added to the waiting list. The patient gets offers when a suitable time opens.",
  "wait-saved-call":
    "Added to the waiting list. No offer can reach this patient now. A call was added to the worklist.",
  "wait-ended": "Removed from the waiting list",
  "helper-added": "Helper added",
  "helper-removed": "Helper removed",
  "reason-changed": reasonChanged,
  "outcome-undone": "Outcome undone. The visit is confirmed again.",
  "late-by-call": "This patient can't get texts or emails. Call to tell them that the visit will start late.",
  "late-by-email": (minutes: number) =>
    `The patient will get an email that the visit will start about ${minutes} minutes late.`,
  "late-by-text": (minutes: number) =>
    `The patient will get a text that the visit will start about ${minutes} minutes late.`,
  "late-to-class": (reached: number, unreached: number, minutes: number) =>
    [
      reached > 0 &&
        `${plural(reached, "patient")} will get a message that the class will start about ${minutes} minutes late.`,
      unreached > 0 &&
        `${plural(unreached, "patient")} can't get texts or emails. Call to tell them that the class will start late.`,
    ]
      .filter(Boolean)
      .join(" "),
  "late-just-told": "The patient was notified a moment ago. No other message was sent.",
  "late-refused": `Nothing was sent. ${lateWindow}`,
  "orders-closed": ordersClosed,
  "order-not-reopened": "Nothing was changed. Reload the page to see the order.",
  "order-reopened": "Order reopened. Send a new code, or book a visit.",
  "order-still-closed":
    "The closing by staff was removed. The order is still closed in the order system. Reopen it there, too.",
  "undo-refused": refused("The visit was not moved back because it has changed. Reload the page to see it."),
  "undo-time-taken": refused(`The visit was not moved back. ${en.timeTaken}`),
  "undo-too-late": refused(
    "The visit was not moved back because the patient was already notified. Move it again.",
  ),
  "visit-canceled": "Visit canceled",
  "visit-confirmed": "Visit confirmed",
  "visit-moved": "Visit moved",
  "visit-moved-back": "Move undone. No notice was sent.",
  "visit-completed": undoable("Visit completed. The patient gets a thank-you message."),
  "visit-missed": undoable(markedAsNoShow),
};
