import { expect, test } from "vitest";
import { killWhileSending } from "../support/kill-while-sending";

test("kill -9 during 500 deliveries loses no text and sends none twice", async () => {
  await expect(killWhileSending({ texts: 500, numbers: 100, killedAt: [120, 300] })).resolves.toBeUndefined();
});
