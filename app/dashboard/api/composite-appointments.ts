import * as z from "zod";
import { supervisors } from "~/core/who";
import { CompositeJson, ListComposites } from "~/dashboard/dashboard-schema";
import { listCalendarVisits, mostCalendarVisits } from "~/dashboard/list-calendar-visits.server";
import { api, method } from "~/http/api.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { rangeOf } from "../date-range";
import { calendarVisitView } from "../visit-views";

export const { loader, action } = api({
  GET: method({
    summary: "All therapists' visits in a date range, which is this month by default",
    allow: supervisors,
    input: ListComposites,
    output: z.array(CompositeJson),
    async run({ app, input, args }) {
      const range = rangeOf(input, app.clock.now());
      const visits = await listCalendarVisits(app.reads, { ...input, ...range });
      const full = visits.length === (input.limit ?? mostCalendarVisits);
      linkNext(args, full ? Number(input.cursor ?? 0) + visits.length : null);
      return visits.map(calendarVisitView);
    },
  }),
});
