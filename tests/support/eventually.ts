import { setTimeout as sleep } from "node:timers/promises";

/** Waits until a condition is true. The timeout error shows the last value. */
export async function eventually<Value>(
  read: () => Value | Promise<Value>,
  holds: (value: Value) => boolean,
  seconds = 20,
): Promise<Value> {
  const until = performance.now() + seconds * 1000;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > until)
      throw new Error(`The condition was still false at the timeout. Last value: ${JSON.stringify(value)}`);
    await sleep(25);
  }
}
