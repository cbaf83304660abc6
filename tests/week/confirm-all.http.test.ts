import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedDatabase(app, "QHMS");
const link = "https://meet.example/room";

async function aTherapist(zoom_link: string | null) {
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id, zoom_link });
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  const book = async (after: number, order: Parameters<typeof seedOrder>[1] = {}) =>
    seedVisit(app, {
      order_id: (await seedOrder(app, order)).id,
      therapist_id: therapist.id,
      start_at: monday + after,
      status: "submitted",
    });
  return { book, page: () => PlainPage.open(client, "/therapist") };
}

const statusOf = async ({ id }: { id: number }) =>
  (await app.db.selectFrom("visits").selectAll().where("id", "=", id).executeTakeFirstOrThrow()).status;

test("a therapist with a meeting link confirms all waiting visits and reads which weren't confirmed and why", async () => {
  const { book, page } = await aTherapist(link);
  const other = await aTherapist(link);
  const [first, second] = [await book(day), await book(2 * day)];
  const withInterpreter = await book(3 * day, { interpreter: "Spanish" });
  const othersVisit = await other.book(day);
  const asked = await (await page()).press("Confirm all 3");
  expect(asked.text).toContain("1 visit needs an interpreter and will be left out");
  const done = await asked.press("Confirm 2 visits");
  expect(done.text).toContain("2 confirmed, 1 couldn't be confirmed.");
  expect(done.text).toContain("Open this visit to confirm it.");
  expect(await Promise.all([first, second, withInterpreter, othersVisit].map(statusOf))).toEqual([
    "confirmed",
    "confirmed",
    "submitted",
    "submitted",
  ]);
  const week = await done.follow("Back to the calendar");
  expect(week.text).toContain("Pending Confirmations 1");
  expect(week.buttons(/^Confirm all/)).toEqual([]);
});

test("without a known meeting link, visits are confirmed one at a time", async () => {
  const { book, page } = await aTherapist(null);
  await book(day);
  await book(day + hour);
  expect((await page()).buttons(/^Confirm all/)).toEqual([]);
});
