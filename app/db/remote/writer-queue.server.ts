import { setTimeout as sleep } from "node:timers/promises";
import { unreachable } from "../constraint-errors.server";

/**
 * Lets one after the other. A database has one writer: whoever waits for it here holds up nobody's
 * questions on the server.
 */
export class WriterQueue {
  readonly #patience: number;
  #last: Promise<void> = Promise.resolve();

  /** @param patience milliseconds after which one gives up waiting */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /**
   * @returns ends the turn
   * @throws Refusal where it does not come in time
   */
  async next(): Promise<() => void> {
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise((resolve) => {
      end = resolve;
    });
    const timer = new AbortController();
    const late = sleep(this.#patience, "late", { signal: timer.signal }).catch(() => "late");
    const came = await Promise.race([before, late]);
    timer.abort();
    if (came !== "late") return end;
    before.then(end);
    throw unreachable("nothing-saved");
  }
}
