import { fetchPage } from "~/ui/scripts/fetch-page";
import { showInOwnZone } from "~/ui/scripts/local-times";
import { takeParts } from "~/ui/scripts/send-form";
import { notice } from "~/ui/scripts/show-notice";
import { raceEndpoints } from "./race-endpoints";
import { showRacedRows } from "./raced-rows";

const parts = ["tiles", "needs", "month", "filters-on", "list"];
const list = document.getElementById("list");
const form = document.querySelector<HTMLFormElement>("form[data-choose]");

interface Shown {
  headers?: Record<string, string>;
  fields?: boolean;
}

let requests = 0;
async function show(href: string, { headers, fields }: Shown = {}): Promise<void> {
  const request = ++requests;
  list?.setAttribute("aria-busy", "true");
  try {
    const { ok, status, document: page } = await fetchPage(href, headers);
    if (request !== requests) return;
    if (status === 422) return fail(page.querySelector("main > p")?.textContent ?? undefined);
    if (!ok) throw new Error(href);
    // Without a list, the session has ended, and the browser loads the login page.
    if (!page.getElementById("list")) return location.assign(href);
    takeParts(page, parts);
    const freshForm = fields && page.querySelector("form[data-choose]");
    if (freshForm) form?.replaceChildren(...document.adoptNode(freshForm).childNodes);
    showInOwnZone(document);
    for (const link of ["a[data-refresh]", "a[data-export]"]) {
      const fresh = page.querySelector(link)?.getAttribute("href");
      if (fresh) document.querySelector(link)?.setAttribute("href", fresh);
    }
  } catch {
    if (request === requests) fail();
  } finally {
    if (request === requests) list?.removeAttribute("aria-busy");
  }
}

function fail(text = list?.dataset.failed): void {
  if (text) list?.replaceChildren(notice("bad", text));
}

function applyFilters(): void {
  if (!form) return;
  const fields = [...new FormData(form)].filter(([, value]) => value !== "") as [string, string][];
  const query = String(new URLSearchParams(fields));
  const href = query ? `${location.pathname}?${query}` : location.pathname;
  history.pushState(null, "", href);
  show(href);
}

let timer: ReturnType<typeof setTimeout> | undefined;
form?.addEventListener("input", (event) => {
  clearTimeout(timer);
  timer = setTimeout(applyFilters, event.target instanceof HTMLSelectElement ? 0 : 350);
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  applyFilters();
});
addEventListener("popstate", () => {
  clearTimeout(timer);
  if (!history.state?.sheet) show(location.href, { fields: true });
});

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-refresh]");
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  const endpoints = list?.dataset.race?.split(" ");
  if (list && endpoints) race(list, endpoints);
  else show(location.href);
});

async function race(list: HTMLElement, endpoints: string[]): Promise<void> {
  try {
    const { endpoint, rows } = await raceEndpoints(endpoints, location.search);
    document.getElementById("race-note")?.remove();
    showRacedRows(list, rows);
    const note = notice("plain", `From ${endpoint}`);
    note.id = "race-note";
    list.prepend(note);
  } catch {
    fail();
  }
}
