import type { VisitAnswer } from "~/scheduling/ui/visit/change-visit";

/** Takes a visit that waits no more off the card, and the card off the page once it is empty. */
export function settlePending({ id, status }: VisitAnswer): void {
  const card = document.getElementById("pending");
  const row = card?.querySelector(`[data-pending="${id}"]`);
  if (!card || !row || status === "submitted") return;
  row.remove();
  const left = card.querySelectorAll("[data-pending]").length;
  const badge = card.querySelector(".badge");
  if (badge) badge.textContent = String(left);
  if (left === 0) card.remove();
}
