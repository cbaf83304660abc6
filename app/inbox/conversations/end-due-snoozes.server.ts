import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { minute } from "~/core/time";

/** Returns snoozed conversations to the Unanswered list when their day comes. @returns a function that stops it */
export const startSnoozes = (app: App): (() => Promise<void>) =>
  repeat(
    minute,
    () => endDueSnoozes(app),
    (error) => app.log.error({ err: error }, "snoozes"),
  );

export async function endDueSnoozes(app: App): Promise<void> {
  const now = app.clock.now();
  const due = (db: App["db"]) => db.selectFrom("threads").select("id").where("snoozed_until", "<=", now);
  // Most rounds find none, and then don't wait for the writer.
  if (!(await due(app.reads).limit(1).executeTakeFirst())) return;
  await app.db.transaction().execute(async (trx) => {
    await trx.updateTable("threads").set({ snoozed_until: null }).where("snoozed_until", "<=", now).execute();
  });
}
