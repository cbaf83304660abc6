// A slow phone: 400 ms latency, 400 kbit/s, a quarter of the CPU, 360 × 740. Each page alternates with a 14 KB page of
// plain node:http under the same emulation.
import { chromium } from "playwright";
import { findBrowser } from "../../support/find-browser.mjs";
import { quantile } from "../caller.mjs";
import { cookieOf, openClinic } from "../clinic.mjs";
import { openFloorPage } from "../reference/floor-page.mjs";
import { atMost, ratioAtMost, withoutTarget } from "../rows.mjs";

const runs = 5;
// Time zones: the therapist's and a distant one.
const near = "America/Chicago";
const far = "Pacific/Auckland";
const kilobyte = 1024;
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

export async function measure() {
  const clinic = await openClinic();
  const floor = await openFloorPage();
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
  const cookie = await cookieOf(
    clinic.url,
    clinic.demo.patients.find(({ step }) => step === 5),
  );
  const open = (how) => openPhone(browser, clinic.url, cookie, how);
  const link = `/schedule/${clinic.demo.patients.find(({ step }) => step === 5).link_code}`;
  const rows = [];
  for (const path of ["/login", "/schedule", link, "/track"]) {
    // The link works without a session.
    const openPage = path === link ? (how) => openPhone(browser, clinic.url, "", how) : open;
    const name = path === link ? "link in a text" : path;
    const ours = [];
    const theirs = [];
    for (let run = 0; run < runs; run++) {
      theirs.push(await firstVisit(await openPhone(browser, floor.url, "", {}), floor.url));
      ours.push(await firstVisit(await openPage({}), clinic.url + path));
    }
    const middle = (visits, figure) =>
      quantile(
        visits.map((visit) => visit[figure]),
        0.5,
      );
    for (const [figure, label] of [
      ["fcp", "first paint"],
      ["lcp", "largest paint"],
    ]) {
      rows.push(ratioAtMost(1.25, `${name}, ${label}`, "ms", middle(ours, figure), middle(theirs, figure)));
    }
    const away = await firstVisit(await openPage({ zone: far }), clinic.url + path);
    rows.push(
      atMost(0, `${name}, layout shift`, "", Math.max(...ours.map(({ shift }) => shift))),
      atMost(0, `${name}, layout shift in a far zone`, "", away.shift),
      atMost(50, `${name}, longest task after the first paint`, "ms", middle(ours, "longest")),
    );
    if (path === link) {
      rows.push(
        ratioAtMost(
          1.25,
          `${name}, an open time can be tapped`,
          "ms",
          middle(ours, "tappable"),
          middle(theirs, "lcp"),
        ),
      );
    }
    if (path === "/schedule") {
      rows.push(
        ratioAtMost(1.25, "an open time can be tapped", "ms", middle(ours, "tappable"), middle(ours, "lcp")),
      );
    }
  }
  rows.push(
    ...(await weights(open, clinic.url)),
    await interaction(open, clinic.url),
    ...(await withoutScript(open, clinic.url)),
  );
  await browser.close();
  floor.close();
  await clinic.stop();
  clinic.clear();
  return rows;
}

/** Opens a new browser context with an empty cache. */
async function openPhone(
  browser,
  url,
  cookie,
  { scripts = true, saveData = false, slow = true, zone = near },
) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    timezoneId: zone,
    javaScriptEnabled: scripts,
    ...(saveData && { extraHTTPHeaders: { "Save-Data": "on" } }),
  });
  for (const one of cookie ? cookie.split("; ") : []) {
    const [name, value] = one.split("=");
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  if (slow) {
    await devtools.send("Network.emulateNetworkConditions", slow3g);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  let received = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    received += encodedDataLength;
  });
  await page.addInitScript(watch);
  return { context, page, received: () => received };
}

