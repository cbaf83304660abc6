import { Idiomorph } from "idiomorph";

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

/**
 * Updates a part of the page from a newer version. Keeps what the user typed, checked and opened. While the user
 * points or types there, rows change in place, but no row is added, removed or moved.
 * @returns the changed rows, and whether changes are still pending
 */
export function updatePart(part: HTMLElement, fresh: HTMLElement): { held: boolean; changed: HTMLElement[] } {
  const before = new Map(rowsOf(part).map((row) => [row.id, row.textContent]));
  const held = isInUse(part) && !hasSameRows(part, fresh);
  if (held) {
    for (const row of rowsOf(part)) {
      const newer = fresh.querySelector(`#${CSS.escape(row.id)}`);
      if (newer) morph(row, newer);
    }
  } else morph(part, fresh);
  const changed = rowsOf(part).filter(({ id, textContent }) => before.get(id) !== textContent);
  return { held, changed };
}

const hasSameRows = (part: Element, fresh: Element) =>
  String(rowsOf(part).map(({ id }) => id)) === String(rowsOf(fresh).map(({ id }) => id));

function morph(old: Element, fresh: Element): void {
  Idiomorph.morph(old, fresh.cloneNode(true), {
    morphStyle: "outerHTML",
    ignoreActiveValue: true,
    callbacks: {
      beforeNodeMorphed(node, newer) {
        const isTyped = node instanceof HTMLInputElement && node.type !== "hidden";
        if (isTyped && newer instanceof HTMLInputElement) {
          newer.checked = node.checked;
          newer.value = node.value;
        }
        if (node instanceof HTMLSelectElement && newer instanceof HTMLSelectElement) {
          const chosen = [...newer.options].find(({ value }) => value === node.value);
          if (chosen) chosen.selected = true;
        }
        return true;
      },
      beforeAttributeUpdated: (name, element) =>
        !(name === "open" && element instanceof HTMLDetailsElement) && name !== "aria-busy",
    },
  });
}
