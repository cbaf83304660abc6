import { expect, test } from "vitest";
import { requestSlot, yieldToEventLoop } from "~/core/yield-to-event-loop.server";

async function work(pauses: number, onPause: () => void = () => {}): Promise<void> {
  for (let pause = 0; pause < pauses; pause++) {
    await yieldToEventLoop();
    onPause();
  }
}

test("a request doesn't wait for work that yields often", async () => {
  let pauses = 0;
  const working = work(1000, () => pauses++);
  await requestSlot();
  await requestSlot();
  expect(pauses).toBeLessThan(5);
  await working;
  expect(pauses).toBe(1000);
});

test("work that yields a few times doesn't wait for all requests", async () => {
  let served = 0;
  const requests = Array.from({ length: 100 }, () => requestSlot().then(() => served++));
  await work(3);
  expect(served).toBeLessThan(5);
  await Promise.all(requests);
  expect(served).toBe(100);
});
