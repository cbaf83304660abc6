import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { day, hour, second, zoneOrUtc } from "~/core/time";
import { untilAborted } from "~/core/until-aborted";
import type { Db } from "~/db/open.server";
import { CalendarProblem } from "~/integrations/calendars/calendar-problem";
import { type BusyTimesRead, readBusyTimes } from "~/integrations/calendars/run-calendar-thread.server";
import { openOr, readEvery } from "./connected-calendars.server";
import { readers } from "./reading-turns.server";
import { storeBusyTimes } from "./store-busy-times.server";

// As time passes, recurring events enter the window, so unchanged calendars are computed again.
const computeEvery = 6 * hour;
/** In days. Staff may book beyond the last day that patients see. */
const daysAhead = 180;

/**
 * Waits for a free reader, then reads a calendar and stores its busy times, or the reason it can't be read.
 * @param stopped stops the read, and nothing is stored
 */
export async function refreshCalendar(app: App, id: number, stopped: AbortSignal): Promise<void> {
  const now = app.clock.now();
  const calendar = await findAccess(app.db, id);
  if (!calendar) return;
  await update(app, id, { due_at: now + readEvery });
  const period = {
    from: now - (now % (12 * hour)) - day,
    to: now + Math.max(daysAhead, app.config.bookingHorizonDays) * day,
  };
  const isComputed = (calendar.computed_at ?? 0) > now - computeEvery;
  try {
    const query = {
      kind: calendar.kind,
      access: accessOf(app, calendar),
      privateHosts: app.config.privateHosts,
      // The reason for a problem is found only by reading the calendar.
      knownHash: isComputed && calendar.error === null ? calendar.content_hash : null,
      zone: zoneOrUtc(calendar.timezone),
      emails: [calendar.email],
      ...period,
    };
    const ownUids = (uids: string[]) => listOwnUids(app.reads, uids);
    const read = await untilAborted(
      stopped,
      readers.execute(() => readBusyTimes(query, ownUids, stopped), stopped),
    );
    await storeRead(app, calendar, read, now);
  } catch (error) {
    if (stopped.aborted) return;
    const isProblem = error instanceof CalendarProblem;
    if (!isProblem) app.log.error({ err: error, calendar: id }, "reading a calendar");
    await update(app, id, {
      // Later than after a read, which isRead tells apart.
      due_at: now + readEvery + second,
      error: isProblem ? error.message : "The calendar can't be read. See the server log for the reason.",
    });
  }
}

async function findAccess(db: Db, id: number) {
  return db
    .selectFrom("calendars")
    .innerJoin("therapists", "therapists.id", "calendars.therapist_id")
    .selectAll("calendars")
    .select(["therapists.timezone", sql<string>`lower(therapists.email)`.as("email")])
    .where("calendars.id", "=", id)
    .executeTakeFirst();
}
type Calendar = NonNullable<Awaited<ReturnType<typeof findAccess>>>;

function accessOf(app: App, { url_sealed, user, password_sealed }: Calendar) {
  const url = openOr(app, url_sealed, null);
  const password = password_sealed === null ? null : openOr(app, password_sealed, null);
  if (url === null || (user !== null && password === null)) {
    throw new CalendarProblem(
      "The saved address or password can't be opened. Remove this calendar and add it again.",
    );
  }
  return { url, user, password };
}

/** Searches all visits, because an invitation stays in a calendar for a while after a visit is reassigned. */
async function listOwnUids(db: Db, uids: string[]): Promise<string[]> {
  const own: string[] = [];
  for (let from = 0; from < uids.length; from += 500) {
    const some = JSON.stringify(uids.slice(from, from + 500));
    const rows = await db
      .selectFrom("visits")
      .select("uid")
      .where("uid", "in", sql<string>`(select value from json_each(${some}))`)
      .execute();
    own.push(...rows.map(({ uid }) => uid));
  }
  return own;
}

/** @param read null if the events haven't changed */
function storeRead(
  app: App,
  { id, therapist_id }: Calendar,
  read: BusyTimesRead | null,
  now: number,
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("calendars")
      .set({
        last_read_at: now,
        error: read ? unreadEvents(read.unread) : null,
        warned_at: null,
        ...(read && {
          events: read.events,
          busy: read.busy,
          content_hash: read.hash,
          computed_at: now,
        }),
      })
      .where("id", "=", id)
      .executeTakeFirst();
    if (read && numUpdatedRows > 0) await storeBusyTimes(trx, { id, therapist_id }, read.spans);
  });
}

/** The first few sentences about events that can't be read; null if there are none. */
function unreadEvents(unread: string[]): string | null {
  const others = unread.length - 3;
  const rest = others > 0 ? [`${plural(others, "more event")} can't be read.`] : [];
  return [...unread.slice(0, 3), ...rest].join(" ") || null;
}

const update = (app: App, id: number, fields: { due_at?: number; error?: string }) =>
  app.db.updateTable("calendars").set(fields).where("id", "=", id).execute();
