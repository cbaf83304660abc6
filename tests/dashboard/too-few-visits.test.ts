import { expect, test } from "vitest";
import { fewestForRate, rateText } from "~/dashboard/forecast/rates";

test("the no-show rate of too few visits is shown as a count", () => {
  expect(rateText(1, 1)).toBe("1 of 1");
  expect(rateText(0, fewestForRate - 1)).toBe("0 of 9");
  expect(rateText(1, fewestForRate)).toBe("10.0%");
  expect(rateText(0, 0)).toBe("–");
});
