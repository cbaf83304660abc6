import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { whereNeedsOutcome } from "~/dashboard/calendars/calendar-conditions.server";
import { ShowCalendars } from "~/dashboard/calendars/calendars-query";
import { listWorklist } from "~/dashboard/calendars/load-worklist.server";
import { countVisits } from "~/dashboard/calendars/page-of-visits.server";
import { aVisit } from "../support/clinic";
import { scratchApp } from "../support/scratch";
import { seedTherapist } from "../support/seed";

async function worklistOf(visits: number) {
  const app = scratchApp();
  const now = app.clock.now();
  const ids: number[] = [];
  for (let index = 0; index < visits; index++) {
    const therapist = await seedTherapist(app);
    ids.push((await aVisit(app, therapist, now + day + index * minute)).id);
  }
  const load = async (needs: number) =>
    (await listWorklist(app.db, ShowCalendars.parse({ tab: "worklist", needs }), "2026-03-02", now))
      .toConfirm;
  return { ids, load };
}

test("a result that fits on one page doesn't offer to select more", async () => {
  const { ids, load } = await worklistOf(3);
  const page = await load(1);
  expect(page).toMatchObject({ more: false, result: null, isCut: false });
  expect(page.visits.map(({ id }) => id)).toEqual(ids);
});

test("the first 200 visits of a larger result can be selected, and each page shows its own visits", async () => {
  const { ids, load } = await worklistOf(255);
  const shown: number[] = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const page = await load(number);
    expect(page).toMatchObject({ more: number < 6, result: ids.slice(0, 200), isCut: true });
    shown.push(...page.visits.map(({ id }) => id));
  }
  expect(shown).toEqual(ids);
});

test("visits that ended without an outcome are listed oldest first, but counted only after a day", async () => {
  const app = scratchApp();
  const now = app.clock.now();
  const therapist = await seedTherapist(app);
  const ended = (start: number, status = "confirmed") => aVisit(app, therapist, start, { status });
  const recent = await ended(now - 2 * hour);
  const old = await ended(now - 3 * day);
  await ended(now - 20 * minute);
  await ended(now - 4 * day, "no show");
  await ended(now - 5 * day, "completed");
  const query = ShowCalendars.parse({ tab: "worklist" });
  const { ended: list } = await listWorklist(app.db, query, "2026-03-02", now);
  expect(list.visits.map(({ id }) => id)).toEqual([old.id, recent.id]);
  expect(await countVisits(app.db, whereNeedsOutcome({}, now - day))).toBe(1);
  expect(await countVisits(app.db, whereNeedsOutcome({ therapist: "Another Name" }, now - day))).toBe(0);
});
