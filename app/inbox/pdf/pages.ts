/** One line on paper, broken and in the order in which it stands from left to right. */
export interface Line {
  text: string;
  /** What stands before it in a softer colour. */
  head?: string;
  heading?: true;
}

/** A line and how far below the top of the page it stands, in points. */
export interface PlacedLine extends Line {
  y: number;
}

// Part 2, section 9, in points: letter size, margin 48, text width 515, line height 14, page break near 740.
export const page = { width: 612, height: 792, margin: 48, text: 515, top: 84, bottom: 740, line: 14 };

// Part 2: the heading of the notes is not left alone at the foot of a page.
const headingBottom = 720;

/** Spreads lines over pages as they come. */
export function startPages() {
  const pages: PlacedLine[][] = [[]];
  let y = page.top;

  function add(line: Line): void {
    if (y + page.line > page.bottom || (line.heading && y + page.line > headingBottom)) turn();
    pages.at(-1)?.push({ ...line, y });
    y += page.line;
  }
  function turn(): void {
    pages.push([]);
    y = page.top;
  }
  /** Leaves room, but none at the top of a page. */
  function skip(points: number): void {
    if (y > page.top) y += points;
  }
  return { pages, add, skip };
}
