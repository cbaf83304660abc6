import type { App } from "~/boot/app.server";
import { listChoices } from "./calendar-filter-choices.server";
import type { ShowCalendars } from "./calendars-query";
import { findCapacity } from "./capacity.server";
import { findFirstVisits } from "./first-visits.server";
import { countMonth, findDay, findMonth } from "./month-visits.server";
import { listToConfirm } from "./visits-to-confirm.server";
import { listWaiting } from "./waiting-items.server";

/**
 * @param today `YYYY-MM-DD` in the viewer's time zone
 * @param zone the viewer's; null while unknown
 */
export async function loadCalendars(app: App, asked: ShowCalendars, today: string, zone: string | null) {
  const now = app.clock.now();
  const db = app.reads;
  const { tab, day } = asked;
  const monthName = asked.month ?? (day ?? today).slice(0, 7);
  const month = tab === "calendar" && !day ? await findMonth(db, monthName, asked) : null;
  return {
    choices: await listChoices(db),
    monthName,
    tiles: month?.tiles ?? (await countMonth(db, monthName, asked)),
    month,
    first: month && zone ? await findFirstVisits(db, monthName, asked, zone) : null,
    day: tab === "calendar" && day ? { date: day, ...(await findDay(db, day, asked, asked.page)) } : null,
    worklist:
      tab === "worklist"
        ? {
            toConfirm: await listToConfirm(db, asked, now, asked.needs),
            today: await findDay(db, today, asked, asked.page),
            waiting: await listWaiting(db, asked, now),
          }
        : null,
    capacity:
      tab === "capacity"
        ? await findCapacity(db, app.config, {
            now,
            date: asked.week ?? today,
            filters: asked,
            page: asked.page,
          })
        : null,
  };
}

export type CalendarsPage = Awaited<ReturnType<typeof loadCalendars>>;
