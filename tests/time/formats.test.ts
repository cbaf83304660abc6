import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { cachedFormat } from "~/core/cached-format";
import { memoizeByKey } from "~/core/memoize-by-key";
import { formatFull, formatWhen, instantOf, localDate, minute, zoneOf, zoneOrUtc } from "~/core/time";
import { PastVisits } from "~/therapists/record/pages/therapist-record";
import { zoneLabels } from "~/week/week";
import { everywhere, longerBy, zoneCodes } from "./odd-days";

const words = {
  "2026-03-08": ["Sun, Mar 8", "Sunday, March 8, 2026"],
  "2026-11-01": ["Sun, Nov 1", "Sunday, November 1, 2026"],
  "2028-02-29": ["Tue, Feb 29", "Tuesday, February 29, 2028"],
  "2026-12-31": ["Thu, Dec 31", "Thursday, December 31, 2026"],
  "2027-01-01": ["Fri, Jan 1", "Friday, January 1, 2027"],
} as Record<string, [string, string]>;

test("a therapist's time zone code includes daylight saving time", () => {
  const at = Date.UTC(2026, 9, 23, 23, 30);
  expect(formatFull(at, "MST")).toBe("Friday, October 23, 2026 at 5:30 PM MDT");
  expect(formatWhen(at, "EST")).toBe("Fri, Oct 23, 7:30 PM EDT");
  expect(localDate(Date.UTC(2026, 9, 24, 4, 30), "EST")).toBe("2026-10-24");
});

describe.each(everywhere)("in %s on %s", (code, date) => {
  test("an evening time is shown on its local day, month, and year", () => {
    const zone = zoneOrUtc(code);
    const start = instantOf(date, "23:15", zone) ?? 0;
    const [short = "", full = ""] = words[date] ?? [];
    expect(localDate(start, zone)).toBe(date);
    expect(formatWhen(start, zone)).toMatch(new RegExp(`^${short}, 11:15 PM [A-Z]{2,4}$`));
    expect(formatFull(start, zone)).toMatch(new RegExp(`^${full} at 11:15 PM [A-Z]{2,4}$`));
    const visit = {
      id: 1,
      start_at: start,
      timezone: code,
      patient_id: 20435,
      brightree_db: "QHMS",
      language: "en",
    };
    const list = { visits: [visit], page: 1, more: false } as never;
    const table = createElement(PastVisits, { name: "completed", title: "Completed", list, here: "/" });
    expect(renderToStaticMarkup(table)).toContain(`${short}, ${date.slice(0, 4)}, 11:15 PM`);
  });
});

test.each(zoneCodes)("in %s, a week shows the time zone labels of its days", (code) => {
  const zone = zoneOrUtc(code);
  const labelOf = (from: string, to: string) =>
    zoneLabels({ from: instantOf(from, "00:00", zone) ?? 0, to: instantOf(to, "00:00", zone) ?? 0 }, zone);
  const [winter, spring] = [labelOf("2026-03-01", "2026-03-08"), labelOf("2026-03-08", "2026-03-15")];
  const changes = longerBy(code, "2026-03-08") !== 0;
  expect(winter === spring).toBe(!changes);
  expect(labelOf("2026-03-01", "2026-04-01")).toBe(changes ? `${winter} / ${spring}` : winter);
  expect(labelOf("2026-11-01", "2026-11-08")).toBe(winter);
});

test("at most 100,000 formatted times are cached", () => {
  const formatted: number[] = [];
  const counting = () =>
    cachedFormat({
      format: (at) => `${formatted.push(Number(at))}`,
    } as Partial<Intl.DateTimeFormat> as never);
  const [words, fillCache] = [counting(), counting()];
  const once = words(0);
  expect([words(0), words(59_999), formatted.length]).toEqual([once, once, 1]);
  for (let nth = 0; nth < 100_000; nth++) fillCache(nth * minute);
  expect(words(0)).not.toBe(once);
});

test("a full cache is cleared", () => {
  const found: string[] = [];
  const kept = memoizeByKey<number>(3);
  const find = (key: string) => kept(key, () => found.push(key));
  for (const key of ["a", "b", "c", "a", "c", "d", "a"]) find(key);
  expect(found).toEqual(["a", "b", "c", "d", "a"]);
});

test("a time zone name that is too long isn't looked up or cached", () => {
  const formatterCalls = vi.spyOn(Intl, "DateTimeFormat");
  expect(zoneOf(`NOWHERE/${"X".repeat(40)}`)).toBeNull();
  expect(formatterCalls).not.toHaveBeenCalled();
  expect(zoneOf("NOWHERE/X")).toBeNull();
  expect(formatterCalls).toHaveBeenCalledOnce();
  formatterCalls.mockRestore();
});
