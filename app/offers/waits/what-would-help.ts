import { hour } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { allParts, type Wait } from "../offer-schema";

/** Added hours count for this many weeks. */
export const helpWeeks = 4;

/** More hours a week than this aren't proposed. */
export const mostHelpHours = 6;

export interface HelpWanted extends Pick<Wait, "parts" | "weekdays"> {
  orderId: number;
}

export interface Help {
  part: (typeof allParts)[number];
  /** More hours a week, on these weekdays (1 for Monday to 7 for Sunday). */
  hours: number;
  days: { weekday: number; hours: number }[];
  /** The patients who could then have a visit, in the order in which they wait. */
  orderIds: number[];
}

const weekdays = [0, 1, 2, 3, 4, 5, 6];
/** Each set of weekdays is a number from 0 to 127, with one bit per weekday. */
const everySet = Array.from({ length: 128 }, (_, set) => set);
const isWithin = (set: number, other: number) => (set & ~other) === 0;
const setOf = (days: readonly number[]) => days.reduce((set, weekday) => set | (1 << (weekday - 1)), 0);

/** The visits that fit into an hour or more in a row, in all weeks together. */
const visitsIn = (hours: number) => Math.floor((hours * hour) / visitLength) * helpWeeks;

/**
 * For each part of the day, the fewest hours a week that would give a visit to as many waiting patients as possible
 * within four weeks. Parts that help no one are left out; the one that helps the most comes first.
 * @param waiting in the order in which they get offers
 */
export function whatWouldHelp(waiting: readonly HelpWanted[]): Help[] {
  return allParts
    .flatMap((part) => {
      const candidates = waiting.filter(({ parts }) => parts.includes(part));
      const best = fewestHours(candidates);
      return best ? [{ part, ...best }] : [];
    })
    .sort((a, b) => b.orderIds.length - a.orderIds.length || a.hours - b.hours);
}

function fewestHours(candidates: readonly HelpWanted[]): Omit<Help, "part"> | null {
  const sets = candidates.map(({ weekdays: days }) => setOf(days));
  /** How many patients need a weekday outside of the set. */
  const outside = everySet.map((set) => sets.filter((own) => !isWithin(own, set)).length);
  let best = { served: 0, hours: [] as number[] };
  for (let total = 1; total <= mostHelpHours && best.served < candidates.length; total++) {
    for (const hours of spreads(total, weekdays.length)) {
      const served = mostServed(hours, outside);
      if (served > best.served) best = { served, hours };
    }
  }
  if (best.served === 0) return null;
  return {
    hours: best.hours.reduce((sum, each) => sum + each, 0),
    days: best.hours.flatMap((each, day) => (each > 0 ? [{ weekday: day + 1, hours: each }] : [])),
    orderIds: firstServed(candidates, sets, best.hours),
  };
}

/** Every way to spread hours over days, with many hours on one day first. */
function* spreads(total: number, days: number): Generator<number[]> {
  if (days === 1) {
    yield [total];
    return;
  }
  for (let first = total; first >= 0; first--) {
    for (const rest of spreads(total - first, days - 1)) yield [first, ...rest];
  }
}

/** The most visits, by the smallest cut between patients and weekdays (max-flow min-cut). */
function mostServed(hours: readonly number[], outside: readonly number[]): number {
  return Math.min(...roomIn(hours).map((room, set) => room + (outside[set] ?? 0)));
}

function roomIn(hours: readonly number[]): number[] {
  const rooms = [0];
  for (const each of hours) {
    const visits = visitsIn(each);
    // The sets with this weekday follow those without it, in the same order.
    rooms.push(...rooms.map((room) => room + visits));
  }
  return rooms;
}

/** Takes patients in their order, as long as everyone taken can have a visit (Hall's condition). */
function firstServed(candidates: readonly HelpWanted[], sets: readonly number[], hours: readonly number[]) {
  const left = roomIn(hours);
  return candidates.flatMap(({ orderId }, index) => {
    const own = sets[index] ?? 0;
    const affected = everySet.filter((set) => isWithin(own, set));
    if (affected.some((set) => (left[set] ?? 0) === 0)) return [];
    for (const set of affected) left[set] = (left[set] ?? 0) - 1;
    return [orderId];
  });
}
