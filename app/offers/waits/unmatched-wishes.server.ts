import { bookingWindow } from "~/availability/booking-window";
import { partOfDay } from "~/availability/part-of-day";
import type { App } from "~/boot/app.server";
import { addDays, localDate, weekdayOf } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

type Wish = Pick<Row<"waits">, "id" | "parts" | "weekdays" | "zone" | "until_at">;

/**
 * Finds the waits that nothing can match: no slot before the last day, booked or not, is at a part of the day and on a
 * weekday that the patient named. A booked one may be freed, but a time that no therapist ever offers can't be.
 * @returns IDs of waits
 */
export async function findUnmatched(
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
  waits: readonly Wish[],
): Promise<Set<number>> {
  if (waits.length === 0) return new Set();
  const { from, to } = bookingWindow(config, clock.now());
  let left = waits.map(({ parts, weekdays, ...wait }) => ({
    ...wait,
    parts: JSON.parse(parts) as string[],
    weekdays: JSON.parse(weekdays) as number[],
  }));
  const until = Math.min(to, Math.max(...waits.map(({ until_at }) => until_at)));
  // Dates are the therapists', which can differ by a day from UTC. Most waits match within a few days.
  const lastDate = addDays(localDate(until, "UTC"), 1);
  for (let date = addDays(localDate(from, "UTC"), -1); date <= lastDate && left.length > 0; ) {
    const rows = await db
      .selectFrom("slots")
      .select("start_at")
      .distinct()
      .where("local_date", "=", date)
      .where("start_at", ">=", from)
      .where("start_at", "<", until)
      .execute();
    left = left.filter(
      ({ zone, until_at, parts, weekdays }) =>
        !rows.some(
          ({ start_at }) =>
            start_at < until_at &&
            parts.includes(partOfDay(start_at, zone)) &&
            weekdays.includes(weekdayOf(localDate(start_at, zone)) || 7),
        ),
    );
    await yieldToEventLoop();
    date = addDays(date, 1);
  }
  return new Set(left.map(({ id }) => id));
}
