import { expect, test } from "vitest";
import type { Carrier } from "~/db/tables";
import { bareNumber, carrierPage, checkNumber } from "~/equipment/tracking-number";

// Examples from the carriers' and the Universal Postal Union's own descriptions, and from the public collection
// jkeen/tracking_number_data.
const right: [Carrier, string][] = [
  ["ups", "1Z5R89390357567127"],
  ["ups", "1Z879E930346834440"],
  ["ups", "1Z999AA10123456784"],
  ["usps", "RB123456785GB"],
  ["usps", "9400111202555842332669"],
  ["usps", "420221539101026837331000039521"],
  ["fedex", "986578788855"],
  ["fedex", "477179081230"],
  ["fedex", "041441760228964"],
  ["fedex", "568283610012000"],
];

test.each(right)("a %s number with the right check digit is right: %s", (carrier, number) => {
  expect(checkNumber(carrier, number)).toBe("right");
});

test.each(right)("a %s number with another check digit is wrong: %s", (carrier, number) => {
  const place = carrier === "usps" && /^[A-Z]/.test(number) ? 10 : number.length - 1;
  for (let digit = 0; digit < 10; digit++) {
    const other = number.slice(0, place) + digit + number.slice(place + 1);
    if (other !== number) expect([other, checkNumber(carrier, other)]).toEqual([other, "wrong"]);
  }
});

test("another carrier's number is recognized", () => {
  expect(checkNumber("ups", "986578788855")).toBe("fedex");
  expect(checkNumber("fedex", "1Z5R89390357567127")).toBe("ups");
  expect(checkNumber(null, "RB123456785GB")).toBe("usps");
});

test("numbers without a check digit aren't checked, and neither are couriers", () => {
  expect(checkNumber("dhl", "1234567890")).toBeNull();
  expect(checkNumber("courier", "986578788855")).toBeNull();
  expect(checkNumber("ups", "T1234567890")).toBeNull();
  expect(checkNumber("ups", null)).toBeNull();
});

test("spaces and hyphens don't count, and links name the carrier's own page", () => {
  expect(bareNumber(" 1z 5r89-3903 57567127 ")).toBe("1Z5R89390357567127");
  expect(carrierPage("ups", "1Z5R89390357567127")).toBe(
    "https://www.ups.com/track?tracknum=1Z5R89390357567127",
  );
  expect(carrierPage("courier", "77")).toBeNull();
});
