import { shownStatus } from "~/core/visit-status";
import { fetchPage } from "~/ui/scripts/fetch-page";
import { notice } from "~/ui/scripts/show-notice";
import { updatePart } from "~/ui/scripts/update-part";
import { nameRow } from "../../appointments/appointment-row-fields";
import { raceEndpoints } from "./raced-table";

const peopleFields = ["name", "email", "phone", "role", "status", "company"];

const parts = ["tiles", "needs", "month", "filters-on", "filter-count", "list"];
const list = document.getElementById("list");
const form = document.querySelector<HTMLFormElement>("form#filter-form");

let requests = 0;
async function show(href: string, isBack = false): Promise<void> {
  const request = ++requests;
  list?.setAttribute("aria-busy", "true");
  try {
    const { ok, status, document: page } = await fetchPage(href);
    if (request !== requests) return;
    if (status === 422) return fail(page.querySelector("main > p")?.textContent ?? undefined);
    if (!ok) throw new Error(href);
    // Without a list, the session has ended, and the browser loads the login page.
    if (!page.getElementById("list")) return location.assign(href);
    for (const id of parts) updatePart(page, id);
    if (isBack) updatePart(page, "filter-form", { resets: true });
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
  if (!history.state?.dialog) show(location.href, true);
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

type RawRow = Record<string, unknown>;

function cellsOf(kind: string | undefined, raw: RawRow): string[] {
  if (kind === "users") return peopleFields.map((name) => (raw[name] == null ? "" : String(raw[name])));
  const { date, time, therapist, db, patient, type, status } = nameRow(raw);
  return [date, time, therapist, db, patient, type, shownStatus(status)];
}

/**
 * Fills copies of the sample rows in #raced-table with an endpoint's rows. The server renders a sample for each
 * known status, one for other statuses, and an empty table. The endpoint returns JSON, so there is no page to update
 * from.
 */
function showRacedRows(list: HTMLElement, rows: RawRow[]): void {
  const template = document.getElementById("raced-table") as HTMLTemplateElement | null;
  const [filled, empty] = template?.content.cloneNode(true).childNodes ?? [];
  if (!(filled instanceof HTMLElement) || !(empty instanceof HTMLElement)) return;
  const samples = [...filled.querySelectorAll<HTMLTableRowElement>("tbody tr")];
  filled
    .querySelector("tbody")
    ?.replaceChildren(...rows.flatMap((raw) => rowFrom(samples, cellsOf(list.dataset.kind, raw)) ?? []));
  const table = rows.length > 0 ? filled : empty;
  const shown = list.querySelector(".table-frame");
  if (shown) shown.replaceWith(table);
  else list.replaceChildren(table);
}

function rowFrom(samples: HTMLTableRowElement[], texts: string[]): Node | undefined {
  const status = texts.at(-1)?.toLowerCase();
  const sample =
    samples.find((row) => row.querySelector(".status")?.textContent === status) ?? samples.at(-1);
  const row = sample?.cloneNode(true) as HTMLTableRowElement | undefined;
  texts.forEach((text, column) => {
    const cell = row?.cells[column];
    const target = cell?.querySelector(".status") ?? cell;
    if (target) target.textContent = text;
  });
  return row;
}
