import { describe, expect, test } from "vitest";
import { readEvents } from "~/integrations/calendars/read-events";

/** Starts of a one-hour event in New York from its start until the end of a year, such as "1997-09-02 09:00". */
function startsOf(start: string, rule: string, until = "1998-01-01T05:00:00Z"): string[] {
  const text = [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:one",
    `DTSTART;TZID=America/New_York:${start}`,
    "DURATION:PT1H",
    `RRULE:${rule}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
  const from = Date.parse("1997-01-01T05:00:00Z");
  const query = { texts: [text], zone: "America/New_York", from, to: Date.parse(until), emails: [] };
  const { busy, unread } = readEvents(query);
  expect(unread).toEqual([]);
  return busy.map((one) =>
    new Date(one.start).toLocaleString("sv-SE", { timeZone: "America/New_York" }).slice(0, 16),
  );
}

/** Dates of one year from "9/2 9/3 10/1". */
const at = (dates: string, clock = "09:00", year = 1997) =>
  dates.split(" ").map((date) => {
    const [month, day] = date.split("/").map((part) => part.padStart(2, "0"));
    return `${year}-${month}-${day} ${clock}`;
  });

describe("the examples of RFC 5545, 3.8.5.3", () => {
  test.each([
    ["FREQ=DAILY;COUNT=10", at("9/2 9/3 9/4 9/5 9/6 9/7 9/8 9/9 9/10 9/11")],
    ["FREQ=DAILY;INTERVAL=10;COUNT=5", at("9/2 9/12 9/22 10/2 10/12")],
    [
      "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
      at("9/2 9/4 9/9 9/11 9/16 9/18 9/23 9/25 9/30 10/2"),
    ],
    ["FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", at("9/2 9/4 9/16 9/18 9/30 10/2 10/14 10/16")],
    ["FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", at("9/22 10/20 11/17 12/22"), "19970922T090000"],
    ["FREQ=MONTHLY;BYMONTHDAY=-3", at("9/28 10/29 11/28 12/29"), "19970928T090000"],
    ["FREQ=MONTHLY;COUNT=6;BYMONTHDAY=2,15", at("9/2 9/15 10/2 10/15 11/2 11/15")],
    ["FREQ=MONTHLY;COUNT=6;BYMONTHDAY=1,-1", at("9/30 10/1 10/31 11/1 11/30 12/1"), "19970930T090000"],
    ["FREQ=YEARLY;COUNT=2;BYMONTH=6,7", at("6/10 7/10"), "19970610T090000"],
    ["FREQ=YEARLY;INTERVAL=3;COUNT=3;BYYEARDAY=1,100,200", at("1/1 4/10 7/19"), "19970101T090000"],
    ["FREQ=YEARLY;BYDAY=20MO", at("5/19"), "19970519T090000"],
    ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", at("5/12"), "19970512T090000"],
    ["FREQ=YEARLY;BYMONTH=3;BYDAY=TH", at("3/13 3/20 3/27"), "19970313T090000"],
    ["FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", at("9/13 10/11 11/8 12/13"), "19970913T090000"],
    ["FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", at("9/4 10/7 11/6"), "19970904T090000"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", at("9/29 10/30 11/27 12/30"), "19970929T090000"],
    ["FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", at("8/5 8/10 8/19 8/24"), "19970805T090000"],
    ["FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", at("8/5 8/17 8/19 8/31"), "19970805T090000"],
  ])("%s", (rule, dates, start = "19970902T090000") => {
    expect(startsOf(start, rule)).toEqual(dates);
  });

  test("several times a day", () => {
    expect(startsOf("19970902T090000", "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z")).toEqual([
      "1997-09-02 09:00",
      "1997-09-02 12:00",
      "1997-09-02 15:00",
    ]);
    expect(startsOf("19970902T090000", "FREQ=MINUTELY;INTERVAL=90;COUNT=4")).toEqual([
      "1997-09-02 09:00",
      "1997-09-02 10:30",
      "1997-09-02 12:00",
      "1997-09-02 13:30",
    ]);
    const daily = startsOf("19970902T090000", "FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,20,40;COUNT=8");
    expect(daily.slice(4)).toEqual([
      "1997-09-02 10:20",
      "1997-09-02 10:40",
      "1997-09-03 09:00",
      "1997-09-03 09:20",
    ]);
  });

  test("a leap day is only in leap years", () => {
    expect(startsOf("19960229T090000", "FREQ=YEARLY", "2005-01-01T05:00:00Z")).toEqual([
      "2000-02-29 09:00",
      "2004-02-29 09:00",
    ]);
  });
});

test("BYSETPOS counts from the begin of the first month, even if the event starts later in it", () => {
  const expected = ["1997-10-04 09:00", "1997-10-27 09:00", "1997-12-29 09:00"];
  expect(startsOf("19971004T090000", "FREQ=MONTHLY;INTERVAL=2;BYDAY=MO;BYSETPOS=-1")).toEqual(expected);
  expect(startsOf("19970703T090000", "FREQ=MONTHLY;BYDAY=SU;BYSETPOS=2;COUNT=2")).toEqual(
    at("7/3 7/13 8/10"),
  );
});

test("BYSETPOS picks from a week and from a year", () => {
  expect(startsOf("19970903T090000", "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-2;COUNT=3")).toEqual(
    at("9/3 9/10 9/17"),
  );
  const inMonths = "FREQ=YEARLY;BYMONTH=4,11;BYDAY=TU;BYSETPOS=-1";
  expect(startsOf("19970902T090000", inMonths)).toEqual(at("9/2 11/25"));
});

test("a yearly event on the 31st isn't in months with 30 days", () => {
  expect(startsOf("19970131T090000", "FREQ=YEARLY;BYMONTH=1,6,12")).toEqual(at("1/31 12/31"));
});
