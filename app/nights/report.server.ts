import { sql } from "kysely";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { adherenceOf, type CountedSpan, firstNinety, lastNight } from "./adherence";
import { currentNight } from "./first-nights.server";
import { listEvidence, listReadingRows } from "./list-first-nights.server";
import { type NightResult, nightResults, resultOf, resultsInOrder } from "./night-result";
import { type NightUses, storedUses, usesOf } from "./night-uses";
import { compareReadings, countedSpans, type ReadingRow } from "./readings";

const setupsPerStep = { counting: 500, exporting: 100 };
const mostListed = 200;

interface ReportedResult {
  orderId: number;
  patientId: number;
  patientName: string | null;
  database: string;
  therapistId: number | null;
  therapist: string | null;
  kindId: number | null;
  kind: string | null;
  /** The month of the first night, `YYYY-MM`. */
  month: string;
  firstNight: string;
  /** The first date whose night isn't over, or on which following the nights ended. */
  until: string;
  ended: string | null;
  result: NightResult;
  metOn: string | null;
  /** Readings of the device's screen, as far as they count. */
  readings: CountedSpan[];
}

interface ReportedSetup extends ReportedResult {
  /** Minutes of each of the 90 nights; null without a value. */
  minutes: (number | null)[];
}

interface Period {
  /** Dates of first nights, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/** The rows of the setups whose first night is in the period, some at a time. */
async function* setupRows(db: Db, { from, to }: Period, perStep: number) {
  let after: { started_on: string; order_id: number } | null = null;
  for (;;) {
    let query = db
      .selectFrom("first_nights")
      .innerJoin("orders", "orders.id", "first_nights.order_id")
      .leftJoin("visits", "visits.id", "first_nights.visit_id")
      .leftJoin("therapists", "therapists.id", "visits.therapist_id")
      .leftJoin("databases", "databases.name", "orders.brightree_db")
      .leftJoin("visit_kinds", (join) =>
        join.on(
          sql<boolean>`visit_kinds.id = coalesce(visits.kind_id, (
            select id from visit_kinds as usual
            where usual.company_id = databases.company_id and usual.is_default = 1))`,
        ),
      )
      .select([
        "first_nights.order_id",
        "first_nights.started_on",
        "first_nights.zone",
        "first_nights.created_at",
        "first_nights.ended_at",
        "first_nights.end_reason",
        "first_nights.uses_from",
        "first_nights.uses",
        "orders.patient_id",
        "orders.patient_name",
        "orders.brightree_db",
        "therapists.id as therapist_id",
        "therapists.name as therapist",
        "visit_kinds.id as kind_id",
        "visit_kinds.name as kind",
      ])
      .where("first_nights.started_on", ">=", from)
      .where("first_nights.started_on", "<=", to)
      .orderBy("first_nights.started_on")
      .orderBy("first_nights.order_id")
      .limit(perStep);
    if (after) {
      const { started_on, order_id } = after;
      query = query.where(
        sql<boolean>`(first_nights.started_on, first_nights.order_id) > (${started_on}, ${order_id})`,
      );
    }
    const rows = await query.execute();
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < perStep) return;
    after = last;
    await yieldToEventLoop();
  }
}

type SetupRow = Awaited<ReturnType<ReturnType<typeof setupRows>["next"]>>["value"] extends infer Rows
  ? Rows extends readonly (infer One)[]
    ? One
    : never
  : never;

function resultWith(
  { started_on: firstNight, zone, created_at, ended_at, end_reason, ...row }: SetupRow,
  { uses, readings, now }: { uses: NightUses; readings: readonly ReadingRow[]; now: number },
): ReportedResult {
  const until = currentNight(ended_at ?? now, zone);
  const followed = { started_on: firstNight, zone, created_at };
  const spans = countedSpans(compareReadings(readings, followed, uses));
  const adherence = adherenceOf(firstNight, uses, until, spans);
  const hasNights = readings.length > 0 || firstNinety(firstNight).some((date) => uses.has(date));
  return {
    orderId: row.order_id,
    patientId: row.patient_id,
    patientName: row.patient_name,
    database: row.brightree_db,
    therapistId: row.therapist_id,
    therapist: row.therapist,
    kindId: row.kind_id,
    kind: row.kind,
    month: firstNight.slice(0, 7),
    firstNight,
    until,
    ended: end_reason,
    result: resultOf(adherence, { hasNights, endReason: end_reason }),
    metOn: adherence.metOn,
    readings: spans,
  };
}

