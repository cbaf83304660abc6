import type { App } from "~/boot/app.server";
import { listCalendarChoices } from "../filter-choices.server";
import { whereOnDay } from "./calendar-conditions.server";
import type { ShowCalendars } from "./calendars-query";
import { findCapacity, listLoads } from "./count-capacity.server";
import { findFirstVisits } from "./first-visits.server";
import { listWorklist } from "./load-worklist.server";
import { countMonth, findMonth, mostInCalendar } from "./month-visits.server";
import { pageOfVisits } from "./page-of-visits.server";

/** @param today `YYYY-MM-DD` in the viewer's time zone @param zone the viewer's zone; null if unknown */
export async function listCalendars(app: App, query: ShowCalendars, today: string, zone: string | null) {
  const now = app.clock.now();
  const db = app.reads;
  const { tab, day } = query;
  const monthName = query.month ?? (day ?? today).slice(0, 7);
  const month = tab === "calendar" && !day ? await findMonth(db, monthName, query) : null;
  return {
    choices: await listCalendarChoices(db),
    monthName,
    tiles: month?.tiles ?? (await countMonth(db, monthName, query)),
    month,
    /** By day, for a company whose month is a list. */
    loads:
      month && month.visits > mostInCalendar
        ? Object.fromEntries(
            await listLoads(
              db,
              month.days.map(({ date }) => date),
              { ...query, search: undefined },
            ),
          )
        : null,
    first: month && zone ? await findFirstVisits(db, monthName, query, zone) : null,
    day:
      tab === "calendar" && day
        ? { date: day, ...(await pageOfVisits(db, whereOnDay(day, query), query.page)) }
        : null,
    worklist:
      tab === "worklist"
        ? { ...(await listWorklist(db, query, today, now)), callHours: app.config.textHours }
        : null,
    capacity:
      tab === "capacity"
        ? await findCapacity(db, app.config, {
            now,
            date: query.week ?? today,
            filters: query,
            sort: query.sort,
            page: query.page,
          })
        : null,
  };
}

export type CalendarsPage = Awaited<ReturnType<typeof listCalendars>>;
