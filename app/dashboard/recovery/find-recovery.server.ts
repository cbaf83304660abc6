import type { App } from "~/boot/app.server";
import { localDate } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { countForecast } from "../forecast/count-forecast.server";
import { quartilesOf } from "../forecast/forecast-figures";
import { type FreedTime, listFreedTimes } from "./list-freed-times.server";
import { type EndedVisit, exportEndedVisits } from "./outcomes.server";
import { sundayOf, weeksBefore } from "./period";
import { type Lead, leads, type Reply, type Weeks } from "./recovery-schema";

/** Counts of visits that took place, no-shows, and completed setups with a known referral. */
export interface Rate {
  held: number;
  missed: number;
  setups: number;
  /** Days from referral to setup; null without setups. */
  medianDays: number | null;
}

/** Counts of a week's freed times, by what happened to them. */
export interface FreedCounts {
  freed: number;
  offered: number;
  filled: number;
  byOffer: number;
  lost: number;
  open: number;
}

export interface Recovery {
  /** This week's times that patients can still book. */
  openThisWeek: number;
  /** Newest first; `week` is the Sunday. */
  weeks: ({ week: string } & Rate & FreedCounts)[];
  all: Rate;
  byLead: ({ lead: Lead } & Rate)[];
  byReply: ({ reply: Reply } & Rate)[];
  byTherapist: ({ name: string } & Rate)[];
  byRegion: ({ name: string } & Rate)[];
  /** Most frequent first. */
  reasons: { status: "no show" | "cancelled"; reason: string; count: number }[];
}

/** @param weeks the number of weeks, including this one */
export async function findRecovery(app: App, weeks: Weeks, zone: string): Promise<Recovery> {
  const { replicaReads: reads, clock } = app;
  const now = clock.now();
  const today = localDate(now, zone);
  const times = await listFreedTimes(reads, { weeks }, zone, now);
  const visits: EndedVisit[] = [];
  for await (const page of exportEndedVisits(reads, { outcome: "all", weeks }, today)) {
    visits.push(...page);
    await yieldToEventLoop();
  }
  const held = visits.filter(({ status }) => status !== "cancelled");
  const { capacity } = await countForecast(app, zone);
  const byWeek = groupsOf(held, ({ local_date }) => sundayOf(local_date));
  const timesByWeek = groupsOf(times, ({ freed_at }) => sundayOf(localDate(freed_at, zone)));
  const byLead = groupsOf(held, leadOf);
  const byReply = groupsOf(held, replyOf);
  return {
    openThisWeek: capacity[0]?.open ?? 0,
    weeks: weeksBefore(today, weeks).map((week) => ({
      week,
      ...rateOf(byWeek.get(week)),
      ...countTimes(timesByWeek.get(week)),
    })),
    all: rateOf(held),
    byLead: leads.map((lead) => ({ lead, ...rateOf(byLead.get(lead)) })),
    byReply: (["ok", "none"] as const).map((reply) => ({ reply, ...rateOf(byReply.get(reply)) })),
    byTherapist: named(groupsOf(held, ({ therapist }) => therapist)),
    byRegion: named(groupsOf(held, ({ region }) => region)),
    reasons: countReasons(visits),
  };
}

const leadOf = ({ lead_days }: EndedVisit): Lead =>
  leads.findLast((lead) => lead_days >= Number(lead)) ?? leads[0];

const replyOf = ({ patient_confirmed }: EndedVisit): Reply => (patient_confirmed ? "ok" : "none");

export const reasonOf = ({ no_show_reason, cancel_reason }: EndedVisit): string =>
  no_show_reason ?? cancel_reason ?? "none";

function groupsOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function rateOf(visits: readonly EndedVisit[] = []): Rate {
  const waits = visits.flatMap(({ setup_days }) => setup_days ?? []);
  return {
    held: visits.length,
    missed: visits.filter(({ status }) => status === "no show").length,
    setups: waits.length,
    medianDays: quartilesOf(waits).median,
  };
}

const named = (groups: Map<string, EndedVisit[]>) =>
  [...groups]
    .map(([name, visits]) => ({ name, ...rateOf(visits) }))
    .sort((one, other) => one.name.localeCompare(other.name));

function countTimes(times: readonly FreedTime[] = []): FreedCounts {
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

function countReasons(visits: readonly EndedVisit[]): Recovery["reasons"] {
  const counted = (["no show", "cancelled"] as const).flatMap((status) =>
    [
      ...groupsOf(
        visits.filter((visit) => visit.status === status),
        reasonOf,
      ),
    ].map(([reason, group]) => ({
      status,
      reason,
      count: group.length,
    })),
  );
  return counted.sort((one, other) => other.count - one.count);
}
