import { bookingWindow } from "~/availability/booking-window";
import { partOfDay } from "~/availability/part-of-day";
import type { App } from "~/boot/app.server";
import { localDate, weekdayOf } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

type Wish = Pick<Row<"waits">, "parts" | "weekdays" | "zone" | "until_at">;

/**
 * Whether any slot before the wait's last day, booked or not, is at a part of the day and on a weekday that the patient
 * named. A booked one may be freed, but a time that no therapist ever offers can't be.
 */
export async function slotFinder(
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
): Promise<(wish: Wish) => boolean> {
  const { from, to } = bookingWindow(config, clock.now());
  const rows = await db
    .selectFrom("slots")
    .select("start_at")
    .distinct()
    .where("start_at", ">=", from)
    .where("start_at", "<", to)
    .orderBy("start_at")
    .execute();
  const known = new Map<string, { part: string; weekday: number }>();
  const localTime = (at: number, zone: string) => {
    const key = `${at} ${zone}`;
    const time = known.get(key) ?? {
      part: partOfDay(at, zone),
      weekday: weekdayOf(localDate(at, zone)) || 7,
    };
    known.set(key, time);
    return time;
  };
  return ({ parts, weekdays, zone, until_at }) => {
    const wantedParts: string[] = JSON.parse(parts);
    const wantedDays: number[] = JSON.parse(weekdays);
    return rows.some(({ start_at }) => {
      if (start_at >= until_at) return false;
      const { part, weekday } = localTime(start_at, zone);
      return wantedParts.includes(part) && wantedDays.includes(weekday);
    });
  };
}
