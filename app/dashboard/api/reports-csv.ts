import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { Refusal } from "~/core/refusal";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { noShowRate } from "../forecast/rates";
import {
  countReports,
  type KindCounts,
  type ReportWeek,
  totalsOfKinds,
} from "../reports/count-reports.server";
import { reportPeriod, ShowReports } from "../reports/report-schema";

const columns = {
  week: "Week of",
  missed: "No-shows",
  completed: "Completed visits",
  rate: "No-show rate",
  booked: "Booked visits",
  capacity: "Capacity",
  setups: "Setups with a referral date",
  medianDays: "Median days from referral to visit",
  p90Days: "Nine of ten within days",
  texts: "Texts from patients",
  answered: "Texts answered within an hour",
  offers: "Offers",
  accepted: "Offers accepted",
  lostOff: "Lost to missing equipment, setting off",
  visitsOff: "Visits, setting off",
  lostOn: "Lost to missing equipment, setting on",
  visitsOn: "Visits, setting on",
};

export const { loader, action } = api({
  GET: method({
    summary: "The reports as CSV, one row per week",
    allow: supervisors,
    input: ShowReports,
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input, args }) {
      const zone = zoneForStaff(args.request);
      const { problem, ...period } = reportPeriod(input, localDate(app.clock.now(), zone));
      if (problem) throw new Refusal("invalid", problem.message, { [problem.field]: [problem.message] });
      const weeks = await countReports(app, period, zone);
      const kindColumns = columnsOfKinds(weeks);
      const csv = await toCsv(
        onePage(
          weeks.map((week) => ({
            ...week,
            rate: rounded(noShowRate(week.missed, week.missed + week.completed), 4),
            medianDays: rounded(week.medianDays, 1),
            p90Days: rounded(week.p90Days, 1),
            ...Object.fromEntries(
              kindColumns.map(({ kind, count }, index) => [`kind-${index}`, countOfKind(week, kind, count)]),
            ),
          })),
        ),
        {
          ...columns,
          ...Object.fromEntries(
            kindColumns.map(({ kind, count }, index) => [`kind-${index}`, `${countNames[count]}: ${kind}`]),
          ),
        },
      );
      await app.db
        .transaction()
        .execute((trx) =>
          logAudit({ trx, app, who }, "reports.exported", null, { ...period, rows: csv.rows }),
        );
      return csvResponse(csv, `reports-${period.from}-to-${period.to}.csv`);
    },
  }),
});

const countNames = {
  completed: "Completed visits",
  missed: "No-shows",
  classes: "Classes",
  seats: "Seats",
  taken: "Seats taken",
};
type CountName = keyof typeof countNames;

/** Two columns for each kind of visit in the period, and three more for a class. None if there is only one kind. */
const columnsOfKinds = (weeks: readonly ReportWeek[]): { kind: string; count: CountName }[] =>
  totalsOfKinds(weeks).flatMap(({ kind, isClass }) => {
    const counts: CountName[] = ["completed", "missed"];
    if (isClass) counts.push("classes", "seats", "taken");
    return counts.map((count) => ({ kind, count }));
  });

const countOfKind = ({ kinds }: { kinds: KindCounts[] }, kind: string, count: CountName): number =>
  kinds.filter((row) => row.kind === kind).reduce((total, row) => total + row[count], 0);

async function* onePage(rows: object[]) {
  yield rows;
}

const rounded = (value: number | null, digits: number) => value && Number(value.toFixed(digits));
