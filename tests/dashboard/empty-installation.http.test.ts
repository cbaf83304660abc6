import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedCompany(app, "Restwell");

async function as(role: "admin" | "supervisor") {
  const user = await seedUser(app, [role]);
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  return client;
}

const pages = ["/calendars?tab=capacity", "/calendars/day-board", "/capacity"];

test.each(pages)("without a therapist, %s leads the admin to adding one", async (path) => {
  const page = await PlainPage.open(await as("admin"), path);
  expect(page.text).toContain("There are no therapists yet.");
  expect(page.text).not.toContain("Every region has an opening");
  expect((await page.follow("Add a therapist")).path).toBe("/therapists/new");
  const supervisor = await PlainPage.open(await as("supervisor"), path);
  expect(supervisor.text).toContain("There are no therapists yet. Ask your admin to add one.");
});

test("a filter that no therapist matches is named as the reason", async () => {
  const page = await PlainPage.open(await as("supervisor"), "/calendars/day-board?search=zoe");
  expect(page.text).toContain("No therapists match these filters.");
});

test("without orders, the list of open orders leads the admin to the import", async () => {
  const page = await PlainPage.open(await as("admin"), "/orders");
  expect(page.text).toContain("No rows. Open orders are listed here.");
  expect(page.html).toMatch(
    /Open orders are listed here\..{0,40}<a href="\/admin\/import">Import orders<\/a>/s,
  );
  const filtered = await PlainPage.open(await as("admin"), "/orders?step=2");
  expect(filtered.text).not.toContain("Open orders are listed here.");
});
