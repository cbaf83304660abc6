import { expect, test } from "vitest";
import { killWhileSending } from "../support/kill-while-sending";

// `npm run soak -- kill` runs this with 500 texts.
test("kill -9 during 60 deliveries loses no text and sends none twice", async () => {
  await expect(killWhileSending({ texts: 60, numbers: 12, killedAt: [20] })).resolves.toBeUndefined();
});
