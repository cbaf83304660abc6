import { setTimeout as sleep } from "node:timers/promises";

/** Waits until something holds that happens by itself; says what it was like at the end where it never does. */
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
