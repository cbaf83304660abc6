import { describe, expect, test } from "vitest";
import { readEvents } from "~/integrations/calendars/read-events";

const from = Date.parse("2026-12-01T05:00:00Z");
const to = Date.parse("2027-03-01T05:00:00Z");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one", ...lines, "END:VEVENT"];
const read = (...lines: string[]) =>
  readEvents({
    zone: "America/New_York",
    from,
    to,
    emails: [],
    texts: [["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n")],
  });
const short = (at: number) => new Date(at).toISOString().slice(5, 16);
const busy = (...lines: string[]) => {
  const { busy, unread } = read(...lines);
  expect(unread).toEqual([]);
  return busy.map(({ start, end }) => `${short(start)} ${short(end)}`).sort();
};
const starts = (...lines: string[]) => busy(...lines).map((span) => span.split(" ")[0]);

const zoneBlock = (tzid: string, standard: string, daylight: string) => [
  "BEGIN:VTIMEZONE",
  `TZID:${tzid}`,
  "BEGIN:DAYLIGHT",
  "DTSTART:20070311T020000",
  "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3",
  `TZOFFSETFROM:${standard}`,
  `TZOFFSETTO:${daylight}`,
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "DTSTART:20071104T020000",
  "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11",
  `TZOFFSETFROM:${daylight}`,
  `TZOFFSETTO:${standard}`,
  "END:STANDARD",
  "END:VTIMEZONE",
];
const at = (tzid: string, time: string) => event(`DTSTART;TZID=${tzid}:${time}`, "DURATION:PT30M");

describe("time zones", () => {
  test.each(["America/New_York", "Eastern Standard Time", "/mozilla.org/20050126_1/America/New_York"])(
    "an event with a definition of %s before it blocks only its own time",
    (tzid) => {
      expect(busy(...zoneBlock(tzid, "-0500", "-0400"), ...at(tzid, "20261203T090000"))).toEqual([
        "12-03T14:00 12-03T14:30",
      ]);
    },
  );

  test("two definitions before an event both apply", () => {
    const zones = [
      ...zoneBlock("Europe/Berlin", "+0100", "+0200"),
      ...zoneBlock("Our time", "-0600", "-0500"),
    ];
    expect(starts(...zones, ...at("Our time", "20261203T090000"))).toEqual(["12-03T15:00"]);
  });

  test("a file's own definition of a known name applies", () => {
    const own = zoneBlock("America/New_York", "-0800", "-0700");
    expect(starts(...own, ...at("America/New_York", "20261203T090000"))).toEqual(["12-03T17:00"]);
  });

  test("a definition of some years of a known zone is completed", () => {
    const oneYear = zoneBlock("America/Chicago", "-0600", "-0500").filter(
      (line) => !line.startsWith("RRULE"),
    );
    const summer = readEvents({
      zone: "America/New_York",
      from: Date.parse("2026-06-01T00:00:00Z"),
      to,
      emails: [],
      texts: [
        ["BEGIN:VCALENDAR", ...oneYear, ...at("America/Chicago", "20260603T090000"), "END:VCALENDAR"].join(
          "\n",
        ),
      ],
    });
    expect(summer.busy.map(({ start }) => short(start))).toEqual(["06-03T14:00"]);
  });

  test.each([
    ["(UTC-05:00) Eastern Time (US & Canada)", "12-03T14:00"],
    ["US Mountain Standard Time", "12-03T16:00"],
    ["EST5EDT", "12-03T14:00"],
    ['"W. Europe Standard Time"', "12-03T08:00"],
  ])("the zone name %s is known without a definition", (tzid, start) => {
    expect(starts(...at(tzid, "20261203T090000"))).toEqual([start]);
  });
});

