import fc from "fast-check";
import { expect, test } from "vitest";
import { histories } from "../models/waitlist";
import { killDuringWaves } from "../support/kill-during-waves";
import { raceForOffer } from "../support/offer-race";
import { sending } from "../support/offers";
import { scratchApp } from "../support/scratch";

const runs = Number(process.env.AMOUNT ?? 500);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test("when 1,000 patients accept the same time, one patient gets it", async () => {
  await expect(raceForOffer({ patients: 200, times: 5 })).resolves.toBeUndefined();
  await expect(raceForOffer({ patients: 1, times: 1000 })).resolves.toBeUndefined();
});

test("when 1,000 patients with and without a visit accept the same time, one patient gets it", async () => {
  await expect(raceForOffer({ patients: 1000, without: 500, times: 1 })).resolves.toBeUndefined();
});

test("when 1,000 patients accept the same time in two processes, one patient gets it", async () => {
  await expect(
    raceForOffer({ patients: 1000, without: 500, times: 1, inTwoProcesses: true }),
  ).resolves.toBeUndefined();
});

test("repeated kill -9 during waves of offers loses no visit and sends no offer twice", async () => {
  await expect(
    killDuringWaves({ patients: 300, killedAt: [30, 90, 150, 210, 270] }),
  ).resolves.toBeUndefined();
});

test(`the earlier-times model holds in ${runs} histories`, async () => {
  await fc.assert(histories(scratchApp(sending)), { seed, numRuns: runs });
});
