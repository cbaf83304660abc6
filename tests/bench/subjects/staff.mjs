// Staff pages in a desktop browser: the transfer size of the calendars, visits missing from the first paint, and
// scrolling in an inbox of 50,000 threads.
import Database from "better-sqlite3";
import { chromium } from "playwright";
import { findBrowser } from "../../support/find-browser.mjs";
import { quantile } from "../caller.mjs";
import { openClinic, staffCookieOf } from "../clinic.mjs";
import { openDesk } from "../desk.mjs";
import { openFloorPage } from "../reference/floor-page.mjs";
import { atLeast, atMost, withoutTarget } from "../rows.mjs";

const threads = 50_000;
const kilobyte = 1024;
/** Pixels per second. */
const scrollSpeed = 3000;

export async function measure() {
  const clinic = await openClinic({}, { prepare: fillInbox });
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
  const cookies = {
    therapist: await staffCookieOf(clinic, "therapist"),
    supervisor: await staffCookieOf(clinic, "supervisor"),
  };
  const open = (role, options) => openDesk(browser, clinic.url, cookies[role], options);
  const rows = [
    await weightOf(open, "therapist", `${clinic.url}/therapist`),
    await weightOf(open, "supervisor", `${clinic.url}/calendars`),
    ...(await readable(open, `${clinic.url}/therapist`)),
    ...(await scrolling(open, `${clinic.url}/messages`)),
  ];
  await browser.close();
  await clinic.stop();
  clinic.clear();
  return rows;
}

function fillInbox(file) {
  const database = new Database(file);
  database
    .prepare(
      `with recursive nth (n) as (select 1 union all select n + 1 from nth where n < ?)
       insert into threads (phone, patient_name, sms_consent, last_body, last_dir, last_msg_at, created_at)
       select '+1828' || printf('%07d', n), 'Given' || n || ' Family' || (n % 977), n % 5 > 0,
         'Could we move the visit to Thursday at ten? ' || n, iif(n % 3, 'out', 'in'), ? - n * 60000, 0
       from nth`,
    )
    .run(threads, Date.now());
  database.close();
}

/** Bytes transferred by a first visit, including headers. */
async function weightOf(open, role, url) {
  const { context, page, devtools } = await open(role);
  let received = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    received += encodedDataLength;
  });
  await devtools.send("Network.enable");
  // The event stream never ends.
  await page.route("**/api/changes*", (route) => route.abort());
  await page.goto(url, { waitUntil: "networkidle" });
  await page.locator(".calendar .title").waitFor();
  await context.close();
  return atMost(190, `${new URL(url).pathname} with calendar, first visit`, "KB", received / kilobyte);
}

/** Counts the week's visits missing from the first paint, with scripts blocked and with scripts turned off. */
async function readable(open, url) {
  const rows = [];
  for (const scripts of [true, false]) {
    const { context, page } = await open("therapist", { scripts });
    await page.route("**/build/scripts/**", () => {});
    await page.goto(url, { waitUntil: "commit" });
    const visits = page.locator("#calendar a[data-id]");
    await visits.first().waitFor();
    const missing = (await visits.count()) - (await visits.filter({ visible: true }).count());
    rows.push(
      atMost(0, `visits missing from the first paint, scripts ${scripts ? "blocked" : "off"}`, "", missing),
    );
    await context.close();
  }
  return rows;
}

/** Scrolls the inbox from the top, and again after loading thousands of threads. */
async function scrolling(open, url) {
  const { context, page, devtools } = await open("supervisor");
  const floor = await openFloorPage();
  await page.goto(floor.url);
  const still = (await scroll(page, devtools)).speed;
  floor.close();
  await page.goto(url, { waitUntil: "load" });
  const rows = [];
  for (const from of ["from the top", "after 3,000 threads"]) {
    const { frames, speed, work, passed } = await scroll(page, devtools);
    rows.push(
      atLeast(58, `inbox of ${threads.toLocaleString("en-US")}, ${from}`, "frames/s", speed, still),
      atMost(34, `${from}, frame time, p99`, "ms", quantile(frames, 0.99)),
      atMost(16.7, `${from}, scripts, styles, and layout per frame`, "ms", work / frames.length),
      withoutTarget(`${from}, threads scrolled`, "", passed),
    );
    if (rows.length === 4) await loadThreads(page, 3000);
  }
  await context.close();
  return rows;
}

/** Scrolls fast for six seconds; returns frame times, the page's work, and the number of threads scrolled. */
async function scroll(page, devtools) {
  await devtools.send("Performance.enable");
  const before = await workOf(devtools);
  const top = await page.evaluate(() => {
    window.frameTimes = [];
    let last;
    const recordFrame = (now) => {
      if (last) window.frameTimes.push(now - last);
      last = now;
      window.frameRequest = requestAnimationFrame(recordFrame);
    };
    window.frameRequest = requestAnimationFrame(recordFrame);
    return document.getElementById("threads-scroll")?.scrollTop;
  });
  await devtools.send("Input.synthesizeScrollGesture", {
    x: 400,
    y: 600,
    yDistance: -6 * scrollSpeed,
    speed: scrollSpeed,
    gestureSourceType: "mouse",
  });
  const work = (await workOf(devtools)) - before;
  const { frames, height, row } = await page.evaluate(() => {
    cancelAnimationFrame(window.frameRequest);
    return {
      frames: window.frameTimes,
      height: document.getElementById("threads-scroll")?.scrollTop,
      row: document.querySelector(".thread")?.offsetHeight,
    };
  });
  const seconds = frames.reduce((sum, frame) => sum + frame, 0) / 1000;
  return { frames, speed: frames.length / seconds, work, passed: (height - top) / row };
}

/** Scrolls to the end until this many threads are loaded. Fails after a minute. */
async function loadThreads(page, most) {
  await page.waitForFunction(
    (target) => {
      const list = document.getElementById("threads-scroll");
      list.scrollTop = list.scrollHeight;
      return document.querySelectorAll(".thread").length >= target;
    },
    most,
    { polling: 50, timeout: 60_000 },
  );
}

/** Milliseconds spent on scripts, styles, and layout so far. */
async function workOf(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const parts = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"];
  return metrics.filter(({ name }) => parts.includes(name)).reduce((sum, { value }) => sum + 1000 * value, 0);
}
