import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isoOrNull, minute } from "~/core/time";
import type { Who } from "~/core/who";
import type { Row } from "~/db/tables";
import { ownTherapistOfId } from "~/therapists/therapist-permissions.server";

/** A calendar that was last read before this closes its therapist's times (part 4, section H). */
export const staleBefore = ({ config, clock }: Pick<App, "config" | "clock">): number =>
  clock.now() - config.calendarStaleMinutes * minute;

/** When it was read; a new calendar counts as read for its first hour. */
export const readAt = ({ last_read_at, created_at }: Pick<Row<"calendars">, "last_read_at" | "created_at">) =>
  last_read_at ?? created_at;

/** @throws Refusal "missing" */
export async function listCalendars(app: App, who: Who, therapistId: number) {
  await ownTherapistOfId(app.reads, who, therapistId);
  const rows = await app.reads
    .selectFrom("calendars")
    .selectAll()
    .where("therapist_id", "=", therapistId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...calendarView(app, row),
    user: row.user,
    events: row.events,
    busy: row.busy,
    read_at: row.last_read_at,
    stale: readAt(row) < staleBefore(app),
    /** When it closes its therapist's times, if it is not read before. */
    closes_at: readAt(row) + app.config.calendarStaleMinutes * minute,
  }));
}
export type ListedCalendar = Awaited<ReturnType<typeof listCalendars>>[number];

/** @throws Refusal "missing" */
export async function findCalendar(app: App, who: Who, therapistId: number, id: number) {
  await ownTherapistOfId(app.reads, who, therapistId);
  const row = await app.reads
    .selectFrom("calendars")
    .selectAll()
    .where("id", "=", id)
    .where("therapist_id", "=", therapistId)
    .executeTakeFirst();
  if (!row) throw new Refusal("missing", "There is no such calendar.");
  return row;
}

export const calendarView = (app: Pick<App, "secrets">, row: Row<"calendars">) => ({
  id: row.id,
  kind: row.kind,
  url: openOr(app, row.url_sealed, ""),
  last_read_at: isoOrNull(row.last_read_at),
  error: row.error,
});

/** After the secret was replaced, what it sealed is lost. */
export function openOr<Otherwise>(app: Pick<App, "secrets">, sealed: string, otherwise: Otherwise) {
  try {
    return app.secrets.open(sealed);
  } catch {
    return otherwise;
  }
}
