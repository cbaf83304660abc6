import { expect, test } from "vitest";
import { inLanguage } from "~/core/language/language-scope.server";
import { formatFullTimeFirst } from "~/core/time";
import { regionName } from "~/core/zones/states";

const spanish = <Result>(act: () => Result) => inLanguage({ language: "es" }, act);

test("the names of states are in the reader's language", () => {
  expect(["NC", "new york", "TX", "Northeast"].map(regionName)).toEqual([
    "North Carolina",
    "New York",
    "Texas",
    "Northeast",
  ]);
  expect(spanish(() => ["NC", "new york", "TX", "Northeast"].map(regionName))).toEqual([
    "Carolina del Norte",
    "Nueva York",
    "Texas",
    "Northeast",
  ]);
});

test("after “at”, the time comes before the day, and in Spanish the day stays first", () => {
  const at = Date.parse("2026-12-02T15:00:00Z");
  expect(formatFullTimeFirst(at, "America/New_York")).toBe("10:00 AM EST on Wednesday, December 2, 2026");
  expect(spanish(() => formatFullTimeFirst(at, "America/New_York"))).toBe(
    "miércoles 2 de diciembre de 2026 a las 10:00 a.m. EST",
  );
});
