import { expect, test } from "vitest";
import { hour, minute, second } from "~/core/time";
import { untilText } from "~/week/until";

const start = Date.parse("2026-03-02T15:00:00Z");
const visit = { start, end: start + 45 * minute };

test.each([
  [-24 * hour, ""],
  [-23.5 * hour, "in 23 h 30 min"],
  [-2 * hour, "in 2 h"],
  [-65 * minute, "in 1 h 5 min"],
  [-25 * minute, "in 25 min"],
  [-25 * minute + second, "in 25 min"],
  [-second, "in 1 min"],
  [0, "starts now"],
  [5.5 * minute, "started 5 min ago"],
  [45 * minute, ""],
])("%i ms from its start, a visit is described as %j", (after, text) => {
  expect(untilText(visit, start + after)).toBe(text);
});
