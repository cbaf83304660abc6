import { sql } from "kysely";
import { whereTherapistIsActive } from "~/accounts/users/therapist-access.server";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { minute } from "~/core/time";
import type { Row } from "~/db/tables";
import { isRead, lastReadAt } from "~/therapists/calendars/connected-calendars.server";
import { staleBefore } from "~/therapists/calendars/stale-before";
import { durationText, type HealthCheck, resultOf } from "./health-check";

const result = resultOf("Calendars");

/** This many calendars are listed individually, starting with those not read for the longest time. */
const listed = 5;

/** One result per calendar that can't be read, or one for all if they can. Empty if there are no calendars. */
export async function checkCalendars(app: Pick<App, "reads" | "clock" | "config">): Promise<HealthCheck[]> {
  const { count } = await app.reads
    .selectFrom("calendars")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(whereTherapistIsActive("therapist_id"))
    .executeTakeFirstOrThrow();
  if (count === 0) return [];
  const lastTry = sql<number>`coalesce(last_read_at, calendars.created_at)`;
  const failing = await app.reads
    .selectFrom("calendars")
    .innerJoin("therapists", "therapists.id", "calendars.therapist_id")
    .select(["therapists.name", "calendars.id", "therapist_id", "error"])
    .select(["last_read_at", "calendars.created_at", "due_at"])
    // Firstnight reads the calendar of every open account every five minutes.
    .where(sql<boolean>`calendars.error is not null or ${lastTry} < ${app.clock.now() - 15 * minute}`)
    .where(whereTherapistIsActive("therapist_id"))
    .orderBy(lastTry)
    .execute();
  if (failing.length === 0) {
    return [result("good", `${plural(count, "connected calendar")}, read in the last 15 minutes.`)];
  }
  const others = failing.length - listed;
  return [
    ...failing.slice(0, listed).map((calendar) => checkFailing(app, calendar)),
    ...(others > 0 ? [result("warn", `${plural(others, "more calendar")} can't be read.`)] : []),
  ];
}

type Failing = Pick<
  Row<"calendars">,
  "id" | "therapist_id" | "error" | "last_read_at" | "created_at" | "due_at"
> & {
  name: string;
};

function checkFailing(app: Pick<App, "clock" | "config">, calendar: Failing): HealthCheck {
  const { id, therapist_id, name, error, last_read_at } = calendar;
  const age = durationText(app.clock.now() - lastReadAt(calendar));
  const read =
    last_read_at === null ? `It hasn't been read since it was added ${age} ago.` : `Last read ${age} ago.`;
  const left = lastReadAt(calendar) - staleBefore(app.config, app.clock.now());
  const effect =
    left < 0
      ? `Patients can't book with ${name}.`
      : `If it isn't read within ${durationText(left)}, patients won't be able to book with ${name}.`;
  const effects = isRead(calendar) && left > 0 ? [] : [effect];
  const href = `/therapists/${therapist_id}/calendars#calendar-${id}`;
  const message = [error, read, ...effects].filter(Boolean).join(" ");
  return resultOf(`${name}'s calendar`, href)(left < 0 ? "bad" : "warn", message);
}
