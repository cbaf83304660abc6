import { expect, test } from "vitest";
import { killDuringWaves } from "../support/kill-during-waves";

test("kill -9 during a wave loses no visit, no offer and no message, and repeats none", async () => {
  await expect(killDuringWaves({ patients: 24, killedAt: [6] })).resolves.toBeUndefined();
});
