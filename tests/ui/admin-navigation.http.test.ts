import { expect, test } from "vitest";
import { PlainPage } from "../support/plain-page";
import { seedClinic, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
await seedClinic(server.app);
const client = await staffClient(server, "admin");

test("part 2's five entries come first, and the admin's pages follow in groups", async () => {
  const page = await PlainPage.open(client, "/admin");
  expect(page.lists.slice(0, 7)).toEqual([
    ["Dashboard", "Appointments", "Calendars", "Users", "2-Way Messaging"],
    ["Open orders", "My orders", "All overdue orders"],
    ["User Management", "Single sign-on"],
    ["Company profile", "Wording"],
    ["Import orders", "Databases", "Integration keys"],
    ["Outbox and deliveries"],
    ["Health", "Settings", "Audit log", "Webhooks", "API"],
  ]);
  const deliveries = await (await page.open("/admin/outbox")).follow("Deliveries");
  expect(deliveries.heading).toBe("Deliveries");
  expect((await deliveries.follow("Outbox")).heading).toBe("Outbox");
});

test.each([
  ["privacy notice", "/admin/company"],
  ["brightree", "/admin/databases"],
  ["backups", "/admin/health"],
  ["passkeys", "/account"],
  ["failed messages", "/admin/deliveries"],
  ["set-up", "/admin/setup"],
])("the search for “%s” finds the admin's page %s by the settings on it", async (typed, href) => {
  const found = await PlainPage.open(client, `/search?q=${encodeURIComponent(typed)}`);
  expect(found.html).toMatch(new RegExp(`id="found".*href="${href}"`, "s"));
});
