import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { dayBlocks, hoursAround, openSpans } from "~/dashboard/day-board/day-blocks";

const eight = Date.parse("2026-03-03T13:00:00Z");
const at = (hours: number, length = 45 * minute) => ({
  start: eight + hours * hour,
  end: eight + hours * hour + length,
});
const none = { visits: [], open: [], busy: [] };

test("the board has the whole hours around its visits and openings, or the working day without any", () => {
  expect(hoursAround([], eight)).toEqual(at(0, 9 * hour));
  expect(hoursAround([at(-0.5), at(3.5)], eight)).toEqual({ start: eight - hour, end: eight + 5 * hour });
});

test("openings that overlap or touch are one opening", () => {
  const starts = [0, 0.25, 1, 3].map((hours) => eight + hours * hour);
  expect(openSpans(starts, 45 * minute)).toEqual([
    { start: eight, end: eight + 1.75 * hour },
    { start: eight + 3 * hour, end: eight + 3.75 * hour },
  ]);
});

test("a visit covers the rows of its time", () => {
  expect(dayBlocks(eight, { ...none, visits: [at(1), at(2.5)] })).toMatchObject([
    { kind: "visits", row: 4, rows: 3 },
    { kind: "visits", row: 10, rows: 3 },
  ]);
  expect(dayBlocks(eight, { ...none, visits: [at(0.05)] })).toMatchObject([{ row: 0, rows: 4 }]);
});

test("visits that share a row are one block, so that none hides another", () => {
  const visits = [at(2), at(1), at(1.5), at(1, 2 * hour)];
  const [first, ...others] = dayBlocks(eight, { ...none, visits });
  expect(others).toEqual([]);
  expect(first).toMatchObject({ row: 4, rows: 8, visits: { length: 4 } });
});

test("openings and busy times are listed between the visits, in order of time", () => {
  const blocks = dayBlocks(eight, { visits: [at(2)], open: [at(3)], busy: [at(1)] });
  expect(blocks.map(({ kind }) => kind)).toEqual(["busy", "visits", "open"]);
});
