import { Idiomorph } from "idiomorph";
import { showInOwnZone } from "./local-times";

const pointedFor = 4000;
let pointerMovedAt = Number.NEGATIVE_INFINITY;
addEventListener("pointermove", () => {
  pointerMovedAt = performance.now();
});

/** True while the user points or types in it, or has selected rows. */
export const isInUse = (part: Element) =>
  (part.matches(":hover") && performance.now() - pointerMovedAt < pointedFor) ||
  part.querySelector(":focus-visible, :is(tr, li) input:checked") !== null;

const rowsOf = (part: Element) => [...part.querySelectorAll<HTMLElement>("tr[id], li[id]")];

interface UpdateOptions {
  /** While the user points or types in the part, rows change in place, but no row is added, removed or moved. */
  defers?: boolean;
  /** Replaces what the user typed and checked. */
  resets?: boolean;
}

/**
 * Updates a part of this page from a fetched page, and does nothing if either lacks it. Keeps the focus and what the
 * user typed, checked and opened. If their `data-view` differs, replaces the part.
 * @returns the changed rows, and whether changes are deferred
 */
export function updatePart(
  page: Document,
  id: string,
  { defers = false, resets = false }: UpdateOptions = {},
): { deferred: boolean; changed: HTMLElement[] } {
  const [part, fresh] = [document.getElementById(id), page.getElementById(id)];
  if (!part || !fresh) return { deferred: false, changed: [] };
  showInOwnZone(fresh);
  const before = new Map(rowsOf(part).map((row) => [row.id, row.textContent]));
  const deferred = defers && isInUse(part) && !hasSameRows(part, fresh);
  if (deferred) {
    for (const row of rowsOf(part)) {
      const newer = fresh.querySelector(`#${CSS.escape(row.id)}`);
      if (newer) morph(row, newer, resets);
    }
  } else if (part.dataset.view !== fresh.dataset.view) part.replaceWith(fresh);
  else morph(part, fresh, resets);
  const changed = rowsOf(part).filter(({ id, textContent }) => before.get(id) !== textContent);
  return { deferred, changed };
}

const hasSameRows = (part: Element, fresh: Element) =>
  String(rowsOf(part).map(({ id }) => id)) === String(rowsOf(fresh).map(({ id }) => id));

function morph(old: Element, fresh: Element, resets: boolean): void {
  Idiomorph.morph(old, fresh.cloneNode(true), {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed(node, newer) {
        if (!resets) keepTyped(node, newer);
        return true;
      },
      beforeAttributeUpdated: (name, element) =>
        name !== "open" && name !== "aria-busy" && (resets || name !== "value" || !isTextField(element)),
    },
  });
}

const isTextField = (element: Element) =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !/^(hidden|checkbox|radio|submit)$/.test(element.type));

function keepTyped(node: Node, newer: Node): void {
  if (node instanceof HTMLInputElement && newer instanceof HTMLInputElement && node.value === newer.value) {
    newer.checked = node.checked;
  }
  if (node instanceof HTMLSelectElement && newer instanceof HTMLSelectElement) {
    const chosen = [...newer.options].find(({ value }) => value === node.value);
    if (chosen) chosen.selected = true;
  }
}
