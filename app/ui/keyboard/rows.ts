const rowSelector = "main tbody tr, main .thread, main .needs li, main .pending-rows li";
const storageKey = "focused-row";

interface FocusedRow {
  row: Element;
  index: number;
}

let last: FocusedRow | undefined;
let usesKeyboard = false;

function controlOf(row: Element): HTMLElement | undefined {
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const links = [
    ...row.querySelectorAll<HTMLElement>('.row-link, a[href^="/visits/"]'),
    ...row.querySelectorAll<HTMLElement>("a[href]"),
    ...row.querySelectorAll("button"),
  ];
  return (links as HTMLElement[]).find((link) => isShown(link) && !link.hasAttribute("disabled"));
}

const rows = () => [...document.querySelectorAll(rowSelector)].filter(controlOf);

function focusRow(index: number): void {
  const all = rows();
  const row = all[Math.max(0, Math.min(index, all.length - 1))];
  if (!row) return;
  controlOf(row)?.focus();
  row.scrollIntoView({ block: "nearest" });
}

/** Moves the focus to the next or previous row, starting with the open one, or else the first. @returns false if there are no rows */
export function moveFocus(by: 1 | -1): boolean {
  const all = rows();
  const focused = document.activeElement?.closest(rowSelector);
  const current = focused ?? document.querySelector('main [aria-current="true"]')?.closest(rowSelector);
  const index = current ? all.indexOf(current) : -1;
  focusRow(index === -1 ? 0 : index + by);
  return all.length > 0;
}

export const isInRow = (element: Element): boolean => element.closest(rowSelector) !== null;

const hasNoFocus = () => document.activeElement === document.body || document.activeElement === null;

/**
 * When an action removes the focused row, moves the focus to the row that takes its position, even after a page load.
 */
export function keepRowFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    const element = target as Element;
    const row = element.closest(rowSelector);
    if (row) last = { row, index: rows().indexOf(row) };
    else if (!element.closest("dialog")) last = undefined;
  });
  const restore = () => {
    if (!last || last.row.isConnected || !hasNoFocus() || document.querySelector("dialog[open]")) return;
    focusRow(last.index);
  };
  document.addEventListener("close", () => setTimeout(restore), true);
  const main = document.querySelector("main");
  if (main) new MutationObserver(restore).observe(main, { childList: true, subtree: true });
  for (const type of ["keydown", "pointerdown"]) {
    document.addEventListener(type, () => (usesKeyboard = type === "keydown"), true);
  }
  document.addEventListener("pointerdown", () => (last = undefined), true);
  addEventListener("pagehide", () => {
    if (last && usesKeyboard) {
      sessionStorage.setItem(storageKey, JSON.stringify([location.pathname, last.index]));
    }
  });
  returnToRow();
}

function returnToRow(): void {
  const stored = sessionStorage.getItem(storageKey);
  if (!stored) return;
  const [path, index] = JSON.parse(stored) as [string, number];
  // Pages visited before the user returns to the list don't clear the stored row.
  if (path !== location.pathname) return;
  sessionStorage.removeItem(storageKey);
  if (hasNoFocus() && !document.querySelector("dialog[open], [autofocus]")) focusRow(index);
}
