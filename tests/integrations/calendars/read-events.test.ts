import { expect, test } from "vitest";
import { mergeSpans } from "~/integrations/calendars/merge-spans";
import { readEvents } from "~/integrations/calendars/read-events";

const from = Date.parse("2026-03-01T05:00:00Z");
const to = Date.parse("2026-08-28T04:00:00Z");
const query = { zone: "America/New_York", from, to, emails: ["tess@clinic.example"] };

const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one", ...lines, "END:VEVENT"];
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
const read = (...lines: string[]) => readEvents({ ...query, texts: [calendar(...lines)] });
const busy = (...lines: string[]) =>
  read(...lines).busy.map(({ start, end }) =>
    [start, end].map((at) => new Date(at).toISOString().slice(0, 16)),
  );

const ny = (name: string, time: string) => `${name};TZID=America/New_York:${time}`;

test("events in UTC, in a time zone, or without a time zone, and all-day events, block the right times", () => {
  expect(busy(...event("DTSTART:20260310T130000Z", "DTEND:20260310T140000Z"))).toEqual([
    ["2026-03-10T13:00", "2026-03-10T14:00"],
  ]);
  expect(busy(...event("DTSTART;TZID=Europe/Berlin:20260310T130000", "DURATION:PT30M"))).toEqual([
    ["2026-03-10T12:00", "2026-03-10T12:30"],
  ]);
  expect(busy(...event("DTSTART:20260310T090000", "DTEND:20260310T100000"))).toEqual([
    ["2026-03-10T13:00", "2026-03-10T14:00"],
  ]);
  expect(busy(...event("DTSTART;VALUE=DATE:20260307", "DTEND;VALUE=DATE:20260309"))).toEqual([
    ["2026-03-07T05:00", "2026-03-09T04:00"],
  ]);
  expect(busy(...event("DTSTART;VALUE=DATE:20260310"))).toEqual([["2026-03-10T04:00", "2026-03-11T04:00"]]);
});

test("a weekly event keeps its local time across a DST change", () => {
  expect(
    busy(...event(ny("DTSTART", "20260301T090000"), "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3")),
  ).toEqual([
    ["2026-03-01T14:00", "2026-03-01T15:00"],
    ["2026-03-08T13:00", "2026-03-08T14:00"],
    ["2026-03-15T13:00", "2026-03-15T14:00"],
  ]);
});

test("a local time skipped by a DST change uses the offset before the change", () => {
  expect(busy(...event(ny("DTSTART", "20260308T023000"), "DURATION:PT30M"))).toEqual([
    ["2026-03-08T07:30", "2026-03-08T08:00"],
  ]);
});

test("an excluded occurrence is free, even if its exclusion uses a different time zone", () => {
  const daily = [ny("DTSTART", "20260310T090000"), "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4"];
  expect(
    busy(...event(...daily, ny("EXDATE", "20260311T090000"), "EXDATE:20260312T130000Z")).map(
      ([start]) => start,
    ),
  ).toEqual(["2026-03-10T13:00", "2026-03-13T13:00"]);
});

test("a moved occurrence is busy only at its new time, even if it was moved from outside the period", () => {
  const series = event(ny("DTSTART", "20260310T090000"), "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=40");
  const moved = event(
    ny("RECURRENCE-ID", "20260317T090000"),
    ny("DTSTART", "20260318T150000"),
    ny("DTEND", "20260318T160000"),
  );
  const fromLater = event(
    "RECURRENCE-ID:20260908T130000Z",
    "DTSTART:20260319T200000Z",
    "DTEND:20260319T210000Z",
  );
  const canceled = event(
    ny("RECURRENCE-ID", "20260324T090000"),
    ny("DTSTART", "20260324T090000"),
    "STATUS:CANCELLED",
  );
  const starts = busy(...series, ...moved, ...fromLater, ...canceled).map(([start]) => start);
  expect(starts.sort().slice(0, 4)).toEqual([
    "2026-03-10T13:00",
    "2026-03-18T19:00",
    "2026-03-19T20:00",
    "2026-03-31T13:00",
  ]);
});

