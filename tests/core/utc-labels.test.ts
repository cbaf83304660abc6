import { expect, test } from "vitest";
import { zoneLabel, zoneName } from "~/core/time";

const may = Date.UTC(2026, 4, 12);

test("zones without a name are labeled by their distance from UTC, in one notation", () => {
  expect(zoneName(may, "UTC")).toBe("UTC");
  expect(zoneLabel(may, "UTC")).toBe("UTC");
  for (const label of [zoneName(may, "Asia/Dubai"), zoneLabel(may, "America/Bogota")]) {
    expect(label).not.toMatch(/^GMT/);
  }
  expect(zoneLabel(may, "America/New_York")).toBe("EDT");
});
