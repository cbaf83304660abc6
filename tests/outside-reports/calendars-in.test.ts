import { describe, expect, test } from "vitest";
import { readEvents } from "~/integrations/calendars/read-events";

const day = 86_400_000;

/** Lines of one event, between BEGIN:VEVENT and END:VEVENT. */
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one", ...lines, "END:VEVENT"];

interface Tried {
  lines: string[];
  /** "2026-03-10", the first day that is read. */
  from: string;
  days?: number;
  zone?: string;
}

/** Busy times as "2026-03-10 09:00 to 10:00" in a zone. The second day is left out if it is the same. */
function busy({ lines, from, days = 60, zone = "America/New_York" }: Tried): string[] {
  const start = Date.parse(`${from}T00:00:00Z`);
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n");
  const read = readEvents({ texts: [text], zone, from: start, to: start + days * day, emails: [] });
  expect(read.unread).toEqual([]);
  const local = (at: number) => new Date(at).toLocaleString("sv-SE", { timeZone: zone }).slice(0, 16);
  return read.busy
    .toSorted((one, other) => one.start - other.start)
    .map((one) => [local(one.start), local(one.end)] as const)
    .map(([begins, ends]) => `${begins} to ${ends.startsWith(begins.slice(0, 10)) ? ends.slice(11) : ends}`);
}

const zoned = (name: string, zone: string, time: string) => `${name};TZID=${zone}:${time}`;
const berlin = (name: string, time: string) => zoned(name, "Europe/Berlin", time);
const york = (name: string, time: string) => zoned(name, "America/New_York", time);

