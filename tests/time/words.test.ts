import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { PastVisits } from "~/calendar/profile/profile-over";
import { zoneLabels } from "~/calendar/week/week";
import {
  formatDay,
  formatFull,
  formatWhen,
  hour,
  instantOf,
  localDate,
  zoneOf,
  zoneOrUtc,
} from "~/core/time";
import { everywhere, longerBy, zoneCodes } from "./odd-days";

const words = {
  "2026-03-08": ["Sun, Mar 8", "Sunday, March 8, 2026"],
  "2026-11-01": ["Sun, Nov 1", "Sunday, November 1, 2026"],
  "2028-02-29": ["Tue, Feb 29", "Tuesday, February 29, 2028"],
  "2026-12-31": ["Thu, Dec 31", "Thursday, December 31, 2026"],
  "2027-01-01": ["Fri, Jan 1", "Friday, January 1, 2027"],
} as Record<string, [string, string]>;

describe.each(everywhere)("in %s on %s", (code, date) => {
  test("the evening belongs to the day, the month and the year of its own clock", () => {
    const zone = zoneOrUtc(code);
    const start = instantOf(date, "23:15", zone) ?? 0;
    const [short = "", full = ""] = words[date] ?? [];
    expect(localDate(start, zone)).toBe(date);
    expect(formatWhen(start, zone)).toMatch(new RegExp(`^${short}, 11:15 PM [A-Z]{2,4}$`));
    expect(formatFull(start, zone)).toMatch(new RegExp(`^${full} at 11:15 PM [A-Z]{2,4}$`));
    const visit = { id: 1, start_at: start, timezone: code, patient_id: 20435, brightree_db: "QHMS" };
    const list = { visits: [visit], page: 1, more: false } as never;
    const table = createElement(PastVisits, { name: "completed", title: "Completed", list, here: "/" });
    expect(renderToStaticMarkup(table)).toContain(`${short}, ${date.slice(0, 4)}, 11:15 PM`);
  });
});

test.each(zoneCodes)("in %s a week is labelled by the clock of its days", (code) => {
  const zone = zoneOrUtc(code);
  const labelOf = (from: string, to: string) =>
    zoneLabels({ from: instantOf(from, "00:00", zone) ?? 0, to: instantOf(to, "00:00", zone) ?? 0 }, zone);
  const [winter, spring] = [labelOf("2026-03-01", "2026-03-08"), labelOf("2026-03-08", "2026-03-15")];
  const changes = longerBy(code, "2026-03-08") !== 0;
  expect(winter === spring).toBe(!changes);
  expect(labelOf("2026-03-01", "2026-04-01")).toBe(changes ? `${winter} / ${spring}` : winter);
  expect(labelOf("2026-11-01", "2026-11-08")).toBe(winter);
});

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Megabytes that stay after something was done. */
function keptBy(act: () => void): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  act();
  collect();
  return (process.memoryUsage().heapUsed - before) / 1e6;
}

test("whoever asks in every zone there is fills no memory with the words of it", () => {
  const start = Date.parse("2026-03-02T15:00:00Z");
  const kept = keptBy(() => {
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      for (let nth = 0; nth < 1000; nth++) formatDay(start + nth * hour, zone);
    }
  });
  expect(kept).toBeLessThan(20);
});

test("names that are no zone's fill no memory, however long they are", () => {
  const kept = keptBy(() => {
    for (let nth = 0; nth < 5000; nth++)
      expect(zoneOf(`${nth}/${"x".repeat(8000)}`.toUpperCase())).toBeNull();
  });
  expect(kept).toBeLessThan(20);
});
