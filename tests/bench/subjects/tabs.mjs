// Switching between the supervisor's tabs on the large demo while pages receive live updates, and opening a month of
// 5,000 visits. A static page opens after each one as a reference, because times depend on the machine's load.
import Database from "better-sqlite3";
import { chromium } from "playwright";
import { findBrowser } from "../../support/find-browser.mjs";
import { quantile } from "../caller.mjs";
import { openClinic, staffCookieOf } from "../clinic.mjs";
import { openDesk } from "../desk.mjs";
import { openFloorPage } from "../reference/floor-page.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const tabs = ["/supervisordashboard", "/appointments", "/calendars", "/users", "/messages"];
const rounds = 20;
const viewport = { width: 1440, height: 900 };
const visitsInMonth = 5000;

export async function measure() {
  const clinic = await openClinic({ DEMO_SCALE: "large" });
  const floor = await openFloorPage();
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
  const desk = await openDesk(browser, clinic.url, await staffCookieOf(clinic, "supervisor"), { viewport });
  const staticPage = await (await browser.newContext({ viewport })).newPage();
  await staticPage.goto(floor.url);
  const month = monthOf(clinic.file);
  const times = await openTabs(desk, staticPage, clinic.url);
  const months = await openMonth(desk, staticPage, `${clinic.url}${month.path}`);
  await browser.close();
  floor.close();
  await clinic.stop();
  clinic.clear();
  const reference = times.get(staticPage).times;
  return [
    ...tabs.flatMap((tab) => {
      const { times: ours, requests } = times.get(tab);
      return [
        atMost(1, `to ${tab}, requests`, "", quantile(requests, 0.5)),
        atMost(100, `to ${tab}, first paint`, "ms", quantile(ours, 0.5), quantile(reference, 0.5)),
        atMost(150, `to ${tab}, p95`, "ms", quantile(ours, 0.95), quantile(reference, 0.95)),
      ];
    }),
    withoutTarget("event streams opened by the tabs", "", times.get("streams")),
    atMost(
      300,
      `month of ${month.visits} visits`,
      "ms",
      quantile(months.times, 0.5),
      quantile(months.staticPage, 0.5),
    ),
    atMost(300, "month, p95", "ms", quantile(months.times, 0.95), quantile(months.staticPage, 0.95)),
  ];
}

/** Clicks each tab's link, and a link on the static page after each. */
async function openTabs({ page, devtools }, staticPage, url) {
  let requestCount = 0;
  let streams = 0;
  // Cached files are not transferred, and the event stream never ends.
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    if (encodedDataLength > 0) requestCount++;
  });
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.startsWith("text/event-stream")) streams++;
  });
  await devtools.send("Network.enable");
  // On the second visit, V8 reads compiled scripts from the cache.
  for (const tab of [...tabs, ...tabs]) {
    await page.goto(url + tab, { waitUntil: "load" });
    await page.waitForTimeout(1000);
  }
  const found = new Map([...tabs, staticPage].map((each) => [each, { times: [], requests: [] }]));
  streams = 0;
  for (let round = 0; round < rounds; round++) {
    for (const tab of tabs) {
      await page.bringToFront();
      requestCount = 0;
      found.get(tab).times.push(await paintTime(page, () => page.click(`.side-nav a[href="${tab}"]`)));
      await page.waitForTimeout(500);
      found.get(tab).requests.push(requestCount);
      await staticPage.bringToFront();
      found
        .get(staticPage)
        .times.push(await paintTime(staticPage, () => staticPage.locator("nav a").first().click()));
    }
  }
  return found.set("streams", streams);
}

async function openMonth({ page }, staticPage, href) {
  const found = { times: [], staticPage: [] };
  for (let round = 0; round <= rounds; round++) {
    await page.bringToFront();
    const time = await paintTime(page, () => page.goto(href));
    if (round > 0) found.times.push(time);
    await page.waitForTimeout(500);
    await staticPage.bringToFront();
    found.staticPage.push(await paintTime(staticPage, () => staticPage.locator("nav a").first().click()));
  }
  return found;
}

/** Milliseconds from navigation to first contentful paint. */
async function paintTime(page, navigate) {
  await Promise.all([page.waitForEvent("framenavigated"), navigate()]);
  await page.waitForLoadState("load");
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
}

/** The calendar whose company and month come closest to `visitsInMonth`. */
function monthOf(file) {
  const database = new Database(file, { readonly: true });
  const { month, company, visits } = database
    .prepare(
      `select substr(local_date, 1, 7) as month, companies.name as company, count(*) as visits
       from visits join databases on databases.name = visits.brightree_db
       join companies on companies.id = databases.company_id
       group by 1, 2 order by abs(count(*) - ?) limit 1`,
    )
    .get(visitsInMonth);
  database.close();
  return { path: `/calendars?${new URLSearchParams({ month, company })}`, visits };
}
