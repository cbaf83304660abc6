import { afterEach, expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { seedClinic, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { therapist } = await seedClinic(app);
const colleague = await seedTherapist(app, { name: "Dana Reyes" });
const supervisor = await seedUser(app, ["supervisor"]);
const at = app.clock.now() + day;
const visitor = await openBrowser(url, { size: desktop });
await visitor.context.addCookies([
  { name: "firstnight", value: await signInStaff(app, new Client(url), supervisor.id), url },
]);
const { page } = visitor;
afterEach(() => expectNoProblems(visitor));

test("an unfinished change continues automatically", async () => {
  const visits = [await aVisit(app, therapist, at), await aVisit(app, therapist, at + hour)];
  const { id } = await app.db
    .insertInto("bulk_changes")
    .values({ act: "cancel", user_id: supervisor.id, created_at: app.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("bulk_change_visits")
    .values(
      visits.map((one, position) => ({ change_id: id, visit_id: one.id, version: one.version, position })),
    )
    .execute();
  await page.goto(`/visits/bulk/${id}`);
  await page.getByText("2 canceled.", { exact: true }).waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
});

test("the Undo button disappears once the notices are sent", async () => {
  const { id } = await aVisit(app, therapist, at + 3 * hour);
  await page.clock.install();
  await page.goto(`/visits/bulk?act=reassign&visit=${id}&to=${colleague.id}`);
  await page.getByRole("button", { name: "Reassign 1 visit" }).click();
  await page.getByText("1 reassigned.").waitFor();
  await page.getByText("No one has been notified yet.").waitFor();
  await page.clock.fastForward(30_000);
  await page.locator(".toast").getByText("Patient and therapists notified.").waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
});
