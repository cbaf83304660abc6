import { expect, test } from "vitest";
import { describeWish } from "~/offers/describe-wish";
import { anyTime } from "../support/offers";

test.each([
  [{}, "Any time, 24 hours' notice"],
  [{ weekdays: [1, 2, 3, 4, 5] }, "Any time of day, Mon–Fri, 24 hours' notice"],
  [
    { parts: ["morning", "evening"], weekdays: [1, 2, 4, 5, 6], notice_hours: 72 },
    "Mornings and evenings, Mon, Tue, Thu–Sat, 3 days' notice",
  ],
  [{ parts: ["afternoon"], notice_hours: 0 }, "Afternoons, any day, no notice needed"],
] as const)("staff see a description of the request %o", (wish, words) => {
  expect(describeWish({ ...anyTime, ...structuredClone(wish) } as typeof anyTime)).toBe(words);
});
