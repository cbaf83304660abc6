import { listHref } from "~/core/list-href";
import { monthName } from "~/core/month";
import { plural } from "~/core/plural";
import { type Column, Table } from "~/ui/components/table";
import { fewestForRate, noShowRate, percent, rateText } from "../../forecast/rates";
import type { KindCounts, ReportWeek } from "../../reports/count-reports.server";
import { noShowDefinition, reportStrings } from "../../reports/report-strings";
import { Bars, Chart, Line, roundUp } from "../forecast/chart";

interface ChartOfWeeks {
  weeks: readonly ReportWeek[];
}

const count = (value: number) => value.toLocaleString("en-US");
const weeksText = (count: number) => plural(count, "week");
const days = (value: number | null) => (value === null ? "–" : value.toFixed(1));
const share = (part: number, all: number) => (all === 0 ? null : part / all);
const sum = (weeks: readonly ReportWeek[], of: (week: ReportWeek) => number) =>
  weeks.reduce((total, week) => total + of(week), 0);
const shownShare = (value: number) => `${Math.round(value * 1000) / 10}%`;

function outcomesOf(weeks: readonly ReportWeek[]) {
  const missed = sum(weeks, (week) => week.missed);
  const visits = missed + sum(weeks, ({ completed }) => completed);
  return { visits, rate: noShowRate(missed, visits), text: rateText(missed, visits) };
}

/**
 * "6.1% in the whole period: 7.0% in the first 6 weeks, 5.2% in the last 6.", or that there are too few visits to
 * compare. Null without visits.
 */
function noShowSummary(weeks: readonly ReportWeek[]): string | null {
  const all = outcomesOf(weeks);
  if (all.rate === null) return null;
  const half = Math.floor(weeks.length / 2);
  const [first, last] = [outcomesOf(weeks.slice(0, half)), outcomesOf(weeks.slice(weeks.length - half))];
  const total = `${all.text} in the whole period`;
  if (half === 0) return `${total}.`;
  if (Math.min(first.visits, last.visits) < fewestForRate) {
    return `${total}. Too few visits to compare: ${count(first.visits)} in the first ${weeksText(half)}, ${count(last.visits)} in the last ${half}.`;
  }
  return `${total}: ${first.text} in the first ${weeksText(half)}, ${last.text} in the last ${half}.`;
}

type Months = Record<"thisMonth" | "lastMonth", { month: string; missed: number; completed: number }>;

/** "November so far: 6.1%. October: 7.0%." */
function monthsText({ thisMonth, lastMonth }: Months): string {
  const rate = ({ missed, completed }: Months["thisMonth"]) => rateText(missed, missed + completed);
  return `${monthName(thisMonth.month)} so far: ${rate(thisMonth)}. ${monthName(lastMonth.month)}: ${rate(lastMonth)}.`;
}

export function NoShowChart({ weeks, months }: ChartOfWeeks & { months: Months }) {
  const highest = Math.max(0.01, ...weeks.map((week) => outcomesOf([week]).rate ?? 0));
  return (
    <Chart
      title={reportStrings.noShow}
      summary={noShowSummary(weeks)}
      more={monthsText(months)}
      definition={noShowDefinition}
      rows={weeks}
      highest={Math.min(1, roundUp(highest * 100) / 100)}
      format={shownShare}
      columns={[
        { key: "missed", head: "No-shows", align: "right", cell: ({ missed }) => count(missed) },
        { key: "completed", head: "Completed", align: "right", cell: ({ completed }) => count(completed) },
        { key: "rate", head: "Rate", align: "right", cell: (week) => outcomesOf([week]).text },
      ]}
    >
      {(scale) => <Line scale={scale} rows={weeks} value={(week) => outcomesOf([week]).rate} />}
    </Chart>
  );
}

