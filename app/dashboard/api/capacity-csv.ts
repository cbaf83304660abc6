import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { ShowCalendars } from "../calendars/calendars-query";
import type { CapacityCell } from "../calendars/capacity-cell";
import { findCapacity } from "../calendars/count-capacity.server";

export const { loader, action } = api({
  GET: method({
    summary: "The capacity of a week as CSV, with the rows of the capacity tab",
    allow: supervisors,
    input: ShowCalendars.pick({
      search: true,
      therapist: true,
      region: true,
      company: true,
      week: true,
      sort: true,
      page: true,
    }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const { search, therapist, region, company, week, sort, page } = input;
      const now = app.clock.now();
      const { dates, total, regions, rows } = await findCapacity(app.replicaReads, app.config, {
        now,
        date: week ?? localDate(now, zoneForStaff(args.request)),
        filters: { search, therapist, region, company },
        sort,
        page,
      });
      const lines = [
        { name: "All therapists", region: "", cap: "", ...cellsOf(dates, total.cells, total.week) },
        ...(regions.length > 1 ? regions : []).map(({ name, cells, week }) => ({
          name: "All therapists",
          region: name,
          cap: "",
          ...cellsOf(dates, cells, week),
        })),
        ...rows.map(({ name, region, cap, cells, week }) => ({
          name,
          region,
          cap,
          ...cellsOf(dates, cells, week),
        })),
      ];
      const csv = await toCsv(onePage(rows.length > 0 ? lines : []), columnsOf(dates));
      const details = { week: dates[0], region, company, therapist, searched: search !== undefined };
      await app.db
        .transaction()
        .execute((trx) =>
          logAudit({ trx, app, who }, "capacity.exported", null, { ...details, rows: csv.rows }),
        );
      return csvResponse(csv, `capacity-${dates[0]}.csv`);
    },
  }),
});

async function* onePage(lines: object[]) {
  yield lines;
}

const figures = { booked: "booked", cap: "capacity", open: "open" } as const;
type Figure = keyof typeof figures;

const columnsOf = (dates: readonly string[]): Record<string, string> => {
  const of = (key: string, title: string) =>
    Object.entries(figures).map(([figure, name]) => [`${key} ${figure}`, `${title} ${name}`]);
  return {
    name: "Therapist",
    region: "Region",
    cap: "Capacity per day",
    ...Object.fromEntries([...dates.flatMap((date) => of(date, date)), ...of("week", "Week")]),
  };
};

function cellsOf(dates: readonly string[], cells: readonly CapacityCell[], week: CapacityCell) {
  const of = (key: string, cell: CapacityCell) =>
    (Object.keys(figures) as Figure[]).map((figure) => [`${key} ${figure}`, shownFigure(cell, figure)]);
  return Object.fromEntries([
    ...cells.flatMap((cell, index) => of(dates[index] ?? "", cell)),
    ...of("week", week),
  ]);
}

/** The words of the screen in place of a 0. */
function shownFigure(cell: CapacityCell, figure: Figure): number | string {
  if (cell.cap > 0) return cell[figure];
  return cell.isOff ? "out" : "closed";
}
