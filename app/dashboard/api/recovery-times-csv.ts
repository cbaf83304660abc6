import * as z from "zod";
import { formatTime, localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { listFreedTimes } from "../recovery/list-freed-times.server";
import { ShowTimes } from "../recovery/recovery-schema";
import { clockColumns, stateLabels } from "../recovery/recovery-strings";

const columns = {
  local_date: "Date",
  time: "Time",
  zone: "Time zone",
  therapist: "Therapist",
  region: "Region",
  freed_date: "Freed on",
  freed_time: "Freed at",
  left_by: "Freed by visit",
  offers: "Offers",
  filled_by: "Filled by visit",
  by_offer: "Filled by an offer",
  state: "Status",
};

export const { loader, action } = api({
  GET: method({
    summary: "Freed times as CSV, with their offers and the visits that filled them",
    allow: supervisors,
    input: ShowTimes,
    output: z.string(),
    type: "text/csv",
    async run({ app, input, args }) {
      const zone = zoneForStaff(args.request);
      const times = await listFreedTimes(app.replicaReads, input, { zone, now: app.clock.now() });
      return csvResponse(await toCsv(pagesOf(times), columns), "freed-times.csv");
    },
  }),
});

async function* pagesOf(times: Awaited<ReturnType<typeof listFreedTimes>>) {
  yield times.map((time) => ({
    ...time,
    ...clockColumns(time.start_at, time.timezone),
    freed_date: localDate(time.freed_at, time.timezone),
    freed_time: formatTime(time.freed_at, time.timezone),
    by_offer: time.by_offer ? "Yes" : "",
    state: stateLabels[time.state],
  }));
}