test("a change to one occurrence and all following ones moves all of them", () => {
  const series = event(ny("DTSTART", "20260310T090000"), "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4");
  const later = event(
    "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20260312T090000",
    ny("DTSTART", "20260312T110000"),
    ny("DTEND", "20260312T113000"),
  );
  expect(busy(...series, ...later).sort()).toEqual([
    ["2026-03-10T13:00", "2026-03-10T14:00"],
    ["2026-03-11T13:00", "2026-03-11T14:00"],
    ["2026-03-12T15:00", "2026-03-12T15:30"],
    ["2026-03-13T15:00", "2026-03-13T15:30"],
  ]);
});

test("transparent, canceled, and declined events are free", () => {
  const at = ["DTSTART:20260310T130000Z", "DTEND:20260310T140000Z"];
  expect(busy(...event(...at, "TRANSP:TRANSPARENT"))).toEqual([]);
  expect(busy(...event(...at, "STATUS:CANCELLED"))).toEqual([]);
  expect(busy(...event(...at, "X-MICROSOFT-CDO-BUSYSTATUS:FREE"))).toEqual([]);
  expect(busy(...event(...at, "ATTENDEE;PARTSTAT=DECLINED:mailto:Tess@clinic.example"))).toEqual([]);
  expect(busy(...event(...at, "ATTENDEE;PARTSTAT=DECLINED:mailto:other@clinic.example"))).toHaveLength(1);
  expect(busy(...event(...at, "STATUS:TENTATIVE"))).toHaveLength(1);
});

test("time zones are recognized by Windows name or by definition, and an event in an unknown zone blocks all its possible times", () => {
  const in_ = (tzid: string) => event(`DTSTART;TZID=${tzid}:20260310T090000`, "DURATION:PT1H");
  expect(busy(...in_("Central Standard Time"))).toEqual([["2026-03-10T14:00", "2026-03-10T15:00"]]);
  const own = [
    "BEGIN:VTIMEZONE",
    "TZID:Clinic time",
    "BEGIN:STANDARD",
    "DTSTART:20200101T000000",
    "TZOFFSETFROM:-0330",
    "TZOFFSETTO:-0330",
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  expect(busy(...own, ...in_("Clinic time"))).toEqual([["2026-03-10T12:30", "2026-03-10T13:30"]]);
  expect(busy(...in_("Nowhere time"))).toEqual([["2026-03-09T19:00", "2026-03-10T22:00"]]);
});

test("a free/busy list can be read too", () => {
  const list = [
    "BEGIN:VFREEBUSY",
    "FREEBUSY:20260310T130000Z/PT1H",
    "FREEBUSY;FBTYPE=FREE:20260311T130000Z/PT1H",
  ];
  expect(busy(...list, "END:VFREEBUSY")).toEqual([["2026-03-10T13:00", "2026-03-10T14:00"]]);
});

test("an empty calendar is free, and an unreadable one is rejected", () => {
  expect(read()).toEqual({ events: 0, busy: [], unread: [] });
  const refused = (...texts: string[]) => expect(() => readEvents({ ...query, texts }));
  refused("").toThrow("a calendar that Firstnight can read");
  refused("<!DOCTYPE html><title>Sign in</title>").toThrow("opens a web page");
  refused("\0\x01garbage").toThrow("a calendar that Firstnight can read");
  refused(calendar(...event("DTSTART:20260310T130000Z")).slice(0, -20)).toThrow("damaged or incomplete");
});

test("overlapping times are merged, and long ones are split into half days", () => {
  const hour = 3_600_000;
  const at = (start: number, end: number) => ({ start: start * hour, end: end * hour });
  expect(mergeSpans([at(5, 6), at(1, 3), at(2, 4), at(4, 5)], 0, 100 * hour)).toEqual([at(1, 6)]);
  expect(mergeSpans([at(-5, 30)], 0, 100 * hour)).toEqual([at(0, 12), at(12, 24), at(24, 30)]);
});