/** A rule of European summer time, as servers send it. */
const centralEurope = (tzid: string, winter: string, summer: string) => [
  "BEGIN:VTIMEZONE",
  `TZID:${tzid}`,
  "BEGIN:STANDARD",
  `DTSTART:${winter}`,
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;WKST=MO;INTERVAL=1;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  `DTSTART:${summer}`,
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

describe("reports about rules", () => {
  test.each<[string, string, string, string]>([
    ["kewisch/ical.js#328", "20260501", "FREQ=MONTHLY;BYDAY=SU;BYSETPOS=-1;COUNT=2", "5/1 5/31 6/28"],
    [
      "kewisch/ical.js#960",
      "20260430",
      "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1",
      "4/30 5/30 6/30 7/30",
    ],
    [
      "kewisch/ical.js#985",
      "20260131",
      "FREQ=MONTHLY;BYMONTHDAY=1,31,-1;BYSETPOS=-1",
      "3/31 4/30 5/31 6/30 7/31",
    ],
    [
      "kewisch/ical.js#1039",
      "20260601",
      "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1;COUNT=4",
      "6/1 6/5 6/8 6/12",
    ],
    ["kewisch/ical.js#666", "20260401", "FREQ=MONTHLY;BYMONTHDAY=20,5;COUNT=3", "4/1 4/5 4/20 5/5"],
    [
      "libical/libical#1374",
      "20260428",
      "FREQ=WEEKLY;BYMONTH=5;BYDAY=MO,FR;BYSETPOS=1;COUNT=3",
      "4/28 5/1 5/4 5/11",
    ],
    [
      "libical/libical#21",
      "20260430",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3",
      "4/30 5/29 6/30",
    ],
    ["libical/libical#67", "20260409", "FREQ=MONTHLY;BYDAY=TH;BYSETPOS=2;COUNT=3", "4/9 5/14 6/11"],
    [
      "mangstadt/biweekly#122",
      "20260402",
      "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
      "4/2 4/7 5/7 6/4",
    ],
    ["dmfs/lib-recur#108", "20260420", "FREQ=YEARLY;BYMONTHDAY=20;BYDAY=MO;BYSETPOS=1", "4/20"],
    [
      "u01jmg3/ics-parser#42",
      "20260405",
      "FREQ=WEEKLY;BYDAY=SU,MO;UNTIL=20260419T235959",
      "4/5 4/6 4/12 4/13 4/19",
    ],
  ])("%s: from %s, %s", (_, start, rule, dates) => {
    const lines = event(york("DTSTART", `${start}T090000`), "DURATION:PT1H", `RRULE:${rule}`);
    const expected = dates.split(" ").map((date) => {
      const [month, monthDay] = date.split("/").map((part) => part.padStart(2, "0"));
      return `2026-${month}-${monthDay} 09:00 to 10:00`;
    });
    expect(busy({ lines, from: "2026-03-01", days: 170 })).toEqual(expected);
  });

  test.each([
    ["FREQ=DAILY;BYHOUR=9,12,17;BYSETPOS=-1;COUNT=2", "2026-06-01 17:00 to 17:10,2026-06-02 17:00 to 17:10"],
    [
      "FREQ=HOURLY;BYMINUTE=0,15,30,45;BYSETPOS=2;COUNT=2",
      "2026-06-01 09:15 to 09:25,2026-06-01 10:15 to 10:25",
    ],
  ])("kewisch/ical.js#1039: %s", (rule, times) => {
    const lines = event(york("DTSTART", "20260601T090000"), "DURATION:PT10M", `RRULE:${rule}`);
    expect(busy({ lines, from: "2026-06-01" })).toEqual(["2026-06-01 09:00 to 09:10", ...times.split(",")]);
  });
});

describe("reports about excluded, moved, and last instances", () => {
  test.each<[string, string, Tried, string[]]>([
    [
      "niccokunzmann/python-recurring-ical-events#27",
      "a local UNTIL, and an EXDATE in UTC",
      {
        lines: event(
          berlin("DTSTART", "20260426T140000"),
          "DURATION:PT30M",
          "RRULE:FREQ=DAILY;UNTIL=20260428T140000",
          "EXDATE:20260427T120000Z",
        ),
        from: "2026-04-20",
        zone: "Europe/Berlin",
      },
      ["2026-04-26 14:00 to 14:30", "2026-04-28 14:00 to 14:30"],
    ],
    [
      "jelmer/xandikos#571",
      "a local UNTIL of a zoned event, as iPhones write it",
      {
        lines: event(
          york("DTSTART", "20260410T100000"),
          "DURATION:PT1H",
          "RRULE:FREQ=DAILY;UNTIL=20260412T100000",
        ),
        from: "2026-04-01",
      },
      ["2026-04-10 10:00 to 11:00", "2026-04-11 10:00 to 11:00", "2026-04-12 10:00 to 11:00"],
    ],
    [
      "niccokunzmann/python-recurring-ical-events#20",
      "an EXDATE with a definition of the zone that also lists old years",
      {
        lines: [
          ...centralEurope("Europe/Berlin", "19961027T030000", "19810329T020000").slice(0, -1),
          "BEGIN:STANDARD",
          "TZOFFSETFROM:+005328",
          "TZOFFSETTO:+0100",
          "DTSTART:18930401T000000",
          "RDATE:18930401T000000",
          "END:STANDARD",
          "END:VTIMEZONE",
          ...event(
            berlin("DTSTART", "20260323T090000"),
            "DURATION:PT1H",
            "RRULE:FREQ=WEEKLY;COUNT=3",
            berlin("EXDATE", "20260330T090000"),
          ),
        ],
        from: "2026-03-01",
        zone: "Europe/Berlin",
      },
      ["2026-03-23 09:00 to 10:00", "2026-04-06 09:00 to 10:00"],
    ],
    [
      "tutao/tutanota#5318",
      "an EXDATE at midnight excludes that day of an all-day series",
      {
        lines: event(
          "DTSTART;VALUE=DATE:20260301",
          "DTEND;VALUE=DATE:20260302",
          "RRULE:FREQ=DAILY;UNTIL=20260303T230000Z;INTERVAL=1",
          "EXDATE:20260302T000000",
        ),
        from: "2026-02-20",
        zone: "Europe/Berlin",
      },
      [
        "2026-03-01 00:00 to 2026-03-02 00:00",
        "2026-03-03 00:00 to 2026-03-04 00:00",
        "2026-03-04 00:00 to 2026-03-05 00:00",
      ],
    ],
    [
      "Jorricks/iCal-library#8",
      "several EXDATE lines with a zone",
      {
        lines: event(
          zoned("DTSTART", "Europe/Amsterdam", "20261102T111500"),
          "DURATION:PT30M",
          "RRULE:FREQ=WEEKLY;UNTIL=20261105T225959Z;BYDAY=FR,MO,TH,TU,WE",
          zoned("EXDATE", "Europe/Amsterdam", "20261104T111500"),
          zoned("EXDATE", "Europe/Amsterdam", "20261103T111500"),
        ),
        from: "2026-10-20",
        zone: "Europe/Amsterdam",
      },
      ["2026-11-02 11:15 to 11:45", "2026-11-05 11:15 to 11:45"],
    ],
    [
      "bitfireAT/synctools#80",
      "a RECURRENCE-ID in another zone than the series",
      {
        lines: [
          ...event(
            zoned("DTSTART", "Pacific/Auckland", "20260408T110000"),
            "DURATION:PT1H",
            "RRULE:FREQ=DAILY;COUNT=3;INTERVAL=2",
          ),
          ...event(
            berlin("RECURRENCE-ID", "20260412T010000"),
            zoned("DTSTART", "Pacific/Auckland", "20260412T150000"),
            "DURATION:PT1H",
          ),
        ],
        from: "2026-04-01",
        zone: "Pacific/Auckland",
      },
      ["2026-04-08 11:00 to 12:00", "2026-04-10 11:00 to 12:00", "2026-04-12 15:00 to 16:00"],
    ],
    [
      "kewisch/ical.js#257",
      "an EXDATE in UTC, and instances that were made longer",
      {
        lines: [
          ...event(
            "RRULE:FREQ=WEEKLY;UNTIL=20260822T080000Z",
            "EXDATE:20260808T080000Z",
            berlin("DTSTART", "20260725T100000"),
            berlin("DTEND", "20260725T110000"),
          ),
          ...event(
            berlin("RECURRENCE-ID", "20260725T100000"),
            berlin("DTSTART", "20260725T100000"),
            berlin("DTEND", "20260725T113000"),
          ),
        ],
        from: "2026-07-01",
        zone: "Europe/Berlin",
      },
      [
        "2026-07-25 10:00 to 11:30",
        "2026-08-01 10:00 to 11:00",
        "2026-08-15 10:00 to 11:00",
        "2026-08-22 10:00 to 11:00",
      ],
    ],
    [
      "jkbrzt/rrule#292",
      "two EXDATE values, one after clocks change",
      {
        lines: event(
          zoned("DTSTART", "America/Los_Angeles", "20261030T070000"),
          "DURATION:PT1H",
          "RRULE:FREQ=DAILY;UNTIL=20261103T155959Z",
          zoned("EXDATE", "America/Los_Angeles", "20261031T070000,20261102T070000"),
        ),
        from: "2026-10-20",
        zone: "America/Los_Angeles",
      },
      ["2026-10-30 07:00 to 08:00", "2026-11-01 07:00 to 08:00", "2026-11-03 07:00 to 08:00"],
    ],
    [
      "jens-maus/node-ical#464",
      "an EXDATE whose date in UTC changes when clocks change",
      {
        lines: event(
          zoned("DTSTART", "America/Los_Angeles", "20261028T160000"),
          "DURATION:PT1H",
          "RRULE:FREQ=WEEKLY;COUNT=3",
          zoned("EXDATE", "America/Los_Angeles", "20261104T160000"),
        ),
        from: "2026-10-20",
        zone: "America/Los_Angeles",
      },
      ["2026-10-28 16:00 to 17:00", "2026-11-11 16:00 to 17:00"],
    ],
  ])("%s: %s", (_, __, tried, times) => {
    expect(busy(tried)).toEqual(times);
  });
});

describe("reports about zones", () => {
  const weekly = (zone: string, start: string, rule = "FREQ=WEEKLY;COUNT=2") =>
    event(zoned("DTSTART", zone, start), "DURATION:PT1H", `RRULE:${rule}`);

  test.each<[string, string, Tried, string[]]>([
    [
      "jens-maus/node-ical#100",
      "a series over a change of clocks in a calendar with another default zone",
      {
        lines: ["X-WR-TIMEZONE:Australia/Adelaide", ...weekly("America/Los_Angeles", "20260304T170000")],
        from: "2026-03-01",
        zone: "America/Los_Angeles",
      },
      ["2026-03-04 17:00 to 18:00", "2026-03-11 17:00 to 18:00"],
    ],
    [
      "jens-maus/node-ical#260",
      "a winter series in summer",
      {
        lines: weekly("Europe/Berlin", "20260326T080000", "FREQ=WEEKLY;BYDAY=MO,TH;COUNT=3"),
        from: "2026-03-20",
        zone: "Europe/Berlin",
      },
      ["2026-03-26 08:00 to 09:00", "2026-03-30 08:00 to 09:00", "2026-04-02 08:00 to 09:00"],
    ],
    [
      "jens-maus/node-ical#97",
      "a daily series at the end of summer time in Sydney",
      {
        lines: weekly("Australia/Sydney", "20260404T090000", "FREQ=DAILY;COUNT=2"),
        from: "2026-04-01",
        zone: "Australia/Sydney",
      },
      ["2026-04-04 09:00 to 10:00", "2026-04-05 09:00 to 10:00"],
    ],
    [
      "jens-maus/node-ical#110",
      "a Wednesday series in Australia that is on Tuesday in UTC",
      {
        lines: weekly("Australia/Sydney", "20260603T083000", "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=2"),
        from: "2026-06-01",
        zone: "Australia/Sydney",
      },
      ["2026-06-03 08:30 to 09:30", "2026-06-17 08:30 to 09:30"],
    ],
    [
      "peterbraden/ical.js#107",
      "a fall series in New York after November's change of clocks",
      { lines: weekly("America/New_York", "20261026T121000"), from: "2026-10-20" },
      ["2026-10-26 12:10 to 13:10", "2026-11-02 12:10 to 13:10"],
    ],
    [
      "derekantrican/GAS-ICS-Sync#225",
      "Outlook's name of a zone without a definition",
      {
        lines: weekly(
          "Eastern Standard Time",
          "20260602T160000",
          "FREQ=WEEKLY;UNTIL=20260604T200000Z;BYDAY=TU,TH",
        ),
        from: "2026-06-01",
      },
      ["2026-06-02 16:00 to 17:00", "2026-06-04 16:00 to 17:00"],
    ],
    [
      "calcom/cal.diy#14664",
      "two Outlook events at 10:00 in Helsinki and in London",
      {
        lines: [
          ...event(zoned("DTSTART", "FLE Standard Time", "20260430T100000"), "DURATION:PT1H"),
          ...event(zoned("DTSTART", "GMT Standard Time", "20260430T100000"), "DURATION:PT30M"),
        ],
        from: "2026-04-20",
        zone: "Europe/London",
      },
      ["2026-04-30 08:00 to 09:00", "2026-04-30 10:00 to 10:30"],
    ],
    [
      "calcom/cal.diy#467",
      "a definition from the year 1601, as Zimbra writes it",
      {
        lines: [
          ...centralEurope("Europe/Berlin", "16010101T030000", "16010101T020000"),
          ...event(berlin("DTSTART", "20260817T140000"), berlin("DTEND", "20260817T150000")),
        ],
        from: "2026-08-01",
        zone: "Europe/Berlin",
      },
      ["2026-08-17 14:00 to 15:00"],
    ],
    [
      "calcom/cal.diy#17326",
      "an Outlook feed in summer, whose zone has a definition under Outlook's name",
      {
        lines: [
          ...centralEurope("W. Europe Standard Time", "16010101T030000", "16010101T020000"),
          ...event(zoned("DTSTART", "W. Europe Standard Time", "20260707T090000"), "DURATION:PT1H"),
        ],
        from: "2026-07-01",
        zone: "Europe/Berlin",
      },
      ["2026-07-07 09:00 to 10:00"],
    ],
    [
      "calcom/cal.diy#1992",
      "an Apple event from 13:00 to 15:00 in Berlin",
      {
        lines: [
          ...centralEurope("Europe/Berlin", "19961027T030000", "19810329T020000"),
          ...event(berlin("DTSTART", "20260304T130000"), berlin("DTEND", "20260304T150000")),
        ],
        from: "2026-03-01",
        zone: "Europe/Berlin",
      },
      ["2026-03-04 13:00 to 15:00"],
    ],
    [
      "calcom/cal.diy#2139",
      "an Apple event in Eastern time for a therapist in Eastern time",
      {
        lines: event(york("DTSTART", "20260314T093000"), york("DTEND", "20260314T103000")),
        from: "2026-03-10",
      },
      ["2026-03-14 09:30 to 10:30"],
    ],
    [
      "calcom/cal.diy#5570",
      "an iCloud event at 10:00 in Paris",
      {
        lines: event(zoned("DTSTART", "Europe/Paris", "20261117T100000"), "DURATION:PT30M"),
        from: "2026-11-10",
        zone: "Europe/Paris",
      },
      ["2026-11-17 10:00 to 10:30"],
    ],
    [
      "calcom/cal.diy#1693",
      "an event from 7:30 to 8:30 covers half of the hour at 8:00",
      {
        lines: event("DTSTART:20260203T063000Z", "DTEND:20260203T073000Z"),
        from: "2026-02-01",
        zone: "Europe/Amsterdam",
      },
      ["2026-02-03 07:30 to 08:30"],
    ],
    [
      "calcom/cal.diy#2864",
      "a series from CalDAV",
      {
        lines: weekly("Europe/Berlin", "20260524T120000", "FREQ=WEEKLY;COUNT=2"),
        from: "2026-05-20",
        zone: "Europe/Berlin",
      },
      ["2026-05-24 12:00 to 13:00", "2026-05-31 12:00 to 13:00"],
    ],
    [
      "sebbo2002/ical-generator#125",
      "midnight to midnight in a zone without a definition",
      {
        lines: [
          "X-WR-TIMEZONE:America/New_York",
          ...event(york("DTSTART", "20261120T000000"), york("DTEND", "20261121T000000")),
        ],
        from: "2026-11-10",
      },
      ["2026-11-20 00:00 to 2026-11-21 00:00"],
    ],
    [
      "hwdsb/tec-ical-importer#18",
      "the name that Outlook gives to a zone that an administrator defined",
      {
        lines: [
          ...centralEurope("tzone://Microsoft/Custom", "16010101T030000", "16010101T020000"),
          ...event(zoned("DTSTART", '"tzone://Microsoft/Custom"', "20260616T090000"), "DURATION:PT1H"),
        ],
        from: "2026-06-10",
        zone: "Europe/Berlin",
      },
      ["2026-06-16 09:00 to 10:00"],
    ],
  ])("%s: %s", (_, __, tried, times) => {
    expect(busy(tried)).toEqual(times);
  });
});

describe("reports about all-day events", () => {
  test.each([
    [
      "timeoff-management/timeoff-management-application#388",
      ["DTSTART;VALUE=DATE:20261007", "DTEND;VALUE=DATE:20261007"],
    ],
    [
      "instructure/canvas-lms#1201",
      ["DTSTART;VALUE=DATE:20261007", "DTEND;VALUE=DATE:20261007", "DTSTAMP:20261001T000000Z"],
    ],
    ["spatie/calendar-links#53", ["DTSTART:20261007", "DTEND:20261007"]],
    ["mustang-im/mustang#1271", ["DTSTART;VALUE=DATE:20261007", "DTEND;VALUE=DATE:20261008"]],
    ["marcoancona/MineTime#27", ["DTSTART;VALUE=DATE:20261007", "DURATION:P1D"]],
  ])("%s: one day is that day where the therapist lives", (_, lines) => {
    for (const zone of ["America/New_York", "Pacific/Guam"]) {
      const times = ["2026-10-07 00:00 to 2026-10-08 00:00"];
      expect(busy({ lines: event(...lines), from: "2026-10-01", zone })).toEqual(times);
    }
  });
});
