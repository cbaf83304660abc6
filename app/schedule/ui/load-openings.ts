import { fetchPage } from "~/ui/scripts/fetch-page";
import { reportActivity } from "~/ui/scripts/report-activity";
import { strings } from "../strings";

const actions: Record<string, string> = {
  date: "UI_SCHEDULE_DATE_FILTER",
  "clear-date": "UI_SCHEDULE_DATE_CLEAR",
  region: "UI_SCHEDULE_FILTER_REGION",
  part: "UI_SCHEDULE_FILTER_TIME",
};

/**
 * Follows links of days, filters and pages without leaving the page, and updates the address.
 *
 * @param shown runs after a new list is shown
 * @returns reloads the list silently
 */
export function loadOpeningsInPlace(shown: () => void): () => Promise<void> {
  let latest = 0;

  /** @returns false if a newer request replaced this one, or the browser loads the page itself */
  async function replaceList(href: string, request: number, from?: HTMLElement): Promise<boolean> {
    const { ok, document: next } = await fetchPage(href);
    if (request !== latest) return false;
    // Signed out, another page, or another patient's page.
    if (!ok || !next.getElementById("schedule") || tokenIn(next) !== tokenIn(document)) {
      location.assign(href);
      return false;
    }
    const scrolled = document.querySelector(".days")?.scrollLeft ?? 0;
    for (const id of ["schedule", "confirm"]) {
      const fresh = next.getElementById(id);
      // An open dialog stays.
      if (fresh) document.querySelector(`#${id}:not([open])`)?.replaceWith(fresh);
    }
    const days = document.querySelector(".days");
    if (days && from?.dataset.nav !== "month") days.scrollLeft = scrolled;
    shown();
    reportActivity("UI_SCHEDULE_AVAIL_LOADED", { count: shownCount() });
    return true;
  }

  async function load(href: string, from?: HTMLElement): Promise<void> {
    const request = ++latest;
    showStatus(strings.loading, true);
    try {
      if (!(await replaceList(href, request, from))) return;
    } catch {
      if (request !== latest) return;
      reportActivity("UI_SCHEDULE_AVAIL_ERROR", {});
      return showStatus(strings.loadFailed, false);
    }
    showStatus(strings.found(shownCount()), false);
    refocus(from);
  }

  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-nav], a[data-chip]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const action = actions[kindOf(link)];
    if (action) reportActivity(action, detailsOf(link));
    history.pushState(null, "", link.href);
    load(link.href, link);
  });
  addEventListener("popstate", () => load(location.href));
  return async () => {
    // Without an answer, the current list still names its time zone.
    await replaceList(location.href, ++latest).catch(() => false);
  };
}

const tokenIn = (page: Document) => page.querySelector<HTMLInputElement>("#confirm [name=page_token]")?.value;
const shownCount = () => Number(document.getElementById("schedule")?.dataset.count);
const kindOf = (link: HTMLElement) => link.dataset.nav ?? link.dataset.chip ?? "";

function detailsOf(link: HTMLAnchorElement): Record<string, string> {
  const query = new URL(link.href).searchParams;
  const details: Record<string, string> = {};
  for (const [name, as] of [
    ["date", "date"],
    ["region", "region"],
    ["part", "time"],
  ] as const) {
    const value = query.get(name);
    if (value) details[as] = value;
  }
  return details;
}

/** Always announced; visible only while loading and after an error. */
function showStatus(text: string, busy: boolean): void {
  const line = document.getElementById("load-status");
  if (line) {
    line.textContent = text;
    line.classList.toggle("seen", busy || text === strings.loadFailed);
  }
  document.getElementById("schedule")?.setAttribute("aria-busy", String(busy));
}

/** Focuses the same link in the new list, or else the list. */
function refocus(from: HTMLElement | undefined): void {
  if (!from) return;
  const label = (link: Element) => link.querySelector("b")?.textContent ?? link.firstChild?.textContent;
  const candidates = document.querySelectorAll<HTMLElement>(
    from.dataset.chip ? `[data-chip="${from.dataset.chip}"]` : `[data-nav="${from.dataset.nav}"]`,
  );
  const sameLink = [...candidates].find((link) => label(link) === label(from));
  const list = document.querySelector<HTMLElement>(".schedule-right");
  if (from.dataset.nav === "more" || from.dataset.nav === "first") {
    list?.scrollIntoView();
    list?.focus({ preventScroll: true });
  } else (sameLink ?? list)?.focus({ preventScroll: true });
}
