import { expect, test } from "vitest";
import { matchesTerms, searchTermsOf } from "~/inbox/search/search-terms";

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

test("a two-digit year is searched in both centuries", () => {
  expect(searchTermsOf("1/31/26").birthDates).toEqual(["1926-01-31", "2026-01-31"]);
});

test("eight digits in US order are a date of birth", () => {
  expect(searchTermsOf("01311926").birthDates).toEqual(["1926-01-31"]);
});

test("an impossible date is not a date of birth", () => {
  expect(searchTermsOf("2/30/1950").birthDates).toEqual([]);
  expect(searchTermsOf("13/13/1950").birthDates).toEqual([]);
});

test.each(["(919) 555-0123", "919.555.0123", "+1 919 555 0123", "19195550123", "9195550123"])(
  "%s is a phone",
  (typed) => {
    expect(searchTermsOf(typed).digits).toBe("9195550123");
  },
);

test("the last four digits of a phone number are enough", () => {
  expect(searchTermsOf("555-0123").digits).toBe("5550123");
  expect(searchTermsOf("012").digits).toBeNull();
});

test("a patient id is a number, with or without ID before it", () => {
  expect(searchTermsOf("40012").patientId).toBe(40012);
  expect(searchTermsOf("ID 40012").patientId).toBe(40012);
  expect(searchTermsOf("mask").patientId).toBeNull();
});

test("quotation marks and operators are not part of the search words", () => {
  expect(searchTermsOf('mask" OR body:* NEAR(').words).toEqual(["mask", "OR", "body", "NEAR"]);
});

test.each([
  ["Does the MASK fit?", ["mask", "fit"], false, true],
  ["Đến phòng khám", ["phong", "kham"], false, true],
  ["masks", ["mask"], false, false],
  ["masks", ["mask"], true, true],
  ["My masks are here", ["mask", "here"], true, false],
])("a match of %s with %s agrees with the full-text index", (text, words, lastIsPrefix, held) => {
  expect(matchesTerms(text, { words, lastIsPrefix })).toBe(held);
});
