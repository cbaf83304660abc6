import { sql } from "kysely";
import { readAt, staleBefore } from "~/availability/busy/connected-calendars.server";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { minute } from "~/core/time";
import type { Row } from "~/db/tables";
import { durationText, type HealthCheck } from "./health-check";

const name = "Calendars";

/** The calendars that were read longest ago have their own lines. */
const listed = 5;

/** A line for each calendar that can't be read, or one line for all. Empty without calendars. */
export async function checkCalendars(app: Pick<App, "reads" | "clock" | "config">): Promise<HealthCheck[]> {
  const { count } = await app.reads
    .selectFrom("calendars")
    .select((of) => of.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count === 0) return [];
  const failing = await app.reads
    .selectFrom("calendars")
    .innerJoin("therapists", "therapists.id", "calendars.therapist_id")
    .select([
      "therapists.name",
      "calendars.id",
      "therapist_id",
      "error",
      "last_read_at",
      "calendars.created_at",
    ])
    // Every calendar is read every five minutes.
    .where((row) =>
      row.or([
        row("calendars.error", "is not", null),
        sql<boolean>`coalesce(last_read_at, calendars.created_at) < ${app.clock.now() - 15 * minute}`,
      ]),
    )
    .orderBy(sql`coalesce(last_read_at, calendars.created_at)`)
    .execute();
  const others = failing.slice(listed);
  return [
    ...failing.slice(0, listed).map((calendar) => checkFailing(app, calendar)),
    ...(failing.length === 0
      ? [
          {
            name,
            state: "good" as const,
            says: `Read in the last 15 minutes: ${plural(count, "connected calendar")}.`,
          },
        ]
      : []),
    ...(others.length > 0
      ? [{ name, state: "warn" as const, says: `${plural(others.length, "more calendar")} can't be read.` }]
      : []),
  ];
}

type Failing = Pick<Row<"calendars">, "id" | "therapist_id" | "error" | "last_read_at" | "created_at"> & {
  name: string;
};

function checkFailing(app: Pick<App, "clock" | "config">, calendar: Failing): HealthCheck {
  const age = durationText(app.clock.now() - readAt(calendar));
  const read =
    calendar.last_read_at === null ? `Never read since it was added ${age} ago.` : `Last read ${age} ago.`;
  const left = readAt(calendar) - staleBefore(app);
  const effect =
    left < 0
      ? `Patients can't book with ${calendar.name}.`
      : `In ${durationText(left)}, patients can't book with ${calendar.name} unless it is read before.`;
  return {
    name: `Calendar of ${calendar.name}`,
    href: `/therapists/${calendar.therapist_id}/calendars#calendar-${calendar.id}`,
    state: left < 0 ? "bad" : "warn",
    says: [calendar.error, read, effect].filter(Boolean).join(" "),
  };
}
