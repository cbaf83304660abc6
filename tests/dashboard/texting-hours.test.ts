import { expect, test } from "vitest";
import { addDays, day, hour, localDate, minute, weekdayOf } from "~/core/time";
import { findResponseTimes } from "~/dashboard/recovery/response-times.server";
import { countReports } from "~/dashboard/reports/count-reports.server";
import { keepTextingHours, listTexting } from "~/dashboard/reports/texting-hours.server";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { scratchApp } from "../support/scratch";
import { seedUser } from "../support/seed";

const zone = "America/New_York";

/** A conversation with texts in several hours and weeks, and one that has just begun. */
async function clinic() {
  const app = scratchApp();
  const { id: author } = await seedUser(app, ["supervisor"], { name: "Samuel Ridley" });
  const now = app.clock.now();
  const say = async (thread: number, ago: number, from: number | null, direction: "in" | "out") =>
    seedMessage(app, thread, "Text", { created_at: now - ago, direction, author_user_id: from });
  for (const ago of [9 * day, 8 * day + 30 * minute, 3 * day]) {
    const { id } = await seedConversation(app);
    await say(id, ago, null, "in");
    await say(id, ago - 5 * minute, null, "in");
    await say(id, ago - 50 * minute, author, "out");
    await say(id, ago - 3 * hour, null, "in");
    await say(id, ago - 5 * hour, author, "out");
  }
  const { id: recent } = await seedConversation(app);
  await say(recent, 40 * minute, null, "in");
  await say(recent, 10 * minute, author, "out");
  return { app, now, recent, say, author };
}

async function totals(app: Awaited<ReturnType<typeof clinic>>["app"], span: { from: number; to: number }) {
  const all = { texts: 0, answered: 0, waits: [] as number[] };
  for await (const { texts, answered, waits } of listTexting(app.reads, span)) {
    all.texts += texts;
    all.answered += answered;
    all.waits.push(...Object.values(waits).flat());
  }
  return { ...all, waits: all.waits.sort((one, other) => one - other) };
}

test("kept hours give the same figures as the texts, for any part of an hour", async () => {
  const { app, now } = await clinic();
  const spans = [
    { from: now - 20 * day, to: now + 1 },
    { from: now - 9 * day - 17 * minute, to: now - 8 * day + 13 * minute },
    { from: now - 9 * day + 2 * minute, to: now - 3 * day - 30 * minute },
    { from: now - 10 * minute, to: now - 5 * minute },
  ];
  const before = await Promise.all(spans.map((span) => totals(app, span)));
  expect(before[0]).toEqual({
    texts: 7,
    answered: 4,
    waits: [30, 50, 50, 50, 120, 120, 120].map((minutes) => minutes * minute),
  });
  expect(await keepTextingHours(app)).toBe(9 * 24 - 2);
  expect(await keepTextingHours(app)).toBe(0);
  expect(await Promise.all(spans.map((span) => totals(app, span)))).toEqual(before);
});

test("texts of kept hours aren't read again, and texts of the last hours are", async () => {
  const { app, now, recent, say, author } = await clinic();
  const today = localDate(now, zone);
  const period = { from: addDays(today, -weekdayOf(today) - 14), to: today };
  const counted = async () => {
    const weeks = await countReports(app, period, zone);
    return weeks.reduce((total, { texts }) => total + texts, 0);
  };
  await keepTextingHours(app);
  await app.db
    .deleteFrom("messages")
    .where("created_at", "<", now - day)
    .execute();
  expect(await counted()).toBe(7);
  expect(await findResponseTimes(app, 4, zone)).toMatchObject([{ replies: 7, median: 50 * minute }]);
  await say(recent, 5 * minute, null, "in");
  await say(recent, 1 * minute, author, "out");
  expect(await findResponseTimes(app, 4, zone)).toMatchObject([{ replies: 8, withinHour: 5 }]);
});
