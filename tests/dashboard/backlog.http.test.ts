import { expect, test } from "vitest";
import { addDays, day, hour, localDate, minute } from "~/core/time";
import { countUnansweredByAge } from "~/messages/conversations/unanswered.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { therapist } = await seedClinic(app);
const supervisor = await seedUser(app, ["supervisor"]);
const client = new Client(url);
await signInStaff(app, client, supervisor.id);
const now = app.clock.now();

async function textFrom(phone: string, at: number, lastDirection: "in" | "out" = "in") {
  await app.db
    .insertInto("threads")
    .values({ phone, created_at: at, last_msg_at: at, last_dir: lastDirection, last_body: "Hello" })
    .execute();
}

test("reports count the unanswered texts by how long the patients have waited", async () => {
  await textFrom("+15125550101", now - 5 * minute);
  await textFrom("+15125550102", now - hour);
  await textFrom("+15125550103", now - 30 * hour);
  await textFrom("+15125550104", now - 9 * day);
  await textFrom("+15125550105", now - 10 * day);
  await textFrom("+15125550106", now - 9 * day, "out");
  expect(await countUnansweredByAge(app.reads, now)).toEqual([
    { label: "Less than 1 hour", count: 1 },
    { label: "1 to 4 hours", count: 1 },
    { label: "4 to 24 hours", count: 0 },
    { label: "1 to 3 days", count: 1 },
    { label: "3 days or longer", count: 2 },
  ]);
  const page = await PlainPage.open(client, "/reports");
  expect(page.text).toContain("Unanswered texts now");
  expect(page.text).toContain("3 days or longer 2 40.0%");
  expect((await page.follow("Open the unanswered, oldest first")).address).toContain("filter=unanswered");
});

test("reports compare this month's no-show rate with last month's", async () => {
  const today = localDate(now, "America/New_York");
  const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1);
  const start = Date.parse(`${lastMonth.slice(0, 7)}-02`) + 14 * hour;
  for (let index = 0; index < 10; index++) {
    const order = await seedOrder(app);
    const at = start + index * 2 * hour;
    await seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at: at,
      status: index < 2 ? "no show" : "completed",
    });
  }
  const month = new Date(`${lastMonth}T12:00:00Z`).toLocaleString("en-US", {
    month: "long",
    timeZone: "UTC",
  });
  const page = await PlainPage.open(client, "/reports?from=2020-01-01&to=2020-01-31");
  expect(page.text).toContain(`${month}: 20.0%.`);
});

test("a chart without anything to count shows no axes", async () => {
  const page = await PlainPage.open(client, "/reports?from=2020-01-01&to=2020-01-31");
  expect(page.text).toContain("Nothing to count in this period.");
  expect(page.html).not.toMatch(/<figure[^>]*id="chart-offers-accepted">(?:(?!<\/figure>).)*<svg/s);
});
