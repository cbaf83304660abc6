// From one supervisor tab to another on the large demo, while each page follows live updates, and a month of 5,000
// visits. A static page is opened after each, because times depend on the machine's load.
import Database from "better-sqlite3";
import { chromium } from "playwright";
import { findBrowser } from "../../support/find-browser.mjs";
import { at } from "../caller.mjs";
import { openClinic, staffCookieOf } from "../clinic.mjs";
import { openDesk } from "../desk.mjs";
import { openFloorPage } from "../reference/floor-page.mjs";
import { atMost, shown } from "../rows.mjs";

const tabs = ["/supervisordashboard", "/appointments", "/calendars", "/users", "/messages"];
const rounds = 20;
const viewport = { width: 1440, height: 900 };
const visitsInMonth = 5000;

export async function measure() {
  const clinic = await openClinic({ DEMO_SCALE: "large" });
  const floor = await openFloorPage();
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
  const desk = await openDesk(browser, clinic.url, await staffCookieOf(clinic, "supervisor"), { viewport });
  const still = await (await browser.newContext({ viewport })).newPage();
  await still.goto(floor.url);
  const month = monthOf(clinic.file);
  const times = await openTabs(desk, still, clinic.url);
  const months = await openMonth(desk, still, `${clinic.url}${month.path}`);
  await browser.close();
  floor.close();
  await clinic.stop();
  clinic.clear();
  const reference = times.get(still).times;
  return [
    ...tabs.flatMap((tab) => {
      const { times: ours, requests } = times.get(tab);
      return [
        atMost(1, `to ${tab}, requests`, "", at(requests, 0.5)),
        atMost(100, `to ${tab}, until it is shown`, "ms", at(ours, 0.5), at(reference, 0.5)),
        atMost(150, `to ${tab}, p95`, "ms", at(ours, 0.95), at(reference, 0.95)),
      ];
    }),
    shown("event streams of the tabs", "", times.get("streams")),
    atMost(300, `a month of ${month.visits} visits`, "ms", at(months.times, 0.5), at(months.still, 0.5)),
    atMost(300, "the month, p95", "ms", at(months.times, 0.95), at(months.still, 0.95)),
  ];
}

/** Follows the link of each tab, and of the static page after each. */
async function openTabs({ page, devtools }, still, url) {
  let asked = 0;
  let streams = 0;
  // Cached files are not transferred, and the event stream never ends.
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    if (encodedDataLength > 0) asked++;
  });
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.startsWith("text/event-stream")) streams++;
  });
  await devtools.send("Network.enable");
  // The second visit has V8's compiled scripts in the cache.
  for (const tab of [...tabs, ...tabs]) {
    await page.goto(url + tab, { waitUntil: "load" });
    await page.waitForTimeout(1000);
  }
  const found = new Map([...tabs, still].map((each) => [each, { times: [], requests: [] }]));
  streams = 0;
  for (let round = 0; round < rounds; round++) {
    for (const tab of tabs) {
      await page.bringToFront();
      asked = 0;
      found.get(tab).times.push(await shownAfter(page, () => page.click(`.side-nav a[href="${tab}"]`)));
      await page.waitForTimeout(500);
      found.get(tab).requests.push(asked);
      await still.bringToFront();
      found.get(still).times.push(await shownAfter(still, () => still.locator("nav a").first().click()));
    }
  }
  return found.set("streams", streams);
}

async function openMonth({ page }, still, href) {
  const found = { times: [], still: [] };
  for (let round = 0; round <= rounds; round++) {
    await page.bringToFront();
    const time = await shownAfter(page, () => page.goto(href));
    if (round > 0) found.times.push(time);
    await page.waitForTimeout(500);
    await still.bringToFront();
    found.still.push(await shownAfter(still, () => still.locator("nav a").first().click()));
  }
  return found;
}

/** From the navigation to the page's first content on the screen, in milliseconds. */
async function shownAfter(page, act) {
  await Promise.all([page.waitForEvent("framenavigated"), act()]);
  await page.waitForLoadState("load");
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
}

/** The calendar of the company and month that are closest to the number of visits. */
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