export function BookingsChart({ weeks }: ChartOfWeeks) {
  const [booked, capacity] = [sum(weeks, (week) => week.booked), sum(weeks, (week) => week.capacity)];
  return (
    <Chart
      title={reportStrings.bookings}
      summary={
        capacity === 0
          ? null
          : `${count(booked)} of ${count(capacity)} possible visits were booked (${percent(share(booked, capacity))}).`
      }
      definition={reportStrings.bookingsDefinition}
      rows={weeks}
      highest={roundUp(Math.max(1, ...weeks.flatMap((week) => [week.booked, week.capacity])))}
      format={count}
      legend={
        <ul className="legend row small">
          <li className="booked">Booked</li>
          <li className="open">Capacity</li>
        </ul>
      }
      columns={[
        { key: "booked", head: "Booked", align: "right", cell: (week) => count(week.booked) },
        { key: "capacity", head: "Capacity", align: "right", cell: (week) => count(week.capacity) },
        {
          key: "share",
          head: "Booked share",
          align: "right",
          cell: (week) => percent(share(week.booked, week.capacity)),
        },
      ]}
    >
      {(scale) => (
        <Bars
          scale={scale}
          rows={weeks}
          series={[
            { className: "booked", value: (week) => week.booked },
            { className: "open", value: (week) => week.capacity },
          ]}
        />
      )}
    </Chart>
  );
}

export function WaitChart({ weeks }: ChartOfWeeks) {
  const latest = weeks.findLast(({ medianDays }) => medianDays !== null);
  return (
    <Chart
      title={reportStrings.waits}
      summary={
        latest
          ? latest.setups < fewestForRate
            ? `In the most recent week with setups, the median was ${days(latest.medianDays)} days. It had only ${plural(latest.setups, "setup")}.`
            : `In the most recent week with setups, the median was ${days(latest.medianDays)} days, and nine of ten waited at most ${days(latest.p90Days)} days.`
          : null
      }
      definition={reportStrings.waitsDefinition}
      rows={weeks}
      highest={roundUp(Math.max(1, ...weeks.map(({ p90Days }) => p90Days ?? 0)))}
      format={(value) => `${value} d`}
      legend={
        <ul className="legend row small">
          <li className="first">Median</li>
          <li className="second">Nine of ten</li>
        </ul>
      }
      columns={[
        { key: "setups", head: "Setups", align: "right", cell: ({ setups }) => count(setups) },
        { key: "median", head: "Median days", align: "right", cell: (week) => days(week.medianDays) },
        { key: "p90", head: "Nine of ten within", align: "right", cell: (week) => days(week.p90Days) },
      ]}
    >
      {(scale) => (
        <>
          <Line scale={scale} rows={weeks} value={({ p90Days }) => p90Days} className="second" />
          <Line scale={scale} rows={weeks} value={({ medianDays }) => medianDays} />
        </>
      )}
    </Chart>
  );
}

interface ShareChartProps extends ChartOfWeeks {
  title: string;
  definition: string;
  heads: [part: string, all: string];
  part(week: ReportWeek): number;
  all(week: ReportWeek): number;
}

function ShareChart({ weeks, title, definition, heads, part, all }: ShareChartProps) {
  const [some, total] = [sum(weeks, part), sum(weeks, all)];
  return (
    <Chart
      title={title}
      summary={
        total === 0
          ? null
          : `${percent(share(some, total))}: ${count(some)} of ${count(total)} in the period.`
      }
      definition={definition}
      rows={weeks}
      highest={1}
      format={shownShare}
      columns={[
        { key: "part", head: heads[0], align: "right", cell: (week) => count(part(week)) },
        { key: "all", head: heads[1], align: "right", cell: (week) => count(all(week)) },
        {
          key: "share",
          head: "Share",
          align: "right",
          cell: (week) => percent(share(part(week), all(week))),
        },
      ]}
    >
      {(scale) => <Line scale={scale} rows={weeks} value={(week) => share(part(week), all(week))} />}
    </Chart>
  );
}

export const TextsChart = ({ weeks }: ChartOfWeeks) => (
  <ShareChart
    weeks={weeks}
    title={reportStrings.texts}
    definition={reportStrings.textsDefinition}
    heads={["Within an hour", "Texts"]}
    part={({ answered }) => answered}
    all={({ texts }) => texts}
  />
);

export const OffersChart = ({ weeks }: ChartOfWeeks) => (
  <ShareChart
    weeks={weeks}
    title={reportStrings.offers}
    definition={reportStrings.offersDefinition}
    heads={["Accepted", "Offers"]}
    part={({ accepted }) => accepted}
    all={({ offers }) => offers}
  />
);

