import { expect, test } from "vitest";
import { zoneLabel, zoneName } from "~/core/time";

test("UTC is named in one way", () => {
  const may = Date.UTC(2026, 4, 12);
  expect(zoneName(may, "UTC")).toBe("UTC");
  expect(zoneLabel(may, "UTC")).toBe("UTC");
});
