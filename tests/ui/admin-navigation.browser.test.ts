import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectNoProblems, openBrowser, show } from "../support/browser";
import { seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedClinic(app);
const admin = await seedUser(app, ["admin", "therapist"]);

/** How much of the navigation is below the screen, in pixels. */
const hiddenHeight = (page: Page) =>
  page.locator(".side").evaluate((side) => Math.max(0, side.scrollHeight - side.clientHeight));

async function turnOnAll() {
  const company = await app.reads.selectFrom("companies").select("id").executeTakeFirstOrThrow();
  await seedClassKind(app, company.id);
  await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
}

test.each([
  ["", 23],
  [" with classes and the first 90 nights", 25],
])(
  "on every page of an admin, the whole navigation%s fits on a screen of 1280 by 800",
  async (more, links) => {
    if (more) await turnOnAll();
    const visitor = await openBrowser(url, { size: { width: 1280, height: 800 } });
    const { page } = visitor;
    const client = new Client(url);
    const value = await signInStaff(app, client, admin.id);
    await visitor.context.addCookies([{ name: "firstnight", value, url }]);
    await page.goto("/admin");
    const hrefs = await page
      .locator(".side-nav a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(hrefs).toHaveLength(links);
    for (const href of hrefs.filter((each) => each !== "/api/docs")) {
      const { html } = await PlainPage.open(client, href);
      // At one address, the browser only replaces the content.
      await show(visitor, new PlainPage(client, "/shown", { text: html, status: 200 } as never));
      const current = page.locator(".side-nav a[aria-current]");
      expect([href, await current.getAttribute("href"), await current.isVisible()]).toEqual([
        href,
        href,
        true,
      ]);
      expect([href, await hiddenHeight(page)]).toEqual([href, 0]);
    }
    // Opening another group closes the current one.
    await page.goto("/admin");
    await page.locator(".side-nav summary", { hasText: "System" }).click();
    await page.locator(".side-nav").getByRole("link", { name: "Webhooks" }).click();
    await page.waitForURL("**/admin/webhooks");
    expect(await hiddenHeight(page)).toBe(0);
    expect(await page.locator(".side-nav details[open]").count()).toBe(1);
    expectNoProblems(visitor);
  },
);