describe("dates of a series", () => {
  const one = ["DTSTART:20261203T140000Z", "DURATION:PT1H"];

  test("dates without a rule are added to the start", () => {
    expect(starts(...event(...one, "RDATE:20261205T140000Z,20261207T150000Z"))).toEqual([
      "12-03T14:00",
      "12-05T14:00",
      "12-07T15:00",
    ]);
  });

  test("a date of a timed event is at the event's time", () => {
    expect(busy(...event(...one, "RDATE;VALUE=DATE:20261205"))).toEqual([
      "12-03T14:00 12-03T15:00",
      "12-05T14:00 12-05T15:00",
    ]);
  });

  test("a period has its own length", () => {
    const periods = "RDATE;VALUE=PERIOD:20261205T140000Z/PT2H,20261207T140000Z/20261207T143000Z";
    expect(busy(...event(...one, periods))).toEqual([
      "12-03T14:00 12-03T15:00",
      "12-05T14:00 12-05T16:00",
      "12-07T14:00 12-07T14:30",
    ]);
  });

  test.each([
    ["a date", "DTSTART;TZID=America/New_York:20261203T200000", "20261205"],
    ["a local time", "DTSTART;TZID=America/New_York:20261203T200000", "20261205T200000"],
    ["a time in UTC", "DTSTART;TZID=America/New_York:20261203T200000", "20261206T010000Z"],
  ])("a rule that ends with %s includes its last day", (_, start, until) => {
    expect(starts(...event(start, "DURATION:PT1H", `RRULE:FREQ=DAILY;UNTIL=${until}`))).toEqual([
      "12-04T01:00",
      "12-05T01:00",
      "12-06T01:00",
    ]);
  });

  test.each(["20261205", "20261205T000000Z", "20261206T045959Z"])(
    "an all-day series until %s includes that day",
    (until) => {
      expect(starts(...event("DTSTART;VALUE=DATE:20261204", `RRULE:FREQ=DAILY;UNTIL=${until}`))).toEqual([
        "12-04T05:00",
        "12-05T05:00",
      ]);
    },
  );

  test("a start that doesn't match the rule is busy", () => {
    // December 3, 2026 is a Thursday.
    expect(starts(...event(...one, "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261208T000000Z"))).toEqual([
      "12-03T14:00",
      "12-07T14:00",
    ]);
  });

  test("a start that doesn't match the rule doesn't count", () => {
    expect(starts(...event(...one, "RRULE:FREQ=DAILY;BYDAY=MO,TU;COUNT=2"))).toEqual([
      "12-03T14:00",
      "12-07T14:00",
      "12-08T14:00",
    ]);
  });

  test("an instance that was moved by its date leaves its old time free", () => {
    const series = event(
      "DTSTART;TZID=America/New_York:20261203T200000",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=2",
    );
    const moved = event("RECURRENCE-ID;VALUE=DATE:20261204", "DTSTART:20261210T140000Z", "DURATION:PT1H");
    expect(starts(...series, ...moved)).toEqual(["12-04T01:00", "12-10T14:00"]);
    expect(starts(...series.slice(0, -1), "EXDATE;VALUE=DATE:20261204", "END:VEVENT")).toEqual([
      "12-04T01:00",
    ]);
  });
});

