import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import { prepareUploads } from "./change-import.server";
import { runImport } from "./run-import.server";

/**
 * Checks uploaded files and takes confirmed ones in, one after another, until stopped. What the last
 * process left half done begins anew: taking the same rows in twice does no harm.
 */
export function startImports(app: App): () => Promise<void> {
  let stopping = false;
  const isStopping = () => stopping;
  let round = prepareUploads(app);
  let working = false;
  const timer = setInterval(() => {
    if (working) return;
    working = true;
    round = round
      .then(() => workOff(app, isStopping))
      .catch((error: unknown) => app.log.error({ err: error }, "imports"))
      .finally(() => {
        working = false;
      });
  }, second / 2);
  return async () => {
    stopping = true;
    clearInterval(timer);
    await round;
  };
}

async function workOff(app: App, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const next = await app.reads
      .selectFrom("imports")
      .selectAll()
      .where("status", "in", ["checking", "importing"])
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    await runImport(app, next, isStopping);
  }
}
