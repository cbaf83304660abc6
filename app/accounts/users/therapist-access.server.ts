import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";

/**
 * An SQL condition: the therapist profile's user has an open account with the therapist role.
 * @param therapistId a column
 */
export const whereTherapistIsActive = (therapistId: string) => sql<boolean>`exists (
    select 1 from therapists as profile
      join users as account on account.id = profile.user_id
      join user_roles as held on held.user_id = account.id
    where profile.id = ${sql.ref(therapistId)} and account.disabled_at is null and held.role = 'therapist')`;

/** @throws Refusal "conflict" unless the profile's user has an open account with the therapist role */
export async function requireActiveTherapist(db: Db, therapistId: number): Promise<void> {
  const active = await db
    .selectFrom("therapists")
    .select("id")
    .where("id", "=", therapistId)
    .where(whereTherapistIsActive("therapists.id"))
    .executeTakeFirst();
  if (active) return;
  throw new Refusal(
    "conflict",
    "Only a therapist with an open account can connect calendars. Ask an admin to check the account and its roles.",
  );
}

/** Ends a therapist's calendar feed, and deletes their connected calendars with the saved passwords. */
export async function endCalendars({ trx, app, who }: Tx, therapistId: number): Promise<void> {
  const feed = await trx
    .deleteFrom("calendar_feeds")
    .where("therapist_id", "=", therapistId)
    .returning("therapist_id")
    .executeTakeFirst();
  if (feed) await logAudit({ trx, app, who }, "feed.revoked", `therapist ${therapistId}`);
  const calendars = await trx
    .selectFrom("calendars")
    .select(["id", "kind"])
    .where("therapist_id", "=", therapistId)
    .execute();
  for (const { id, kind } of calendars) {
    await deleteCalendar(trx, { id, therapist_id: therapistId });
    await logAudit({ trx, app, who }, "calendar.removed", `therapist ${therapistId}`, { kind });
  }
}

/** Deleting this many busy times takes about ten milliseconds. */
const deletedAtOnce = 2000;

/** Deletes a calendar and its busy times. Refreshes the therapist's open slots once, at the end. */
export async function deleteCalendar(
  trx: Db,
  { id, therapist_id }: { id: number; therapist_id: number },
): Promise<void> {
  const busyTimes = () =>
    trx.selectFrom("busy_times").where("calendar_id", "=", id).where("therapist_id", "=", therapist_id);
  const { from, to } = await busyTimes()
    .select((eb) => [eb.fn.min("start_at").as("from"), eb.fn.max("end_at").as("to")])
    .executeTakeFirstOrThrow();
  // migrations/0066: setting replacing_from to null again refreshes the open slots in this period.
  await setReplacing(trx, id, { replacing_from: from, replacing_to: to });
  for (;;) {
    const next = await busyTimes()
      .select("start_at")
      .orderBy("start_at")
      .offset(deletedAtOnce)
      .limit(1)
      .executeTakeFirst();
    await trx
      .deleteFrom("busy_times")
      .where("calendar_id", "=", id)
      .where("therapist_id", "=", therapist_id)
      .where("start_at", "<", next?.start_at ?? Number.MAX_SAFE_INTEGER)
      .execute();
    if (!next) break;
    await yieldToEventLoop();
  }
  await setReplacing(trx, id, { replacing_from: null });
  await trx.deleteFrom("calendars").where("id", "=", id).execute();
}

const setReplacing = (
  trx: Db,
  id: number,
  period: { replacing_from: number | null; replacing_to?: number | null },
) => trx.updateTable("calendars").set(period).where("id", "=", id).execute();
