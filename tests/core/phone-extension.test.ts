import { expect, test } from "vitest";
import { parsePhone } from "~/core/phone";
import { dialHref, splitExtension } from "~/core/phone-extension";

test.each([
  ["(919) 555-0100 x12", "12"],
  ["(919) 555-0100x12", "12"],
  ["919-555-0100 X 12", "12"],
  ["919.555.0100 ext. 12", "12"],
  ["9195550100 ext12", "12"],
  ["+1 919 555 0100 Ext: 4-12", "412"],
  ["919-555-0100 extension 012", "012"],
  ["919-555-0100, ext. 12", "12"],
  ["919-555-0100,,12", "12"],
  ["919-555-0100,,12#", "12"],
  ["919-555-0100 #12", "12"],
  ["tel:+19195550100;ext=12", "12"],
  ["9195550100;12", "12"],
  ["919-555-0100 ext. front desk", "front desk"],
  ["919-555-0100 x1234567", "1234567"],
  ["919-555-0100, 919-555-0101", "919-555-0101"],
  ["919-555-0100", null],
  ["(919) 555-0100 (mobile)", null],
  ["#9195550100", null],
  ["1-919-555-0100", null],
])("the extension of %j is %j, and the number is the same", (text, extension) => {
  const split = splitExtension(text);
  expect(split.extension).toBe(extension);
  expect(parsePhone(split.number)).toBe("+19195550100");
});

test("a text that isn't a phone number is left as it is, even if it is long", () => {
  for (const text of ["", "x12", "ext. 12", "12 x 4", "9,".repeat(50_000)]) {
    expect(splitExtension(text)).toEqual({ number: text, extension: null });
  }
});

test("a phone dials the extension after a pause, unless it isn't a number", () => {
  expect(dialHref("+19195550100", "12")).toBe("tel:+19195550100,12");
  expect(dialHref("+19195550100", "front desk")).toBe("tel:+19195550100");
  expect(dialHref("+19195550100", null)).toBe("tel:+19195550100");
});
