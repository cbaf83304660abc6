import { expect, test } from "vitest";
import { visitDatesIn } from "~/core/search/dates-in-search";
import { searchTermsOf } from "~/core/search/search-terms";

test.each([
  "2026-01-31",
  "1/31/2026",
  "01/31/2026",
  "01312026",
  "20260131",
  "1-31-2026",
  "Jan 31, 2026",
  "January 31 2026",
  "31 Jan 2026",
])("%s is a date of birth", (typed) => {
  expect(searchTermsOf(typed).birthDates).toEqual(["2026-01-31"]);
});

test("a birth date with a two-digit year matches both centuries", () => {
  expect(searchTermsOf("1/31/26").birthDates).toEqual(["1926-01-31", "2026-01-31"]);
});

test("eight digits in US date order are a date of birth", () => {
  expect(searchTermsOf("01311926").birthDates).toEqual(["1926-01-31"]);
});

test("an impossible date is not a date of birth", () => {
  expect(searchTermsOf("2/30/1950").birthDates).toEqual([]);
  expect(searchTermsOf("13/13/1950").birthDates).toEqual([]);
});

test.each(["(919) 555-0123", "919.555.0123", "+1 919 555 0123", "19195550123", "9195550123"])(
  "%s is a phone number",
  (typed) => {
    expect(searchTermsOf(typed).digits).toBe("9195550123");
  },
);

test("four digits are enough to search for a phone number", () => {
  expect(searchTermsOf("555-0123").digits).toBe("5550123");
  expect(searchTermsOf("012").digits).toBeNull();
});

test('a number is a patient ID, with or without "ID" before it', () => {
  expect(searchTermsOf("40012").patientId).toBe(40012);
  expect(searchTermsOf("ID 40012").patientId).toBe(40012);
  expect(searchTermsOf("mask").patientId).toBeNull();
});

test("quotation marks and operators are removed from search words", () => {
  expect(searchTermsOf('mask" OR body:* NEAR(').words).toEqual(["mask", "OR", "body", "NEAR"]);
});

test.each(["5/12/1956", "5-12-56", "Mar 5 1956"])("the date %s is not a phone number", (typed) => {
  expect(searchTermsOf(typed).digits).toBeNull();
});

test("a partly typed phone number with a country code is recognized", () => {
  expect(searchTermsOf("+1 (919) 55").digits).toBe("91955");
  expect(searchTermsOf("1955").digits).toBe("1955");
});

const today = "2026-03-07";

test.each([
  ["5/12/26", "2026-05-12"],
  ["05/12/2026", "2026-05-12"],
  ["2026-05-12", "2026-05-12"],
  ["May 12, 2026", "2026-05-12"],
  ["12 May 2026", "2026-05-12"],
  ["today", "2026-03-07"],
  ["Tomorrow", "2026-03-08"],
  ["yesterday", "2026-03-06"],
])("%s is the date of a visit", (typed, date) => {
  expect(visitDatesIn(typed, today)).toEqual({ dates: [date], rest: "" });
});

test.each(["5/12", "May 12", "may 12th", "12 May"])("%s matches that day in several years", (typed) => {
  const { dates = [] } = visitDatesIn(typed, today) ?? {};
  expect(dates[0]).toBe("2028-05-12");
  expect(dates.at(-1)).toBe("2016-05-12");
  expect(dates).toContain("2026-05-12");
});

test("February 29 matches only leap years", () => {
  expect(visitDatesIn("2/29", today)?.dates).toEqual([
    "2028-02-29",
    "2024-02-29",
    "2020-02-29",
    "2016-02-29",
  ]);
});

test.each(["Ruth Avery 5/12/26", "5/12/26 Ruth Avery", "Ruth Avery, May 12 2026"])(
  "%s contains a date and a name",
  (typed) => {
    expect(visitDatesIn(typed, today)).toEqual({ dates: ["2026-05-12"], rest: "Ruth Avery" });
  },
);

test.each(["Ruth Avery", "May", "20435", "13/13", "555-0123", "700-12", "2026", "Tomorrowland"])(
  "%s contains no date",
  (typed) => {
    expect(visitDatesIn(typed, today)).toBeNull();
  },
);
