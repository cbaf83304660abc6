import { existsSync } from "node:fs";
import type { App } from "~/boot/app.server";
import { hour, second } from "~/core/time";
import type { Row } from "~/db/tables";
import { prepareUploads } from "./change-import.server";
import { uploadOf } from "./imports.server";
import { runImport } from "./run-import.server";

/** Continues interrupted imports from the start, because importing a row again changes nothing. */
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
  const tidying = setInterval(() => {
    round = round
      .then(() => prepareUploads(app))
      .catch((error: unknown) => app.log.error({ err: error }, "uploads"));
  }, hour);
  return async () => {
    stopping = true;
    clearInterval(timer);
    clearInterval(tidying);
    await round;
  };
}

async function workOff(app: App, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const waiting = await app.reads
      .selectFrom("imports")
      .selectAll()
      .where("status", "in", ["checking", "importing"])
      .orderBy("id")
      .limit(100)
      .execute();
    const next = waiting.find((work) => isHere(app, work));
    if (!next) return;
    await runImport(app, next, isStopping);
  }
}

const isHere = ({ config }: App, { stored_as }: Row<"imports">) =>
  config.database === null || existsSync(uploadOf(config.dataDir, stored_as));
