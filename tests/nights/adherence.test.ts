import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { addDays } from "~/core/time";
import { adherenceOf, lastNight } from "~/nights/adherence";
import { cases } from "../support/cases";
import { atEnd } from "../support/cleanup";

const start = "2026-03-01";
const dayOf = (number: number) => addDays(start, number - 1);

/** A patient who uses the device for these minutes on the nights from day 1 on. `undefined` is a missing night. */
function of(minutes: readonly (number | undefined)[], today = minutes.length + 1) {
  const nights = minutes.flatMap((value, index) =>
    value === undefined ? [] : [[dayOf(index + 1), value] as const],
  );
  return adherenceOf(start, new Map(nights), dayOf(today));
}
const times = (count: number, minutes: number) => Array.from({ length: count }, () => minutes);

test("21 nights of exactly 4 hours meet the rule on the 21st", () => {
  expect(of(times(21, 240))).toEqual({
    state: "met",
    metOn: dayOf(21),
    metBy: "nights",
    best: { from: dayOf(1), to: dayOf(30), count: 21 },
    next: null,
    latestStart: null,
  });
});

test("a minute less than 4 hours doesn't count, and neither does a missing night", () => {
  expect(of([...times(10, 239), ...times(3, 240)])).toMatchObject({
    state: "open",
    best: { from: dayOf(1), to: dayOf(30), count: 3 },
    next: { from: dayOf(11), to: dayOf(40), count: 3, needed: 18 },
  });
});

test("20 nights in each 30 days aren't enough", () => {
  const monthly = [...times(20, 300), ...times(10, 0)];
  expect(of([...monthly, ...monthly, ...monthly])).toMatchObject({ state: "missed", best: { count: 20 } });
});

test("without any use, the patient must begin on night 70, and on night 71 it is too late", () => {
  expect(of([], 1)).toMatchObject({
    state: "open",
    latestStart: dayOf(70),
    next: { to: dayOf(90), needed: 21 },
  });
  expect(of([], 70)).toMatchObject({ state: "open", latestStart: dayOf(70) });
  expect(of([], 71)).toMatchObject({ state: "missed", latestStart: null });
});

test("a night that isn't over doesn't count, and a night after the 90th never does", () => {
  expect(of(times(21, 480), 21)).toMatchObject({ state: "open", next: { count: 20, needed: 1 } });
  expect(of([...times(69, 0), ...times(1, 0), ...times(40, 480)])).toMatchObject({ state: "missed" });
});

/**
 * The rule by brute force in SQL, written from the policy's text: "use of the device 4 or more hours per night on 70% of
 * nights during a consecutive 30-day period anytime during the first three months of initial usage".
 */
const policy = `
  with nights (day, used) as materialized (
    select key + 1, value >= 4 * 60 and key + 1 < :today from json_each(:minutes)),
  running (day, total) as materialized (
    select day, sum(used) over (order by day) from nights union all select 0, 0),
  periods (first, last, used, open) as materialized (
    select a.day + 1, b.day, b.total - a.total, (select count(*) from nights where day > a.day and day <= b.day and day >= :today)
    from running a join running b on b.day = a.day + 30),
  begins (day) as (select day from nights where day >= :today)
  select
    (select min(running.day) from running join running before
      on before.day < running.day and before.day >= running.day - 30
      where running.total - before.total >= 0.7 * 30) as met,
    (select first || ' ' || used from periods order by used desc, first limit 1) as best,
    (select first || ' ' || (0.7 * 30 - used) from periods where used + open >= 0.7 * 30 order by used desc, first desc limit 1) as next,
    (select max(begins.day) from begins, periods
      where begins.day <= periods.last
        and used + (periods.last - max(begins.day, periods.first) + 1) >= 0.7 * 30) as latest`;

const rounds = cases(500, 10_000);

test("random histories agree with the policy's text in SQL", () => {
  const database = new Database(":memory:");
  const dates = Array.from({ length: lastNight + 5 }, (_, index) => dayOf(index + 1));
  atEnd(() => database.close());
  const judge = database.prepare(policy);
  let seed = 54;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const states = { met: 0, open: 0, missed: 0 };
  for (let round = 0; round < rounds; round++) {
    const today = 1 + Math.floor(random() * (lastNight + 5));
    let inclination = random();
    const minutes = Array.from({ length: lastNight }, () => {
      if (random() < 0.05) inclination = random();
      return random() < inclination ? 236 + Math.floor(random() * 200) : Math.floor(random() * 244);
    });
    const ours = adherenceOf(
      start,
      new Map(minutes.map((value, index) => [dates[index] ?? "", value])),
      dates[today - 1] ?? "",
    );
    const theirs = judge.get({ minutes: JSON.stringify(minutes), today }) as Record<
      string,
      number | string | null
    >;
    states[ours.state]++;
    const dayNumber = (date: string | null) =>
      date === null ? null : (Date.parse(date) - Date.parse(start)) / 86_400_000 + 1;
    const isMet = ours.state === "met";
    const found = {
      met: dayNumber(ours.metOn),
      best: `${dayNumber(ours.best.from)} ${ours.best.count}`,
      next: isMet ? theirs.next : ours.next && `${dayNumber(ours.next.from)} ${ours.next.needed}.0`,
      latest: isMet ? theirs.latest : dayNumber(ours.latestStart),
    };
    if (JSON.stringify(found) !== JSON.stringify(theirs)) expect([round, found]).toEqual([round, theirs]);
  }
  // Each outcome is tried often enough.
  expect(Math.min(...Object.values(states))).toBeGreaterThan(rounds / 20);
});
