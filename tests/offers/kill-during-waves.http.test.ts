import { expect, test } from "vitest";
import { killDuringWaves } from "../support/kill-during-waves";

test("kill -9 during a wave doesn't lose or duplicate visits, offers, or messages", async () => {
  await expect(killDuringWaves({ patients: 24, killedAt: [6] })).resolves.toBeUndefined();
});
