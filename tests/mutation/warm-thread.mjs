import { ThreadsPoolWorker } from "vitest/node";

let thread;

/**
 * Uses one thread for many runs. A new thread loads the database driver, Kysely, and zod again, which takes ten times as
 * long as a mutant's tests. Vitest reloads the modules of app/ and tests/ for every file.
 */
class WarmThread extends ThreadsPoolWorker {
  name = "warm";
  #config;
  #listeners = [];

  on(event, listener) {
    this.#listeners.push([event, listener]);
    super.on(event, listener);
  }

  async start() {
    this.reused = thread !== undefined;
    this._thread = thread;
    await super.start();
    thread = this._thread;
  }

  send(message) {
    if (message.type === "start") {
      this.#config = message.context.config;
      if (this.reused) return this.#respond("started");
    }
    if (message.type === "stop") return this.#respond("stopped");
    // The thread still has the configuration of an earlier run.
    if (message.type === "run") message.context.config = this.#config;
    super.send(message);
  }

  async stop() {
    // Removes only this worker's listeners, because the next file's listeners can already be on the thread.
    for (const [event, listener] of this.#listeners) this._thread.off(event, listener);
    this._thread.stdout.unpipe(this.stdout);
    this._thread.stderr.unpipe(this.stderr);
  }

  #respond(type) {
    this._thread.emit("message", { type, __vitest_worker_response__: true });
  }
}

/** Makes Vitest run all files in one thread, regardless of the configured pool. */
export const warmThread = {
  name: "warm-thread",
  configureVitest({ vitest, project }) {
    vitest.onClose(() => thread?.terminate());
    project.config.pool = "warm";
    project.config.poolRunner = {
      name: "warm",
      createPoolWorker: (options) => new WarmThread(options),
    };
  },
};