/** The setups whose first night is in the period, some at a time, with the minutes of their nights. */
export async function* reportedSetups(db: Db, period: Period, now: number): AsyncGenerator<ReportedSetup[]> {
  for await (const rows of setupRows(db, period, setupsPerStep.exporting)) {
    const evidenceOf = await listEvidence(
      db,
      rows.map(({ order_id }) => order_id),
    );
    yield rows.map((row) => {
      const { nights, readings } = evidenceOf(row.order_id);
      const uses = usesOf(nights);
      const minutes = firstNinety(row.started_on).map((date) => uses.get(date) ?? null);
      return { ...resultWith(row, { uses, readings, now }), minutes };
    });
  }
}

/** The results of the setups, from what is stored about each setup's nights. */
async function* reportedResults(db: Db, period: Period, now: number): AsyncGenerator<ReportedResult[]> {
  for await (const rows of setupRows(db, period, setupsPerStep.counting)) {
    const readingsOf = await listReadingRows(
      db,
      rows.map(({ order_id }) => order_id),
    );
    yield rows.map((row) =>
      resultWith(row, { uses: storedUses(row), readings: readingsOf(row.order_id), now }),
    );
  }
}

const reportDimensions = ["month", "therapist", "kind"] as const;
export type ReportDimension = (typeof reportDimensions)[number];

export interface ReportLine {
  /** The month, or the ID of the therapist or kind. 0 without one. */
  key: string;
  name: string;
  counts: Record<NightResult, number>;
}

export interface NightsReport {
  total: number;
  lines: Record<ReportDimension, ReportLine[]>;
  chosen: Pick<
    ReportedResult,
    "orderId" | "patientId" | "patientName" | "therapist" | "firstNight" | "result"
  >[];
  chosenCount: number;
}

/** A line of the report and a result, whose setups are listed. */
interface Chosen {
  by: ReportDimension;
  of: string;
  result: NightResult;
}

const keysOf = (setup: ReportedResult): Record<ReportDimension, [key: string, name: string]> => ({
  month: [setup.month, setup.month],
  therapist: [String(setup.therapistId ?? 0), setup.therapist ?? "None"],
  kind: [String(setup.kindId ?? 0), setup.kind ?? "None"],
});

/** Counts the setups of a period by result: per month of the first night, therapist, and kind of visit. */
export async function countNightsReport(
  db: Db,
  period: Period,
  { now, chosen }: { now: number; chosen: Chosen | null },
): Promise<NightsReport> {
  const lines = { month: new Map(), therapist: new Map(), kind: new Map() } as Record<
    ReportDimension,
    Map<string, ReportLine>
  >;
  const report: NightsReport = {
    total: 0,
    lines: { month: [], therapist: [], kind: [] },
    chosen: [],
    chosenCount: 0,
  };
  for await (const setups of reportedResults(db, period, now)) {
    for (const setup of setups) {
      report.total += 1;
      const keys = keysOf(setup);
      for (const by of reportDimensions) {
        const [key, name] = keys[by];
        const line = lines[by].get(key) ?? { key, name, counts: emptyCounts() };
        lines[by].set(key, line);
        line.counts[setup.result] += 1;
      }
      if (!chosen || chosen.result !== setup.result || keys[chosen.by][0] !== chosen.of) continue;
      report.chosenCount += 1;
      if (report.chosen.length < mostListed) report.chosen.push(setup);
    }
  }
  for (const by of reportDimensions) {
    const newestFirst = by === "month" ? -1 : 1;
    report.lines[by] = [...lines[by].values()].sort(
      (one, other) => newestFirst * one.name.localeCompare(other.name),
    );
  }
  return report;
}

const emptyCounts = () =>
  Object.fromEntries(resultsInOrder.map((result) => [result, 0])) as Record<NightResult, number>;

/** The columns of the report's file. With the nights' minutes, everyone can recompute the results. */
export const reportColumns: Record<string, string> = {
  patient_id: "Patient ID",
  database: "Database",
  therapist: "Therapist",
  kind: "Kind of visit",
  month: "Month of setup",
  first_night: "First night",
  until: "Nights before",
  ended: "Ended because",
  result: "Result",
  met_on: "Rule met on",
  readings: "Nights of 4 hours by reading",
  ...Object.fromEntries(
    Array.from({ length: lastNight }, (_, index) => [`n${index + 1}`, `Night ${index + 1} (min)`]),
  ),
};

export const reportRow = (setup: ReportedSetup): Record<string, string | number | null> => ({
  patient_id: setup.patientId,
  database: setup.database,
  therapist: setup.therapist,
  kind: setup.kind,
  month: setup.month,
  first_night: setup.firstNight,
  until: setup.until,
  ended: setup.ended,
  result: nightResults[setup.result],
  met_on: setup.metOn,
  readings: setup.readings.map(({ from, to, counted }) => `${from} to ${to}: ${counted}`).join("; "),
  ...Object.fromEntries(setup.minutes.map((minutes, index) => [`n${index + 1}`, minutes])),
});
