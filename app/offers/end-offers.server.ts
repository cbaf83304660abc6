import { isOpen } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { dropNearTimes } from "./freed-times.server";

/** Ends offers whose time is over, and offers of times that are no longer open. */
export async function endOffers(app: App): Promise<void> {
  const now = app.clock.now();
  await app.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("offers")
      .set({ status: "expired" })
      .where("status", "=", "open")
      .where("expires_at", "<=", now)
      .execute();
    await dropNearTimes(trx, now);
    for (const time of await listOfferedTimes(trx)) {
      if (await isOpen(trx, app.config, { ...time, now })) continue;
      await trx
        .updateTable("offers")
        .set({ status: "withdrawn" })
        .where("status", "=", "open")
        .where("therapist_id", "=", time.therapistId)
        .where("start_at", "=", time.start)
        .execute();
    }
  });
}

const listOfferedTimes = (db: Db) =>
  db
    .selectFrom("offers")
    .select(["therapist_id as therapistId", "start_at as start"])
    .distinct()
    .where("status", "=", "open")
    .execute();
