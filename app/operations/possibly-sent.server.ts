import { type RawBuilder, sql } from "kysely";
import type { App, AppTx } from "~/boot/app.server";
import { minute } from "~/core/time";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { nudgeOrders } from "~/visits/nudges/nudge-orders.server";
import { followUpNoShows } from "~/visits/outcome/follow-up-no-show.server";

/**
 * Queues each automatic message that is due by now. If another server may have sent them, set them aside afterwards:
 * then no later round sends them again.
 */
export async function queueDueMessages(app: App): Promise<void> {
  await notifyOfMoves(app);
  await remindOfVisits(app);
  await followUpNoShows(app);
  await nudgeOrders(app);
}

/**
 * Delays the next wave of offers by one interval, because a wave may have been sent already.
 * @param therapists a subquery of IDs; by default all
 * @returns the number of freed times
 */
export async function postponeWaves(
  { trx, app: { clock } }: AppTx,
  therapists: RawBuilder<unknown> = sql`(select id from therapists)`,
): Promise<number> {
  const next = sql<number>`${clock.now()} + ${sql.lit(minute)} * (select offer_wave_minutes from companies
    join therapists on therapists.company_id = companies.id where therapists.id = freed_times.therapist_id)`;
  const { numUpdatedRows } = await trx
    .updateTable("freed_times")
    .set({ next_wave_at: next })
    .where("next_wave_at", "<", next)
    .where("start_at", ">", clock.now())
    .where(sql<boolean>`therapist_id in ${therapists}`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
