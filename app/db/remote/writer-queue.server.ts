import { setTimeout as sleep } from "node:timers/promises";
import { unreachable } from "../database-errors.server";

/** Serializes writers. They wait here because waiting on the server would block reads there. */
export class WriterQueue {
  readonly #timeout: number;
  #last: Promise<void> = Promise.resolve();

  /** @param timeout milliseconds to wait */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** @returns a function that lets the next writer continue @throws Refusal after the timeout */
  async next(): Promise<() => void> {
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise((resolve) => {
      end = resolve;
    });
    const timer = new AbortController();
    const late = sleep(this.#timeout, "late", { signal: timer.signal }).catch(() => "late");
    const result = await Promise.race([before, late]);
    timer.abort();
    if (result !== "late") return end;
    before.then(end);
    throw unreachable("nothing-saved");
  }
}