/** "With the setting off, 12 of 340 visits were lost (3.5%). With it on, 2 of 310 (0.6%)." */
function lostSummary(weeks: readonly ReportWeek[]): string | null {
  const [lostOff, visitsOff] = [sum(weeks, (week) => week.lostOff), sum(weeks, (week) => week.visitsOff)];
  const [lostOn, visitsOn] = [sum(weeks, (week) => week.lostOn), sum(weeks, (week) => week.visitsOn)];
  const part = (lost: number, visits: number) =>
    `${count(lost)} of ${count(visits)} visits were lost (${percent(share(lost, visits))}).`;
  const parts = [
    visitsOff > 0 && `With the setting off, ${part(lostOff, visitsOff)}`,
    visitsOn > 0 && `With the setting on, ${part(lostOn, visitsOn)}`,
  ];
  return parts.filter(Boolean).join(" ") || null;
}

export const EquipmentChart = ({ weeks }: ChartOfWeeks) => (
  <Chart
    title={reportStrings.equipment}
    summary={lostSummary(weeks)}
    definition={reportStrings.equipmentDefinition}
    rows={weeks}
    highest={2 * roundUp(Math.max(1, ...weeks.flatMap(({ lostOff, lostOn }) => [lostOff / 2, lostOn / 2])))}
    format={count}
    legend={
      <ul className="legend row small">
        <li className="open">Setting off</li>
        <li className="booked">Setting on</li>
      </ul>
    }
    columns={[
      { key: "lostOff", head: "Lost, setting off", align: "right", cell: (week) => count(week.lostOff) },
      { key: "visitsOff", head: "Visits, off", align: "right", cell: (week) => count(week.visitsOff) },
      { key: "lostOn", head: "Lost, setting on", align: "right", cell: (week) => count(week.lostOn) },
      { key: "visitsOn", head: "Visits, on", align: "right", cell: (week) => count(week.visitsOn) },
    ]}
  >
    {(scale) => (
      <Bars
        scale={scale}
        rows={weeks}
        series={[
          { className: "open", value: (week) => week.lostOff },
          { className: "booked", value: (week) => week.lostOn },
        ]}
      />
    )}
  </Chart>
);

/** The figures of the period per kind of visit. Shown if there are several kinds. */
export function KindTable({ kinds, period }: { kinds: KindCounts[]; period: { from: string; to: string } }) {
  return (
    <section className="panel stack">
      <h3>{reportStrings.kinds}</h3>
      <Table
        caption={reportStrings.kinds}
        rows={kinds}
        rowKey={({ kind }) => kind}
        empty={reportStrings.noKinds}
        stacks="labeled"
        columns={[
          {
            key: "kind",
            head: "Kind of visit",
            align: "name",
            cell: ({ kind }) => <a href={listHref("/appointments", { type: kind, ...period })}>{kind}</a>,
          },
          { key: "completed", head: "Completed", align: "right", cell: ({ completed }) => count(completed) },
          { key: "missed", head: "No-shows", align: "right", cell: ({ missed }) => count(missed) },
          {
            key: "rate",
            head: "No-show rate",
            align: "right",
            cell: ({ missed, completed }) => rateText(missed, missed + completed),
          },
          ...(kinds.some(({ isClass }) => isClass) ? [classesColumn] : []),
        ]}
      />
      <p className="soft small">{reportStrings.kindsDefinition}</p>
    </section>
  );
}

/** The unanswered conversations of now, by how long the patients have waited. */
export function UnansweredTable({ ages }: { ages: { label: string; count: number }[] }) {
  const total = ages.reduce((all, age) => all + age.count, 0);
  return (
    <section className="panel stack">
      <h3>{reportStrings.unanswered}</h3>
      <Table
        caption={reportStrings.unanswered}
        rows={ages}
        rowKey={({ label }) => label}
        empty=""
        stacks="labeled"
        columns={[
          { key: "label", head: "Waiting", cell: ({ label }) => label },
          { key: "count", head: "Conversations", align: "right", cell: (age) => count(age.count) },
          {
            key: "share",
            head: "Share",
            align: "right",
            cell: (age) => percent(share(age.count, total)),
          },
        ]}
      />
      <p className="soft small">
        {reportStrings.unansweredDefinition}
        {total > 0 && (
          <>
            {" "}
            <a href="/messages?filter=unanswered">{reportStrings.answerThem}</a>
          </>
        )}
      </p>
    </section>
  );
}

const classesColumn: Column<KindCounts> = {
  key: "classes",
  head: "Classes",
  cell: ({ isClass, classes, taken, seats }) =>
    isClass ? `${plural(classes, "class", "classes")}, ${count(taken)} of ${count(seats)} seats taken` : "–",
};
