import { fetchPage, pageHref } from "./fetch-page";
import { isInUse, updatePart } from "./live-part";
import { showInOwnZone } from "./local-times";
import { showUnanswered } from "./show-unanswered";

const markedFor = 8000;
let requests = 0;

/**
 * Updates the `data-live` parts of the page, and notifies calendars with the event "refresh".
 * @param title shown on changed rows
 * @returns true if changes are still pending
 */
export async function refreshPage(title = ""): Promise<boolean> {
  const request = ++requests;
  document.dispatchEvent(new Event("refresh"));
  const href = pageHref();
  const page = await fetchPage(href, { "X-Background": "1" }).catch(() => null);
  // The user may have chosen other filters since the request was sent.
  if (!page?.ok || request !== requests || href !== pageHref()) return false;
  showUnanswered(page.document);
  let isHeld = false;
  for (const part of liveParts()) {
    const fresh = page.document.getElementById(part.id);
    if (!fresh || !part.isConnected) continue;
    showInOwnZone(fresh);
    const { held, changed } = updatePart(part, fresh);
    isHeld ||= held;
    for (const row of changed) mark(row, title);
  }
  return isHeld;
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
