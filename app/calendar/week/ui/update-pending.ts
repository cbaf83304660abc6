import { formatWhen } from "~/core/time";
import type { VisitAnswer } from "../../visit-sheet/change-visit";

/**
 * Keeps the card in step with a visit that was changed: one that was moved stands there with its new
 * time, one that waits no more goes, and the card goes with the last.
 */
export function updatePending({ id, status, datetime }: VisitAnswer, zone: string): void {
  const card = document.getElementById("pending");
  const row = card?.querySelector(`[data-pending="${id}"]`);
  if (!card || !row) return;
  if (status === "submitted") {
    const time = row.querySelector("time");
    if (!time) return;
    time.dateTime = datetime;
    time.textContent = formatWhen(Date.parse(datetime), zone);
    return;
  }
  row.remove();
  const left = card.querySelectorAll("[data-pending]").length;
  const badge = card.querySelector(".badge");
  if (badge) badge.textContent = String(left);
  if (left === 0) card.remove();
}
