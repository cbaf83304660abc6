import { pageHref, pageOf } from "~/ui/scripts/fetch-page";
import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { notice } from "~/ui/scripts/show-notice";
import { showToastsOf } from "~/ui/scripts/undo";
import { updatePart } from "~/ui/scripts/update-part";

const parts = ["moved", "day-board"];
let dragged: HTMLElement | null = null;

const filters = document.querySelector<HTMLFormElement>("main form.filters");
filters?.addEventListener("change", ({ target }) => {
  const isChoice = target instanceof HTMLSelectElement || (target as HTMLInputElement).type === "date";
  if (isChoice) filters.requestSubmit();
});

// Live updates replace the board's elements, so the document listens.
document.addEventListener("dragstart", (event) => {
  const card = (event.target as Element).closest?.<HTMLElement>(".board-visit");
  if (!card) return;
  if (card.dataset.visit === undefined) return event.preventDefault();
  dragged = card;
  card.classList.add("dragged");
  event.dataTransfer?.setData("text/plain", "");
});

document.addEventListener("dragover", (event) => {
  if (!dragged) return;
  const column = otherColumn(event.target);
  showTarget(column);
  if (column) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const column = otherColumn(event.target);
  if (!dragged || !column) return;
  event.preventDefault();
  const { visit = "", start = "" } = dragged.dataset;
  reassign(`${visit}-${column.dataset.therapist}-${start}`);
});

document.addEventListener("dragend", () => {
  dragged?.classList.remove("dragged");
  dragged = null;
  showTarget(null);
});

function otherColumn(target: EventTarget | null): HTMLElement | null {
  const column = target instanceof Element ? target.closest<HTMLElement>(".board-column") : null;
  return column && dragged && !column.contains(dragged) ? column : null;
}

function showTarget(column: HTMLElement | null): void {
  for (const each of document.querySelectorAll(".board-column.target")) {
    if (each !== column) each.classList.remove("target");
  }
  column?.classList.add("target");
}

async function reassign(slot: string): Promise<void> {
  const address = new URL(pageHref(), location.href);
  const body = new URLSearchParams(address.searchParams);
  body.delete("change");
  body.set("slot", slot);
  const board = document.getElementById("day-board");
  board?.setAttribute("aria-busy", "true");
  try {
    const sent = { method: "POST", headers: { Accept: "text/html" }, body };
    const page = await pageOf(await fetchWithTimeout(address.pathname, sent));
    if (page.status === 401) return location.assign(pageHref());
    if (!page.document.getElementById("day-board")) throw new Error(String(page.status));
    for (const id of parts) updatePart(page.document, id);
    if (page.ok) history.replaceState(history.state, "", page.url);
    else fail(page.document.querySelector("main .notice.bad")?.textContent ?? undefined);
    showToastsOf(page.document);
  } catch {
    fail();
  } finally {
    board?.removeAttribute("aria-busy");
  }
}

function fail(
  text = "The visit wasn't reassigned, or the server didn't respond. Reload the page to check.",
): void {
  document.getElementById("moved")?.replaceChildren(notice("bad", text));
}
