import { z } from "zod";
import { iso, localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { listFreedTimes } from "../recovery/freed-times.server";
import { ShowTimes } from "../recovery/recovery-schema";

const columns = [
  { key: "local_date", header: "Date" },
  { key: "start", header: "Start (UTC)" },
  { key: "therapist", header: "Therapist" },
  { key: "region", header: "Region" },
  { key: "freed", header: "Freed (UTC)" },
  { key: "left_by", header: "Freed by visit" },
  { key: "offers", header: "Offers" },
  { key: "filled_by", header: "Filled by visit" },
  { key: "by_offer", header: "Filled by an offer" },
  { key: "state", header: "Status" },
];

export const { loader, action } = api({
  GET: method({
    summary: "Freed times as CSV: when each was freed, offered and filled",
    allow: supervisors,
    input: ShowTimes,
    output: z.string(),
    type: "text/csv",
    async run({ app, input, args }) {
      const now = app.clock.now();
      const today = localDate(now, zoneForStaff(args.request));
      const times = await listFreedTimes(app.replicaReads, input, today, now);
      return csvResponse(await toCsv(pagesOf(times), columns), "freed-times.csv");
    },
  }),
});

async function* pagesOf(times: Awaited<ReturnType<typeof listFreedTimes>>) {
  yield times.map((time) => ({ ...time, start: iso(time.start_at), freed: iso(time.freed_at) }));
}
