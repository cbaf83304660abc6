import { expect, test } from "vitest";
import { addDays, localDate, startOfDay } from "~/core/time";
import { staffZone } from "~/core/zones/staff-zone";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedDatabase(app);
const supervisor = await seedUser(app, ["supervisor"]);
const visitor = await openBrowser(url, { size: desktop });
await visitor.context.addCookies([
  { name: "firstnight", value: await signInStaff(app, new Client(url), supervisor.id), url },
  { name: "tz", value: encodeURIComponent(staffZone), url },
]);
const { page } = visitor;
const snooze = page.locator("#snooze");
const inDays = (days: number) => addDays(localDate(app.clock.now(), staffZone), days);

test("the menu Snooze closes, and the conversation shows until when it is snoozed, and how to end it", async () => {
  const { id } = await seedConversation(app);
  await seedMessage(app, id, "Can I call you next week?");
  const until = async () =>
    (
      await app.db
        .selectFrom("threads")
        .select("snoozed_until")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).snoozed_until;
  await page.goto(`/messages/${id}`);
  await snooze.getByText("Snooze", { exact: true }).click();
  await snooze.getByRole("button", { name: "Until tomorrow" }).click();
  const end = page.getByRole("button", { name: "End snooze" });
  await end.waitFor();
  expect(await until()).toBe(startOfDay(inDays(1), staffZone));
  await end.click();
  await snooze.waitFor();
  expect(await until()).toBe(null);
  await snooze.getByText("Snooze", { exact: true }).click();
  await snooze.getByLabel("Another day").fill(inDays(5));
  await snooze.getByRole("button", { name: "Snooze until then" }).click();
  await end.waitFor();
  expect(await until()).toBe(startOfDay(inDays(5), staffZone));
  expectNoProblems(visitor);
});