/** Runs first in the page: records paints, layout shifts, long tasks, and when the first open time can be tapped. */
function watch() {
  window.metrics = { lcp: 0, shift: 0, tappable: 0, slowest: 0, tasks: [] };
  const observe = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...more,
    });
  observe("largest-contentful-paint", (entry) => {
    window.metrics.lcp = entry.startTime;
  });
  observe("layout-shift", (entry) => {
    window.metrics.shift += entry.value;
  });
  observe(
    "event",
    (entry) => {
      window.metrics.slowest = Math.max(window.metrics.slowest, entry.duration);
    },
    { durationThreshold: 16 },
  );
  // Reports only tasks of more than 50 ms.
  observe("longtask", ({ startTime, duration }) => window.metrics.tasks.push({ startTime, duration }));
  const look = () => {
    const link = document.querySelector(".slots :is(.row-link, summary)");
    if (link?.getClientRects().length) window.metrics.tappable ||= performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function firstVisit({ context, page }, url) {
  await page.goto(url, { waitUntil: "load" });
  // Waits until scripts have loaded and finished deferred work.
  await page.waitForTimeout(await page.evaluate(() => (document.querySelector("script[src]") ? 2500 : 300)));
  const metrics = await page.evaluate(() => ({
    ...window.metrics,
    fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  }));
  await context.close();
  const after = metrics.tasks.filter(({ startTime }) => startTime >= metrics.fcp);
  return { ...metrics, longest: Math.max(0, ...after.map(({ duration }) => duration)) };
}

/** Bytes transferred, including headers: first visit, second page, same page again. */
async function weights(open, url) {
  const rows = [];
  const visit = async (suffix, limits, how) => {
    const { context, page, received } = await open({ ...how, slow: false });
    let before = 0;
    for (const [name, path, limit] of limits) {
      await page.goto(url + path, { waitUntil: "load" });
      // The page keeps a connection for live updates, so the network never becomes idle.
      await page.waitForTimeout(2500);
      rows.push(atMost(limit, `${name}${suffix}`, "KB", (received() - before) / kilobyte));
      before = received();
    }
    await context.close();
  };
  await visit(
    "",
    [
      ["schedule, first visit", "/schedule", 100],
      ["second page", "/track", 10],
      ["schedule, second visit", "/schedule", 8],
    ],
    {},
  );
  await visit(" with Save-Data", [["schedule, first visit", "/schedule", 20]], { saveData: true });
  await visit(" without scripts", [["schedule, first visit", "/schedule", 20]], { scripts: false });
  return rows;
}

/** Slowest response to a tap: choose a time, check consent, uncheck it, and close. */
async function interaction(open, url) {
  const slowest = [];
  for (let run = 0; run < runs; run++) {
    const { context, page } = await open({});
    await page.goto(`${url}/schedule`, { waitUntil: "load" });
    await page.waitForTimeout(2500);
    for (const target of [
      ".target > .action > a",
      "[name=sms_consent]",
      "[name=sms_consent]",
      "[data-close]",
    ]) {
      await page.locator(target).first().tap();
      await page.waitForTimeout(400);
    }
    slowest.push(await page.evaluate("window.metrics.slowest"));
    await context.close();
  }
  return atMost(100, "slowest response to a tap", "ms", quantile(slowest, 0.5));
}

/** Books a visit without scripts, where each step is a page. */
async function withoutScript(open, url) {
  const { context, page } = await open({ scripts: false });
  const began = performance.now();
  await page.goto(`${url}/schedule`);
  const shownAfter = performance.now() - began;
  await page.locator(".target > .action > a").first().click();
  await page.waitForURL(({ searchParams }) => searchParams.has("at"));
  for (const box of await page.locator("input[type=checkbox]:visible").all()) await box.check();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
  await context.close();
  return [
    withoutTarget("without scripts: page with open times", "ms", shownAfter),
    withoutTarget(
      "without scripts: three pages from there to the booked visit",
      "ms",
      performance.now() - began - shownAfter,
    ),
  ];
}
