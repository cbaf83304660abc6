import { expect, test } from "vitest";
import { planSlots, type SlotPattern } from "~/availability/slot-plan";
import { instantOf, iso } from "~/core/time";

const pattern: SlotPattern = {
  fromDate: "2026-03-02",
  toDate: "2026-03-06",
  startTime: "08:00",
  endTime: "17:00",
  interval: 15,
  days: [1, 2, 3, 4, 5],
};

test("the first and last days of the range are included, and the end time is excluded", () => {
  const planned = planSlots(pattern, "America/New_York");
  expect(planned).toHaveLength(5 * 36);
  expect(planned[0]).toEqual({ date: "2026-03-02", start: Date.parse("2026-03-02T13:00:00Z") });
  expect(planned.at(-1)).toEqual({ date: "2026-03-06", start: Date.parse("2026-03-06T21:45:00Z") });
});

test("only the chosen weekdays get slots", () => {
  const planned = planSlots({ ...pattern, days: [0, 3] }, "America/New_York");
  expect(new Set(planned.map((slot) => slot.date))).toEqual(new Set(["2026-03-04"]));
});

test("a time skipped by DST has no start", () => {
  const planned = planSlots(
    {
      ...pattern,
      fromDate: "2026-03-08",
      toDate: "2026-03-08",
      days: [0],
      startTime: "01:00",
      endTime: "04:00",
      interval: 30,
    },
    "America/New_York",
  );
  expect(planned.map(({ start }) => (start === null ? null : iso(start)))).toEqual([
    "2026-03-08T06:00:00.000Z",
    "2026-03-08T06:30:00.000Z",
    null,
    null,
    "2026-03-08T07:00:00.000Z",
    "2026-03-08T07:30:00.000Z",
  ]);
});

test("if a time occurs twice, the first one is used", () => {
  const planned = planSlots(
    {
      ...pattern,
      fromDate: "2026-11-01",
      toDate: "2026-11-01",
      days: [0],
      startTime: "00:30",
      endTime: "02:30",
      interval: 30,
    },
    "America/New_York",
  );
  expect(planned.map(({ start }) => start && iso(start))).toEqual([
    "2026-11-01T04:30:00.000Z",
    "2026-11-01T05:00:00.000Z",
    "2026-11-01T05:30:00.000Z",
    "2026-11-01T07:00:00.000Z",
  ]);
});

test("a zone without DST keeps its offset", () => {
  const at = (date: string) =>
    planSlots(
      { ...pattern, fromDate: date, toDate: date, days: [0, 1, 2, 3, 4, 5, 6], endTime: "08:15" },
      "America/Phoenix",
    )[0]?.start;
  expect(at("2026-01-15")).toBe(Date.parse("2026-01-15T15:00:00Z"));
  expect(at("2026-07-15")).toBe(Date.parse("2026-07-15T15:00:00Z"));
});

test.each([
  ["America/New_York", "2026-03-08"],
  ["America/New_York", "2026-11-01"],
  // This zone's DST change is half an hour.
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-10-04"],
  // Clocks move forward at midnight, so the day starts at 1 AM, or they move back into the previous day.
  ["America/Havana", "2026-03-08"],
  ["America/Havana", "2026-11-01"],
  ["America/Sao_Paulo", "2018-02-17"],
  ["America/Sao_Paulo", "2018-02-18"],
  ["America/Sao_Paulo", "2018-11-04"],
  // This day doesn't exist in this time zone.
  ["Pacific/Apia", "2011-12-30"],
])("times planned every five minutes in %s on %s match the time zone conversion", (zone, date) => {
  const planned = planSlots(
    {
      fromDate: date,
      toDate: date,
      startTime: "00:00",
      endTime: "24:00",
      interval: 5,
      days: [0, 1, 2, 3, 4, 5, 6],
    },
    zone,
  );
  expect(planned).toHaveLength(288);
  for (const [index, { start }] of planned.entries()) {
    const time = `${String(Math.floor(index / 12)).padStart(2, "0")}:${String((index % 12) * 5).padStart(2, "0")}`;
    expect([time, start]).toEqual([time, instantOf(date, time, zone)]);
  }
});
