import { expect, test } from "vitest";
import { killWhileSending } from "../support/kill-while-sending";

// npm run soak -- kill does the same with 500 texts.
test("kill -9 during 60 deliveries loses none and repeats none", async () => {
  await expect(killWhileSending({ texts: 60, numbers: 12, killedAt: [20] })).resolves.toBeUndefined();
});
