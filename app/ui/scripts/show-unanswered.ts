/** Shows the number of unanswered conversations of a newer page in the navigation and in the tab's title. */
export function showUnanswered(page: Document): void {
  const fresh = page.querySelector<HTMLElement>("[data-unanswered]");
  if (!fresh) return;
  for (const badge of document.querySelectorAll("[data-unanswered]")) {
    if (badge !== fresh) badge.innerHTML = fresh.innerHTML;
  }
  const title = document.title.replace(/^\(\d+\) /, "");
  const count = Number(fresh.dataset.unanswered);
  document.title = count > 0 ? `(${count}) ${title}` : title;
}
