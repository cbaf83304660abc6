import { expect, test } from "vitest";
import { lettersOutsideGsm, segmentsOf } from "~/core/sms-segments";

test.each([
  ["", 0, "GSM-7", 160],
  ["a".repeat(160), 1, "GSM-7", 0],
  ["a".repeat(161), 2, "GSM-7", 145],
  ["[".repeat(80), 1, "GSM-7", 0],
  ["é".repeat(160), 1, "GSM-7", 0],
  ["á", 1, "UCS-2", 69],
  ["🙂".repeat(35), 1, "UCS-2", 0],
  [`${"a".repeat(70)}’`, 2, "UCS-2", 63],
] as const)("segments are counted the way carriers count them", (text, count, alphabet, left) => {
  expect(segmentsOf(text)).toEqual({ count, alphabet, left });
});

test("each character outside GSM-7 is listed only once", () => {
  expect(lettersOutsideGsm("El sábado a las ocho habrá visita “única” [€]")).toEqual(["á", "“", "ú", "”"]);
});
