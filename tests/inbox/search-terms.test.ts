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
  expect(searchTermsOf(typed).births).toEqual(["2026-01-31"]);
});

test("a year of two digits may lie in either century", () => {
  expect(searchTermsOf("1/31/26").births).toEqual(["1926-01-31", "2026-01-31"]);
});

test("eight digits in the American order are a date of birth", () => {
  expect(searchTermsOf("01311926").births).toEqual(["1926-01-31"]);
});

test("a day that no calendar has is no date of birth", () => {
  expect(searchTermsOf("2/30/1950").births).toEqual([]);
  expect(searchTermsOf("13/13/1950").births).toEqual([]);
});

test.each(["(919) 555-0123", "919.555.0123", "+1 919 555 0123", "19195550123", "9195550123"])(
  "%s is a phone",
  (typed) => {
    expect(searchTermsOf(typed).digits).toBe("9195550123");
  },
);

test("the end of a number is enough", () => {
  expect(searchTermsOf("555-0123").digits).toBe("5550123");
  expect(searchTermsOf("012").digits).toBeNull();
});

test("a patient id is a number, with or without ID before it", () => {
  expect(searchTermsOf("40012").patientId).toBe(40012);
  expect(searchTermsOf("ID 40012").patientId).toBe(40012);
  expect(searchTermsOf("mask").patientId).toBeNull();
});

test("quotation marks and operators are no part of the words", () => {
  expect(searchTermsOf('mask" OR body:* NEAR(').words).toEqual(["mask", "OR", "body", "NEAR"]);
});

test.each([
  ["Does the MASK fit?", ["mask", "fit"], false, true],
  ["Đến phòng khám", ["phong", "kham"], false, true],
  ["masks", ["mask"], false, false],
  ["masks", ["mask"], true, true],
  ["My masks are here", ["mask", "here"], true, false],
])("%s is looked through for %s as the index does", (text, words, begun, held) => {
  expect(matchesTerms(text, { words, begun })).toBe(held);
});
