import { existsSync } from "node:fs";
import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { hour, second } from "~/core/time";
import { prepareUploads } from "./change-import.server";
import { type Import, uploadOf } from "./imports.server";
import { runImport } from "./run-import.server";

/** Runs waiting imports. An interrupted one starts over: importing a row again changes nothing. */
export function startImports(app: App): () => Promise<void> {
  const stopping = new AbortController();
  const logError = (error: unknown) => app.log.error({ err: error }, "imports");
  const prepared = prepareUploads(app).catch(logError);
  const stopPreparing = repeat(hour, () => prepareUploads(app), logError);
  const stopImporting = repeat(second / 2, () => runWaitingImports(app, stopping.signal), logError);
  return async () => {
    stopping.abort();
    await Promise.all([prepared, stopPreparing(), stopImporting()]);
  };
}

async function runWaitingImports(app: App, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const waiting = await app.reads
      .selectFrom("imports")
      .selectAll()
      .where("status", "in", ["checking", "importing", "undoing"])
      .orderBy("id")
      .limit(100)
      .execute();
    const next = waiting.find((work) => hasFile(app, work));
    if (!next) return;
    await runImport(app, next, signal);
  }
}

// Instances that share a database server also see imports whose files are on another instance.
const hasFile = ({ config }: App, { stored_as, status }: Import) =>
  config.database === null || status === "undoing" || existsSync(uploadOf(config.dataDir, stored_as));
