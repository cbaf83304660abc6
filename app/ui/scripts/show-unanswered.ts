import { alertOfTexts } from "./text-alerts";

/** Copies a newer page's number of unanswered conversations to the navigation and the tab's title. */
export function showUnanswered(page: Document): void {
  const fresh = page.querySelector<HTMLElement>("[data-unanswered]");
  if (!fresh) return;
  const badges = [...document.querySelectorAll<HTMLElement>("[data-unanswered]")];
  const count = Number(fresh.dataset.unanswered);
  if (count > Number(badges[0]?.dataset.unanswered)) alertOfTexts(count);
  for (const badge of badges) {
    if (badge === fresh || badge.dataset.unanswered === String(count)) continue;
    badge.dataset.unanswered = String(count);
    badge.innerHTML = fresh.innerHTML;
  }
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = count > 0 ? `(${count}) ${title}` : title;
}
