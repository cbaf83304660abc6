import { expect, test } from "vitest";
import { raceForOffer } from "../support/offer-race";

test("when forty patients accept the same time simultaneously, one gets it and no one loses a visit", async () => {
  await expect(raceForOffer({ patients: 40, times: 2 })).resolves.toBeUndefined();
});

test("when a hundred patients with and without a visit accept the same time, one gets it", async () => {
  await expect(raceForOffer({ patients: 100, without: 50, times: 1 })).resolves.toBeUndefined();
});

test("when forty patients with and without a visit accept the same time in two processes, one gets it", async () => {
  await expect(
    raceForOffer({ patients: 40, without: 20, times: 1, inTwoProcesses: true }),
  ).resolves.toBeUndefined();
});
