import { fetchPage } from "../scripts/fetch-page";
import { notice } from "../scripts/show-notice";
import { updatePart } from "../scripts/update-part";

const waitAfterKey = 120;

const dialog = document.getElementById("search") as HTMLDialogElement | null;

export function openSearch(): void {
  const onPage = document.getElementById("search-page-q") as HTMLInputElement | null;
  if (!onPage && dialog && !dialog.open) dialog.showModal();
  const field = onPage ?? dialog?.querySelector<HTMLInputElement>("[type=search]");
  field?.focus();
  field?.select();
}

/** Shows results while the user types, in the dialog and on the search page. */
export function watchSearch(): void {
  watchPanel(dialog, "search-found");
  watchPanel(document.getElementById("search-panel"), "found");
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("[data-search-open]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    openSearch();
  });
  dialog?.addEventListener("click", (event) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const { clientX: x, clientY: y, target, detail } = event;
    const isOutside = x < left || x > right || y < top || y > bottom;
    // Otherwise the side sheet would open over the dialog.
    const opensSheet = (target as Element).closest("a[data-opens]") !== null;
    if (opensSheet || (target === dialog && isOutside && detail > 0)) dialog.close();
  });
}

function watchPanel(panel: HTMLElement | null, foundId: string): void {
  const field = panel?.querySelector<HTMLInputElement>("[type=search]");
  const found = document.getElementById(foundId);
  const status = panel?.querySelector("[role=status]");
  if (!panel || !field || !found || !status) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requests = 0;
  let shown = field.defaultValue;

  async function show(typed: string): Promise<void> {
    const request = ++requests;
    if (typed === "") return clear();
    try {
      const { document: page, ok } = await fetchPage(`/search?${new URLSearchParams({ q: typed })}`);
      const fresh = page.getElementById("found");
      if (request !== requests) return;
      // If the page has no result list, the session has ended.
      if (!fresh) return ok ? location.assign("/login") : fail();
      shown = typed;
      fresh.id = foundId;
      updatePart(page, foundId);
      status?.replaceChildren(found?.querySelector("[data-status]")?.getAttribute("data-status") ?? "");
    } catch {
      if (request === requests) fail();
    }
  }
  function clear(): void {
    shown = "";
    found?.replaceChildren();
    status?.replaceChildren();
  }
  const fail = () => found?.replaceChildren(notice("bad", "The server didn't respond. Try again."));
  const links = () => [...found.querySelectorAll<HTMLElement>("li a")];

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => show(field.value.trim()), waitAfterKey);
  });
  async function openFirst(): Promise<void> {
    clearTimeout(timer);
    const typed = field?.value.trim() ?? "";
    if (shown !== typed) await show(typed);
    if (shown === typed) links()[0]?.click();
  }
  panel.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = links();
    const index = all.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = index + step;
      (next < 0 ? field : all[next])?.focus();
    } else if (event.key === "Escape" && panel === dialog) {
      // Otherwise the browser would clear the field first.
      event.preventDefault();
      dialog?.close();
    } else if (event.key === "Enter" && event.target === field) {
      event.preventDefault();
      openFirst();
    } else if (index >= 0 && (event.key.length === 1 || event.key === "Backspace") && event.key !== " ") {
      field.focus();
    }
  });
}
