import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isoOrNull, minute } from "~/core/time";
import type { Who } from "~/core/who";
import type { Row } from "~/db/tables";
import { ownTherapistOfId } from "../therapist-permissions.server";
import { staleAfter, staleBefore } from "./stale-before";

/** The time of the last read. A new calendar counts as read at the time it was added. */
export const lastReadAt = ({
  last_read_at,
  created_at,
}: Pick<Row<"calendars">, "last_read_at" | "created_at">) => last_read_at ?? created_at;

export const readEvery = 5 * minute;

/** True if the last read succeeded. Then an error is about single events, whose days are busy. */
export const isRead = ({
  last_read_at,
  due_at,
}: Pick<Row<"calendars">, "last_read_at" | "due_at">): boolean =>
  last_read_at !== null && last_read_at + readEvery >= due_at;

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
    is_read: isRead(row),
    stale: lastReadAt(row) < staleBefore(app.config, app.clock.now()),
    /** When the therapist's open times close unless the calendar is read before then. */
    closes_at: lastReadAt(row) + staleAfter(app.config),
  }));
}
export type ListedCalendar = Awaited<ReturnType<typeof listCalendars>>[number];

export async function findCalendar(app: App, who: Who, therapistId: number, id: number) {
  await ownTherapistOfId(app.reads, who, therapistId);
  const row = await app.reads
    .selectFrom("calendars")
    .selectAll()
    .where("id", "=", id)
    .where("therapist_id", "=", therapistId)
    .executeTakeFirst();
  if (!row) throw new Refusal("missing", "Calendar not found.");
  return row;
}

export const calendarView = (app: Pick<App, "secrets">, row: Row<"calendars">) => ({
  id: row.id,
  kind: row.kind,
  url: openOr(app, row.url_sealed, ""),
  last_read_at: isoOrNull(row.last_read_at),
  error: row.error,
});

/** Sealed values can't be opened after APP_SECRET has been replaced. */
export function openOr<Otherwise>(app: Pick<App, "secrets">, sealed: string, otherwise: Otherwise) {
  try {
    return app.secrets.open(sealed);
  } catch {
    return otherwise;
  }
}
