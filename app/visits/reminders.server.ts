import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { Temporal } from "temporal-polyfill";
import type { App } from "~/boot/app.server";
import { day, hour, minute, zoneOrUtc } from "~/core/time";
import { operator } from "~/core/who";
import { zonesOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";
import { nextTextTime } from "~/messages/quiet-hours";
import { reminderNotice } from "./notices";
import { notifyOfVisit } from "./notify-of-visit.server";
import { findVisit } from "./visits.server";

type Kind = "reminder-day" | "reminder-hours";

/** A day before by the clock on the wall, which may be 23 or 25 hours; two hours before as they pass. */
export function reminderTime(kind: Kind, start: number, zone: string): number {
  const visit = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  return visit.subtract(kind === "reminder-day" ? { days: 1 } : { hours: 2 }).epochMilliseconds;
}

// A reminder that comes later than this is of no use any more; so late it is after an outage alone.
const latest: Record<Kind, number> = { "reminder-day": 4 * hour, "reminder-hours": 15 * minute };

// Who was told of the visit's time so shortly before need not be reminded of it.
const toldLately = hour;

/**
 * Writes the reminders that have come due: of confirmed visits, each once for a time, and none to people
 * who were told of that time just before.
 *
 * @returns how many visits it reminded of
 */
export async function remindOfVisits(app: App): Promise<number> {
  const now = app.clock.now();
  let reminded = 0;
  for (const visit of await findComing(app.reads, now)) {
    const zone = zonesOfState(visit.state)[0] ?? zoneOrUtc(visit.timezone);
    for (const kind of ["reminder-day", "reminder-hours"] as const) {
      const at = reminderTime(kind, visit.start_at, zone);
      if (now < at || now > visit.start_at - latest[kind]) continue;
      if (await remind(app, visit, kind, at)) reminded++;
    }
    // A large clinic has a thousand such visits; whoever asks meanwhile is not made to wait for all of them.
    await yieldToEventLoop();
  }
  return reminded;
}

type Coming = Awaited<ReturnType<typeof findComing>>[number];

/** Confirmed visits of the next day and a bit: on the longest day the wall clock's day has 25 hours. */
function findComing(db: Db, now: number) {
  return db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select(["visits.id", "visits.start_at", "orders.state", "therapists.timezone"])
    .where("visits.status", "=", "confirmed")
    .where("visits.start_at", ">", now)
    .where("visits.start_at", "<=", now + day + 2 * hour)
    .execute();
}

async function remind(app: App, coming: Coming, kind: Kind, at: number): Promise<boolean> {
  const key = `${kind} ${coming.id} ${coming.start_at}`;
  if (await isSettled(app.reads, coming.id, key, at)) return false;
  return app.db.transaction().execute(async (trx) => {
    const visit = await findVisit(trx, coming.id);
    if (visit?.status !== "confirmed" || visit.start_at !== coming.start_at) return false;
    const textAt = nextTextTime(app.clock.now(), coming.state, app.config.textHours);
    await notifyOfVisit(trx, app, operator, {
      visit,
      notice: reminderNotice(visit, kind),
      dedupeKey: key,
      emailOnly: textAt > visit.start_at - latest["reminder-hours"],
    });
    return true;
  });
}

/** Was this reminder written, or the patient told of the time so lately that it is not needed? */
async function isSettled(db: Db, visitId: number, key: string, at: number): Promise<boolean> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where("visit_id", "=", visitId)
    .where((of) =>
      of.or([
        of("dedupe_key", "in", [`${key} sms`, `${key} email`]),
        of.and([
          of("kind", "in", ["visit-confirmed", "visit-moved", "visit-link"]),
          of("created_at", ">", at - toldLately),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Looks for due reminders once a minute until stopped. */
export function startReminders(app: App): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve();
  const look = () => {
    round = round
      .then(() => remindOfVisits(app))
      .catch((error: unknown) => app.log.error({ err: error }, "reminders"));
  };
  const timer = setInterval(look, minute);
  look();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
