import { setTimeout as sleep } from "node:timers/promises";

/** Waits until a condition holds. The error at the time limit shows the last value. */
export async function eventually<Value>(
  look: () => Value | Promise<Value>,
  holds: (value: Value) => boolean,
  seconds = 20,
): Promise<Value> {
  const until = performance.now() + seconds * 1000;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (performance.now() > until) throw new Error(`It never came about: ${JSON.stringify(value)}`);
    await sleep(25);
  }
}