describe("lengths", () => {
  const wholeDay = ["12-03T05:00 12-04T05:00"];
  test.each([
    ["an end on the same date", ["DTSTART;VALUE=DATE:20261203", "DTEND;VALUE=DATE:20261203"]],
    ["an end before its date", ["DTSTART;VALUE=DATE:20261203", "DTEND;VALUE=DATE:20261201"]],
    ["a length of zero days", ["DTSTART;VALUE=DATE:20261203", "DURATION:P0D"]],
    ["a start without VALUE=DATE", ["DTSTART:20261203"]],
    [
      "Outlook's mark",
      ["DTSTART:20261203T000000", "DTEND:20261203T000000", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"],
    ],
  ])("an all-day event with %s blocks the day", (_, lines) => {
    expect(busy(...event(...lines))).toEqual(wholeDay);
  });

  test("an event with an empty end has no length", () => {
    expect(busy(...event("DTSTART:20261203T140000Z", "DTEND:", "DURATION:PT1H"))).toEqual([
      "12-03T14:00 12-03T15:00",
    ]);
    expect(busy(...event("DTSTART;VALUE=DATE:20261203", "DTEND:"))).toEqual(wholeDay);
  });

  test("an event that ends in another zone ends at that moment", () => {
    const flight = [
      "DTSTART;TZID=America/New_York:20261203T180000",
      "DTEND;TZID=Europe/Berlin:20261204T080000",
    ];
    expect(busy(...event(...flight))).toEqual(["12-03T23:00 12-04T07:00"]);
  });
});

describe("text as programs write it", () => {
  const two = ["12-03T14:00 12-03T15:00", "12-07T14:00 12-07T15:00"];
  const one = ["DTSTART:20261203T140000Z", "DURATION:PT1H"];

  test.each([
    "RRULE:FREQ=weekly;BYDAY=MO, TH;COUNT=2",
    "rrule:freq=WEEKLY;byday=mo,th;count=2;",
    "RRULE:FREQ=WEEKLY;BYDAY=TH,MO,;INTERVAL=0;COUNT=2;X-NOTE=1",
  ])("the rule %s is read", (rule) => {
    expect(busy(...event(...one, rule))).toEqual(two);
  });

  test("unfolded lines, alarms, and unknown parts don't matter", () => {
    const alarm = ["BEGIN:VALARM", "TRIGGER:-PT15M", "DURATION:PT5H", "END:VALARM"];
    const note = ["DESCRIPTION:First line", "Second line (not folded)", "", "\tfolded", "Third; x"];
    expect(busy(...event(...note, ...one, ...alarm, "END;X=1:no"))).toEqual([two[0]]);
  });
});

describe("an event that can't be read", () => {
  const good = event("DTSTART:20261210T140000Z", "DURATION:PT1H");
  const closed = (...lines: string[]) => {
    const { busy, unread } = read(...event(...lines), ...good);
    return { spans: busy.map(({ start, end }) => `${short(start)} ${short(end)}`), unread };
  };
  const other = "12-10T14:00 12-10T15:00";
  const correct = "Correct or delete it in your calendar app.";

  test.each([
    ["an end before its start", "DTEND:20261203T130000Z"],
    ["an end that isn't a time", "DTEND:later"],
    ["a length that isn't one", "DURATION:1 hour"],
  ])("%s closes its own day, with a sentence that names it", (_, end) => {
    expect(closed("DTSTART:20261203T140000Z", end)).toEqual({
      spans: ["12-03T05:00 12-04T05:00", other],
      unread: [
        `Firstnight can't read the end of the event on December 3, 2026, so that day is busy. ${correct}`,
      ],
    });
  });

  test("a start with an impossible time closes its day", () => {
    expect(closed("DTSTART:20261203T996000Z")).toEqual({
      spans: ["12-03T05:00 12-04T05:00", other],
      unread: [`Firstnight can't read the event on December 3, 2026, so that day is busy. ${correct}`],
    });
  });

  test.each([["SUMMARY:No start"], ["DTSTART:tomorrow at nine"], ["DTSTART:20261332T090000Z"]])(
    "without a day, the rest of the calendar still counts: %s",
    (line) => {
      expect(closed(line)).toEqual({
        spans: [other],
        unread: [`Firstnight can't read the start of an event, so it isn't counted as busy. ${correct}`],
      });
    },
  );

  test("a rule that can't be read counts as daily", () => {
    const { spans, unread } = closed("DTSTART:20270226T140000Z", "DURATION:PT1H", "RRULE:FREQ=SOMETIMES");
    expect(spans).toEqual([
      "02-26T14:00 02-26T15:00",
      "02-27T14:00 02-27T15:00",
      "02-28T14:00 02-28T15:00",
      other,
    ]);
    expect(unread).toEqual([
      `Firstnight can't read how the event on February 26, 2027 repeats, so its time is busy every day from then. ${correct}`,
    ]);
  });

  test("a rule for every second closes the time until it ends", () => {
    const { spans, unread } = closed(
      "DTSTART:20261203T140000Z",
      "DURATION:PT1M",
      "RRULE:FREQ=SECONDLY;UNTIL=20261204T130000Z",
    );
    expect(spans).toEqual(["12-03T14:00 12-03T14:01", "12-03T14:00 12-04T14:00", other]);
    expect(unread).toEqual([
      `The event on December 3, 2026 repeats every minute, so all times from then are busy. ${correct}`,
    ]);
  });

  test("a rule that never matches doesn't stop the reading", () => {
    expect(
      closed("DTSTART:20261203T140000Z", "DURATION:PT1H", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30").spans,
    ).toEqual(["12-03T14:00 12-03T15:00", other]);
  });

  test("in the past, it doesn't matter", () => {
    expect(closed("DTSTART:20251203T140000Z", "DTEND:later")).toEqual({ spans: [other], unread: [] });
  });
});
