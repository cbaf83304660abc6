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
 * Follows the links of days, filters and further times without leaving the page: what is there stays
 * until the next is, and the address goes along.
 *
 * @param arrived runs when a new list stands in the page
 * @returns takes the same list anew, which nobody is told of as nobody asked
 */
export function loadOpeningsInPlace(arrived: () => void): () => Promise<void> {
  let latest = 0;

  /** False where it came to nothing: something else was asked for meanwhile, or the browser goes there itself. */
  async function exchange(href: string, turn: number, from?: HTMLElement): Promise<boolean> {
    const { ok, document: next } = await fetchPage(href);
    if (turn !== latest) return false;
    // Signed out, changed altogether, or somebody else's by now.
    if (!ok || !next.getElementById("schedule") || markIn(next) !== markIn(document)) {
      location.assign(href);
      return false;
    }
    const scrolled = document.querySelector(".days")?.scrollLeft ?? 0;
    for (const id of ["schedule", "confirm"]) {
      const fresh = next.getElementById(id);
      // A question that was opened meanwhile stays, as its time does.
      if (fresh) document.querySelector(`#${id}:not([open])`)?.replaceWith(fresh);
    }
    const days = document.querySelector(".days");
    if (days && from?.dataset.nav !== "month") days.scrollLeft = scrolled;
    arrived();
    reportActivity("UI_SCHEDULE_AVAIL_LOADED", { count: shownCount() });
    return true;
  }

  async function turnTo(href: string, from?: HTMLElement): Promise<void> {
    const turn = ++latest;
    say(strings.loading, true);
    try {
      if (!(await exchange(href, turn, from))) return;
    } catch {
      if (turn !== latest) return;
      reportActivity("UI_SCHEDULE_AVAIL_ERROR", {});
      return say(strings.loadFailed, false);
    }
    say(strings.found(shownCount()), false);
    refocus(from);
  }

  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-nav], a[data-chip]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const action = actions[kindOf(link)];
    if (action) reportActivity(action, detailsOf(link));
    history.pushState(null, "", link.href);
    turnTo(link.href, link);
  });
  addEventListener("popstate", () => turnTo(location.href));
  return async () => {
    // Where no answer comes, the list that is there still says whose clock it is on.
    await exchange(location.href, ++latest).catch(() => false);
  };
}

const markIn = (page: Document) => page.querySelector<HTMLInputElement>("#confirm [name=mark]")?.value;
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

/** The line over the list; it is seen while something is on its way or went wrong, and always heard. */
function say(text: string, busy: boolean): void {
  const line = document.getElementById("said");
  if (line) {
    line.textContent = text;
    line.classList.toggle("seen", busy || text === strings.loadFailed);
  }
  document.getElementById("schedule")?.setAttribute("aria-busy", String(busy));
}

/** The link that was followed has a twin in the new list; else the list itself takes the focus. */
function refocus(from: HTMLElement | undefined): void {
  if (!from) return;
  const label = (link: Element) => link.querySelector("b")?.textContent ?? link.firstChild?.textContent;
  const twins = document.querySelectorAll<HTMLElement>(
    from.dataset.chip ? `[data-chip="${from.dataset.chip}"]` : `[data-nav="${from.dataset.nav}"]`,
  );
  const twin = [...twins].find((link) => label(link) === label(from));
  const list = document.querySelector<HTMLElement>(".schedule-right");
  if (from.dataset.nav === "more" || from.dataset.nav === "first") {
    list?.scrollIntoView();
    list?.focus({ preventScroll: true });
  } else (twin ?? list)?.focus({ preventScroll: true });
}
