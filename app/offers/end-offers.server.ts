import { sql } from "kysely";
import { bookingWindow } from "~/availability/booking-window";
import { selectOpenings } from "~/availability/open-slots-query.server";
import type { App } from "~/boot/app.server";
import { dropNearTimes } from "./due-times.server";

/** Ends offers that have expired, and offers for times that are no longer open. */
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
    const opening = selectOpenings(trx, bookingWindow(app.config, now))
      .select("slots.start_at")
      .where(sql<boolean>`slots.therapist_id = offers.therapist_id and slots.start_at = offers.start_at`);
    await trx
      .updateTable("offers")
      .set({ status: "withdrawn" })
      .where("status", "=", "open")
      .where(({ not, exists }) => not(exists(opening)))
      .execute();
  });
}
