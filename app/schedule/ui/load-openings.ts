import { fetchPage } from "~/ui/scripts/fetch-page";
import { reportActivity } from "~/ui/scripts/report-activity";
import { keepLoadStatus, showFailed, showFound, showLoading } from "./load-status";

const actions: Record<string, string> = {
  date: "UI_SCHEDULE_DATE_FILTER",
  "clear-date": "UI_SCHEDULE_DATE_CLEAR",
  region: "UI_SCHEDULE_FILTER_REGION",
  part: "UI_SCHEDULE_FILTER_TIME",
};

/**
 * Follows links to days, filters and more times without leaving the page, and updates the address bar.
 * @param shown runs after a new list is shown
 * @returns a function that reloads the list silently
 */
export function loadOpeningsInPlace(shown: () => void): () => Promise<void> {
  let latest = 0;
  let shownHref = location.href;
  let wanted = location.href;
  let failed: { href: string; from: HTMLElement | undefined } | undefined;

  /** @returns false if a newer request replaced this one, or if the browser loads the page itself */
  async function replaceList(href: string, request: number): Promise<boolean> {
    const { ok, document: next } = await fetchPage(href);
    if (request !== latest) return false;
    // The session has ended, or the response is another page or another patient's page.
    if (!ok || !next.getElementById("schedule") || tokenIn(next) !== tokenIn(document)) {
      location.assign(href);
      return false;
    }
    const restore = scrolled(".strip");
    keepLoadStatus();
    for (const id of ["schedule", "confirm"]) {
      const fresh = next.getElementById(id);
      // Leaves an open dialog in place.
      if (fresh) document.querySelector(`#${id}:not([open])`)?.replaceWith(fresh);
    }
    restore();
    if (href !== location.href) history.pushState(null, "", href);
    shownHref = location.href;
    shown();
    reportActivity("UI_SCHEDULE_AVAIL_LOADED", { count: shownCount() });
    return true;
  }

  async function load(href: string, from?: HTMLElement): Promise<void> {
    const request = ++latest;
    wanted = href;
    failed = undefined;
    showLoading(from);
    try {
      if (!(await replaceList(href, request))) return;
    } catch {
      if (request !== latest) return;
      failed = { href, from };
      reportActivity("UI_SCHEDULE_AVAIL_ERROR", {});
      return showFailed(from);
    }
    showFound(shownCount());
    refocus(from);
  }

  const retry = () => failed && load(failed.href, failed.from);

  document.addEventListener("click", (event) => {
    if ((event.target as Element).closest("[data-retry]")) return void retry();
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-nav], a[data-chip]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const action = actions[kindOf(link)];
    if (action) reportActivity(action, detailsOf(link));
    // The part after # is for browsers without scripts.
    load(link.href.replace(/#.*/, ""), link);
  });
  addEventListener("online", retry);
  addEventListener("popstate", () => {
    // A dialog's history entry has the same address as its list.
    if (location.href !== shownHref) load(location.href);
  });
  return async () => {
    // If the server doesn't respond, the current list stays, and it still shows its time zone.
    await replaceList(wanted, ++latest).catch(() => false);
  };
}

const tokenIn = (page: Document) => page.querySelector<HTMLInputElement>("#confirm [name=page_token]")?.value;
const shownCount = () => Number(document.getElementById("schedule")?.dataset.count);
const kindOf = (link: HTMLElement) => link.dataset.nav ?? link.dataset.chip ?? "";

const shownMonth = () => document.querySelector<HTMLElement>(".calendar")?.dataset.month;

/** Scrolls the new content sideways to the same position. */
function scrolled(part: string): () => void {
  const left = document.querySelector(part)?.scrollLeft ?? 0;
  const month = shownMonth();
  return () => {
    const fresh = document.querySelector(part);
    if (fresh && shownMonth() === month) fresh.scrollLeft = left;
  };
}

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

/** Focuses the same link in the new list, or else the list, and brings the times into view. */
function refocus(from: HTMLElement | undefined): void {
  if (!from) return;
  const label = (link: Element) => link.querySelector("b")?.textContent ?? link.firstChild?.textContent;
  const candidates = document.querySelectorAll<HTMLElement>(
    from.dataset.chip ? `[data-chip="${from.dataset.chip}"]` : `[data-nav="${from.dataset.nav}"]`,
  );
  const sameLink = [...candidates].find((link) => label(link) === label(from));
  const list = document.querySelector<HTMLElement>(".schedule-right");
  if (!list) return;
  const kind = kindOf(from);
  const isPage = ["more", "first", "time"].includes(kind);
  const focused = (isPage ? undefined : sameLink) ?? list;
  focused.focus({ preventScroll: true });
  // A filter's link is in a menu that is closed again.
  if (document.activeElement !== focused) {
    document.querySelector<HTMLElement>(".filter-menu summary")?.focus({ preventScroll: true });
  }
  if (isPage) list.scrollIntoView();
  else if (kind !== "month") showTimes(list);
}

function showTimes(list: HTMLElement): void {
  const { top } = list.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) list.scrollIntoView();
}
