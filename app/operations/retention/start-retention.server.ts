import type { App } from "~/boot/app.server";
import { day, hour } from "~/core/time";
import { deleteOldRecords } from "./delete-old-records.server";
import { lastRetentionRun } from "./last-retention-run.server";

export function startRetention(app: App, pause = hour): () => Promise<void> {
  let round: Promise<void> = Promise.resolve();
  const check = async () => {
    const last = await lastRetentionRun(app.reads);
    if (last && app.clock.now() - last.at < day) return;
    app.log.info(await deleteOldRecords(app), "retention");
  };
  const timer = setInterval(() => {
    round = round.then(check).catch((error: unknown) => app.log.error({ err: error }, "retention"));
  }, pause);
  return async () => {
    clearInterval(timer);
    await round;
  };
}
