import * as z from "zod";
import { recordId } from "~/core/fields";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { addCalendar } from "../add-calendar.server";
import { AddCalendar, CalendarJson } from "../busy-schema";
import { calendarView, listCalendars } from "../connected-calendars.server";

export const { loader, action } = api({
  GET: method({
    summary: "List the calendars that a therapist's busy times are read from",
    allow: allStaff,
    input: z.object({ id: recordId }),
    output: z.array(CalendarJson),
    run: async ({ app, who, input }) =>
      (await listCalendars(app, who, input.id)).map(({ id, kind, url, last_read_at, error }) => ({
        id,
        kind,
        url,
        last_read_at,
        error,
      })),
  }),
  POST: method({
    summary: "Read a therapist's busy times from a calendar, now and every 5 minutes",
    allow: allStaff,
    input: AddCalendar,
    output: CalendarJson,
    run: async ({ app, who, input, args }) =>
      calendarView(app, await addCalendar(app, who, input, args.context.gone)),
  }),
});
