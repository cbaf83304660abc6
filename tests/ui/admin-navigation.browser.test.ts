import { expect, test } from "vitest";
import { expectNoProblems, openBrowser } from "../support/browser";
import { seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedClinic(app);
const admin = await seedUser(app, ["admin", "therapist"]);

async function turnOnAll() {
  const company = await app.reads.selectFrom("companies").select("id").executeTakeFirstOrThrow();
  await seedClassKind(app, company.id);
  await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
}

test("part 2's five entries come first, and the admin's pages follow in groups", async () => {
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["admin"])).id);
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
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["admin"])).id);
  const found = await PlainPage.open(client, `/search?q=${encodeURIComponent(typed)}`);
  expect(found.html).toMatch(new RegExp(`id="found".*href="${href}"`, "s"));
});

test.each([
  ["", 23],
  [" with classes and the first 90 nights", 25],
])(
  "on every page of an admin, the whole navigation%s fits on a screen of 1280 by 800",
  async (more, links) => {
    if (more) await turnOnAll();
    const visitor = await openBrowser(url, { size: { width: 1280, height: 800 } });
    const { page } = visitor;
    await page.goto("/login?as=staff");
    await page.getByLabel("Work email").fill(admin.email);
    await page.locator("input[name=password]:visible").fill(admin.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin");
    const hrefs = await page
      .locator(".side-nav a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(hrefs).toHaveLength(links);
    for (const href of hrefs.filter((each) => each !== "/api/docs")) {
      await page.goto(href);
      const current = page.locator(".side-nav a[aria-current]");
      expect([href, await current.getAttribute("href"), await current.isVisible()]).toEqual([
        href,
        href,
        true,
      ]);
      const { height, shown } = await page
        .locator(".side")
        .evaluate((side) => ({ height: side.scrollHeight, shown: side.clientHeight }));
      expect([href, Math.max(0, height - shown)]).toEqual([href, 0]);
    }
    // Opening another group closes the current one.
    await page.locator(".side-nav summary", { hasText: "System" }).click();
    await page.locator(".side-nav").getByRole("link", { name: "Webhooks" }).click();
    await page.waitForURL("**/admin/webhooks");
    expect(await page.locator(".side-nav details[open]").count()).toBe(1);
    expectNoProblems(visitor);
  },
);
