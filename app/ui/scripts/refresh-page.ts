import { fetchPage, inBackground, pageHref } from "./fetch-page";
import { showUnanswered } from "./show-unanswered";
import { isInUse, updatePart } from "./update-part";

const markedFor = 8000;
let requests = 0;

/**
 * Updates the `data-live` parts of the page, and notifies calendars with the event "refresh".
 * @param title shown on changed rows
 * @returns true if changes are deferred
 */
export function refreshPage(title = ""): Promise<boolean> {
  document.dispatchEvent(new Event("refresh"));
  return refreshParts({ title, defers: true });
}

/**
 * Updates the `data-live` parts of the page, and sends the event "fetched" with the new page.
 * @returns true if changes are deferred
 */
export async function refreshParts({ title = "", defers = false } = {}): Promise<boolean> {
  const request = ++requests;
  const href = pageHref();
  const page = await fetchPage(href, inBackground).catch(() => null);
  // The user may have chosen other filters since the request was sent.
  if (!page?.ok || request !== requests || href !== pageHref()) return false;
  showUnanswered(page.document);
  document.dispatchEvent(new CustomEvent("fetched", { detail: page.document }));
  let isDeferred = false;
  for (const { id } of liveParts()) {
    const { deferred, changed } = updatePart(page.document, id, { defers });
    isDeferred ||= deferred;
    if (defers) for (const row of changed) mark(row, title);
  }
  return isDeferred;
}

const liveParts = () => [...document.querySelectorAll<HTMLElement>("[data-live]")];

export const isPageInUse = () => liveParts().some(isInUse);

function mark(row: HTMLElement, title: string): void {
  row.classList.add("changed");
  if (title) row.title = title;
  setTimeout(() => {
    row.classList.remove("changed");
    row.removeAttribute("title");
  }, markedFor);
}
