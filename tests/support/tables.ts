import type { Page } from "playwright";
import { expect } from "vitest";

/** Fails if a cell of the page's tables covers another cell's content, or if a table is wider than its frame. */
export async function expectTablesToFit(page: Page, screen: string): Promise<void> {
  const problems = await page.evaluate(() => {
    const found: string[] = [];
    const isSeen = (element: Element | null) =>
      element !== null && !element.closest(".unseen, [hidden], option") && element.checkVisibility();
    const contentsOf = (cell: Element): DOMRect[] => {
      const rects: DOMRect[] = [...cell.querySelectorAll("button, input, select, .button")]
        .filter(isSeen)
        .map((control) => control.getBoundingClientRect());
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        if (!texts.currentNode.textContent?.trim() || !isSeen(texts.currentNode.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        rects.push(...range.getClientRects());
      }
      return rects;
    };
    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    for (const frame of document.querySelectorAll(".table-frame")) {
      if (frame.scrollWidth > frame.clientWidth + 1) {
        found.push(
          `${frame.getAttribute("aria-label")}: ${frame.scrollWidth} px in a frame of ${frame.clientWidth}`,
        );
      }
    }
    for (const row of document.querySelectorAll("tr")) {
      const cells = [...row.cells].filter((cell) => cell.clientHeight > 1);
      for (const cell of cells) {
        const contents = contentsOf(cell);
        for (const other of cells) {
          if (other === cell || !contents.some((rect) => overlap(rect, other.getBoundingClientRect())))
            continue;
          found.push(`"${other.textContent}" overlaps "${cell.textContent}"`);
        }
      }
    }
    return found;
  });
  expect(problems, screen).toEqual([]);
}
