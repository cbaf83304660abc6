import { beforeAll, expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { newOfferCode } from "~/orders/access/send-code.server";
import { openBrowser } from "../support/browser";
import { seedFullClinic } from "../support/full-clinic";
import { seedOrder, seedVisit } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let cookies: { name: string; value: string; url: string }[];

beforeAll(async () => {
  server = await startServer();
  const { app, url } = server;
  const clinic = await seedFullClinic(server);
  // With a second company, the lists of one company have tabs. An earlier visit is on the list's previous page.
  await app.db.insertInto("companies").values({ name: "Harbor Home Medical" }).execute();
  const now = app.clock.now();
  const code = newOfferCode(app);
  await app.db
    .insertInto("offers")
    .values({
      ...code.columns,
      order_id: clinic.booked.id,
      visit_id: clinic.visit.id,
      visit_start: clinic.visit.start_at,
      therapist_id: clinic.therapist.id,
      start_at: clinic.visit.start_at - hour,
      wave: 1,
      sent_at: now,
      expires_at: now + hour,
    })
    .execute();
  await app.db
    .insertInto("earlier_wishes")
    .values({
      order_id: clinic.booked.id,
      parts: '["morning"]',
      weekdays: "[1,2,3,4,5]",
      notice_hours: 24,
      asked_at: now,
    })
    .execute();
  await app.db
    .insertInto("freed_times")
    .values({
      therapist_id: clinic.therapist.id,
      start_at: clinic.starts[20] ?? 0,
      freed_at: now,
      next_wave_at: now + hour,
    })
    .execute();
  await app.db
    .insertInto("saved_replies")
    .values({ company_id: 1, name: "Call us", text_en: "Please call {company}.", position: 1 })
    .execute();
  await app.db
    .insertInto("saved_views")
    .values({
      user_id: clinic.user.id,
      name: "To confirm",
      list: "appointments",
      filters: "status=submitted",
      created_at: now,
    })
    .execute();
  for (let index = 0; index < 3; index++) {
    await seedVisit(app, {
      order_id: (await seedOrder(app)).id,
      therapist_id: clinic.therapist.id,
      start_at: now + (index + 40) * day,
    });
  }
  const client = await clinic.enter("staff");
  cookies = [...client.cookies].map(([name, value]) => ({ name, value, url }));
});

async function open(path: string, width: number) {
  const { context, page } = await openBrowser(server.url, { size: { width, height: 844 } });
  await context.addCookies(cookies);
  await page.goto(path);
  return page;
}

type Page = Awaited<ReturnType<typeof open>>;

/** The top of the first row, without the note about messages that aren't sent, which installations don't keep. */
const firstRow = (page: Page, row: string) =>
  page.locator("main").evaluate((main, selector) => {
    const note = main.querySelector(".shell-note")?.getBoundingClientRect().height ?? 0;
    const top = [...main.querySelectorAll(selector)]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height > 1)
      .map((part) => part.getBoundingClientRect().top)[0];
    return top === undefined ? undefined : Math.round(top - (note && note + 12));
  }, row);

const rows = "tbody tr";
const lists: [path: string, row?: string, most?: number][] = [
  ["/appointments"],
  ["/orders"],
  ["/supervisordashboard/unconfirmed"],
  ["/supervisordashboard/steps/4"],
  // Its main action is above the search, because the list also opens in a dialog.
  ["/supervisordashboard/codes", rows, 220],
  ["/calendars?tab=worklist", ".status-tiles"],
  ["/calendars/day-board", ".board-page"],
  ["/reports", ".reports h2"],
  ["/recovery/visits"],
  ["/recovery/times"],
  ["/offers", "#list p"],
  ["/offers?who=ended", "#list > *"],
  ["/offers?tab=sent"],
  ["/offers?tab=times", rows, 210],
  ["/users"],
  ["/views"],
  ["/messages/replies", ".reply-list li"],
  ["/admin/audit"],
  ["/admin/deliveries", "#list, .table-frame"],
  ["/admin/company/kinds"],
  ["/admin/company/places"],
];

test.each([390, 320])("at %i pixels, each list begins within the first 200 pixels", async (width) => {
  const page = await open("/appointments", width);
  const tops: Record<string, number | undefined> = {};
  const low: Record<string, number | undefined> = {};
  for (const [path, row = rows, most = 200] of lists) {
    if (!page.url().endsWith(path)) await page.goto(path);
    const top = await firstRow(page, row);
    tops[path] = top;
    if (top === undefined || top > most) low[path] = top;
  }
  expect(low).toEqual({});
  expect(Object.keys(tops)).toHaveLength(lists.length);
});

test.each([320, 390])("at %i pixels, a page's main action and menu are next to its title", async (width) => {
  const page = await open("/appointments", width);
  for (const path of ["/appointments", "/calendars", "/supervisordashboard", "/offers", "/recovery/times"]) {
    await page.goto(path);
    const tops = await page.locator(".headline").evaluate((head) =>
      [...head.querySelectorAll("h1, .buttons > .button, .buttons > details > summary")].map((part) => {
        const { top, height } = part.getBoundingClientRect();
        return Math.round(top + height / 2);
      }),
    );
    expect(Math.max(...tops) - Math.min(...tops), path).toBeLessThan(4);
  }
  await page.goto("/appointments");
  await page.getByRole("link", { name: "+ New Appointment" }).click();
  await page.waitForURL(/\/new-appointment/);
});

test("on a phone, the Filters button shows the saved views and the earlier visits", async () => {
  const page = await open("/appointments", 390);
  const views = page.locator("#filters-on").getByRole("link", { name: "Saved views" });
  const earlier = page.locator("#filters-on").getByRole("link", { name: "Previous page" });
  await expect.poll(() => views.isVisible()).toBe(false);
  expect(await earlier.isVisible()).toBe(false);
  await page.locator(".filter-fold > summary").click();
  await expect.poll(() => views.isVisible()).toBe(true);
  await earlier.click();
  await page.waitForURL(/cursor=/);
  await page.goto("/appointments?status=submitted");
  expect(await page.getByRole("link", { name: "Status: submitted" }).isVisible()).toBe(true);
  await page.locator(".filter-fold > summary").click();
  await page.getByRole("link", { name: "Save this view…" }).click();
  await page.waitForURL(/\/views\/new/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/appointments");
  expect(await views.isVisible()).toBe(true);
  expect(await earlier.isVisible()).toBe(true);
});

test("on a phone, the dates of the reports are behind Filters, which opens for a wrong date", async () => {
  const page = await open("/reports", 390);
  expect(await page.getByLabel("From", { exact: true }).isVisible()).toBe(false);
  await page.locator(".filter-fold > summary").click();
  await page.getByRole("link", { name: "Last 4 weeks" }).click();
  await page.waitForURL(/from=/);
  await page.locator(".filter-fold > summary").click();
  const to = await page.getByLabel("To", { exact: true }).inputValue();
  await page.getByLabel("From", { exact: true }).fill("2099-01-01");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/from=2099-01-01/);
  expect(await page.getByLabel("From", { exact: true }).isVisible()).toBe(true);
  await page.getByLabel("From", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(new RegExp(`from=${to}`));
});
