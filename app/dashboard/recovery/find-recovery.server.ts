import type { App } from "~/boot/app.server";
import { byName } from "~/core/by-name";
import { localDate } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { countForecast } from "../forecast/count-forecast.server";
import { spreadOf, weekLabel } from "../forecast/rates";
import { type FreedTime, listFreedTimes } from "./list-freed-times.server";
import { leads, type ShowOutcomes, sundayOf, type Weeks, weeksBefore } from "./recovery-schema";
import { leadLabels, replyLabels } from "./recovery-strings";
import { listVisitsWithOutcome, type VisitWithOutcome } from "./visits-with-outcome.server";

export type Recovery = Awaited<ReturnType<typeof findRecovery>>;

/** @param weeks number of weeks, including this one @param zone IANA zone that determines when weeks begin */
export async function findRecovery(app: App, weeks: Weeks, zone: string) {
  const { replicaReads: reads, clock } = app;
  const now = clock.now();
  const today = localDate(now, zone);
  const times = await listFreedTimes(reads, { weeks }, { zone, now });
  const filter = { outcome: "all", weeks } as const;
  const all = await listVisitsWithOutcome(reads, filter, today, Number.POSITIVE_INFINITY);
  const visits = all.filter(({ status }) => status !== "cancelled");
  const { capacity } = await countForecast(app, zone);
  const byWeek = await groupBy(visits, ({ local_date }) => sundayOf(local_date));
  const timesByWeek = await groupBy(times, ({ freed_at }) => sundayOf(localDate(freed_at, zone)));
  const byLead = await groupBy(visits, leadOf);
  const byReply = await groupBy(visits, ({ patient_confirmed }) => (patient_confirmed ? "ok" : "none"));
  return {
    openThisWeek: capacity[0]?.open ?? 0,
    /** Newest first. `week` is the date of its Sunday. */
    weeks: weeksBefore(today, weeks).map((week) => ({
      week,
      ...rowOf(weekLabel(week), { week }, byWeek.get(week)),
      ...countTimes(timesByWeek.get(week)),
    })),
    all: rateOf(visits),
    byLead: leads.map((lead) => rowOf(leadLabels[lead], { lead }, byLead.get(lead))),
    byReply: (["ok", "none"] as const).map((reply) =>
      rowOf(replyLabels[reply], { reply }, byReply.get(reply)),
    ),
    byTherapist: await rowsByName(visits, "therapist"),
    byRegion: await rowsByName(visits, "region"),
    reasons: countReasons(all),
  };
}

const leadOf = ({ lead_days }: VisitWithOutcome) =>
  leads.findLast((lead) => lead_days >= Number(lead)) ?? leads[0];

/** Counts no-shows among completed and missed visits. */
function rateOf(visits: readonly VisitWithOutcome[]) {
  const waits = visits.flatMap(({ setup_days }) => setup_days ?? []);
  return {
    visits: visits.length,
    missed: visits.filter(({ status }) => status === "no show").length,
    /** Completed setups with a known referral date. */
    setups: waits.length,
    /** Days from referral to setup. Null without setups. */
    medianDays: spreadOf(waits).median,
  };
}

export type RateRow = ReturnType<typeof rowOf>;

/** A table row: figures for a group of visits, and the filter that lists them. */
const rowOf = (name: string, filter: Partial<ShowOutcomes>, visits: readonly VisitWithOutcome[] = []) => ({
  name,
  filter,
  ...rateOf(visits),
});

async function rowsByName(
  visits: readonly VisitWithOutcome[],
  field: "therapist" | "region",
): Promise<RateRow[]> {
  const groups = await groupBy(visits, (visit) => visit[field]);
  return [...groups]
    .map(([name, some]) => rowOf(name, { [field]: name }, some))
    .sort((one, other) => byName(one.name, other.name));
}

const groupedAtOnce = 1000;

/** Like Map.groupBy, but other requests run in between. A year of a large clinic has 260,000 visits. */
async function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Promise<Map<Key, Row[]>> {
  const groups = new Map<Key, Row[]>();
  for (let start = 0; start < rows.length; start += groupedAtOnce) {
    for (const [key, some] of Map.groupBy(rows.slice(start, start + groupedAtOnce), keyOf)) {
      const group = groups.get(key);
      if (group) group.push(...some);
      else groups.set(key, some);
    }
    await yieldToEventLoop();
  }
  return groups;
}

function countTimes(times: readonly FreedTime[] = []) {
  const count = (isCounted: (time: FreedTime) => boolean) => times.filter(isCounted).length;
  return {
    freed: times.length,
    offered: count(({ offers }) => offers > 0),
    filled: count(({ state }) => state === "filled"),
    byOffer: count(({ state, by_offer }) => state === "filled" && by_offer === 1),
    lost: count(({ state }) => state === "lost"),
    open: count(({ state }) => state === "open"),
  };
}

export const reasonKey = ({ no_show_reason, cancel_reason }: VisitWithOutcome): string =>
  no_show_reason ?? cancel_reason ?? "none";

const countReasons = (visits: readonly VisitWithOutcome[]) =>
  (["no show", "cancelled"] as const)
    .flatMap((status) => {
      const some = visits.filter((visit) => visit.status === status);
      return [...Map.groupBy(some, reasonKey)].map(([reason, { length: count }]) => ({
        status,
        reason,
        count,
      }));
    })
    .sort((one, other) => other.count - one.count);
