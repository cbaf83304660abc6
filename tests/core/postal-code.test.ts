import { expect, test } from "vitest";
import { postalAreasOf, postalCodeOf } from "~/core/postal-code";

test.each([
  ["60601", "60601"],
  [" 60601-1234 ", "60601"],
  ["606011234", "60601"],
  ["2138", "02138"],
  ["21381234", "02138"],
  ["k1a 0b1", "K1A0B1"],
  ["K1A0B1", "K1A0B1"],
  ["6060", "06060"],
  ["606011", null],
  ["K1A", null],
  ["Peoria", null],
  ["", null],
])("the postal code %j is %j", (typed, expected) => {
  expect(postalCodeOf(typed)).toBe(expected);
});

test.each([
  ["606, 60714;k1a 606", ["606", "60714", "K1A"]],
  ["", []],
  ["606 Peoria", null],
  ["606011", null],
])("the postal areas %j are %j", (typed, expected) => {
  expect(postalAreasOf(typed)).toEqual(expected);
});
