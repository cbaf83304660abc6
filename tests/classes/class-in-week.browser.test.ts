import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { seedClass, seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import { seedDatabase, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
await seedDatabase(app, "QHMS");
const user = await seedUser(app, ["therapist", "supervisor"]);
const therapist = await seedTherapist(app, { user_id: user.id });
const value = await signInStaff(app, new Client(url), user.id);

async function open() {
  const visitor = await openBrowser(url, { size: desktop });
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  return visitor;
}

test("a class in the therapist's week leads to its roll", async () => {
  const kind = await seedClassKind(app, therapist.company_id, { name: "Mask class" });
  const session = await seedClass(app, therapist, monday + 24 * hour, { kind_id: kind.id });
  const visitor = await open();
  const { page } = visitor;
  await page.goto("/therapist");
  await page.locator("#calendar").getByText("Mask class").first().click();
  await page.waitForURL(`**/classes/${session.id}`);
  expect(await page.getByRole("heading", { name: /Mask class/ }).count()).toBeGreaterThan(0);
  expectNoProblems(visitor);
});
