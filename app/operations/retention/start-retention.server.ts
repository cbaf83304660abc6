import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { day, hour } from "~/core/time";
import { deleteOldRecords, lastRetentionRun } from "./delete-old-records.server";

export function startRetention(app: App, pause = hour): () => Promise<void> {
  const check = async () => {
    const last = await lastRetentionRun(app.reads);
    if (last && app.clock.now() - last.at < day) return;
    app.log.info(await deleteOldRecords(app), "retention");
  };
  return repeat(pause, check, (error) => app.log.error({ err: error }, "retention"));
}
