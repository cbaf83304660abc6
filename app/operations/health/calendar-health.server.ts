import { sql } from "kysely";
import { readAt, staleBefore } from "~/availability/busy/calendars.server";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { minute } from "~/core/time";
import { durationText, type HealthCheck } from "./health-check";

const listed = 5;

export async function checkCalendars(app: Pick<App, "reads" | "clock" | "config">): Promise<HealthCheck[]> {
  const { count } = await app.reads
    .selectFrom("calendars")
    .select((of) => of.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count === 0) return [];
  const failing = await app.reads
    .selectFrom("calendars")
    .innerJoin("therapists", "therapists.id", "calendars.therapist_id")
    .select(["therapists.id", "therapists.name", "calendars.error", "last_read_at", "calendars.created_at"])
    // Every calendar is read every five minutes.
    .where((row) =>
      row.or([
        row("calendars.error", "is not", null),
        sql<boolean>`coalesce(last_read_at, calendars.created_at) < ${app.clock.now() - 15 * minute}`,
      ]),
    )
    .orderBy(sql`coalesce(last_read_at, calendars.created_at)`)
    .execute();
  const name = "Calendars";
  const total = `${plural(count, "connected calendar")}.`;
  if (failing.length === 0) return [{ name, state: "good", says: `Read in the last 15 minutes: ${total}` }];
  const closed = failing.filter((row) => readAt(row) < staleBefore(app));
  const sentences = failing.slice(0, listed).map((row) => {
    const age = durationText(app.clock.now() - readAt(row));
    const effect = closed.includes(row) ? " Patients can't book with them." : "";
    return `${row.name}: ${row.last_read_at === null ? "never read since it was added" : "last read"} ${age} ago.${effect}${row.error ? ` ${row.error}` : ""}`;
  });
  const more = failing.length > listed ? ` And ${failing.length - listed} more.` : "";
  return [
    {
      name,
      state: closed.length > 0 ? "bad" : "warn",
      says: `${sentences.join(" ")}${more}`,
      href: `/therapists/${failing[0]?.id}/calendars`,
    },
  ];
}
