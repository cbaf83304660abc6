// Staff pages in a desktop browser: the size of the calendars, what can be read before their scripts load, and
// scrolling an inbox of 50,000 threads.
import Database from "better-sqlite3";
import { chromium } from "playwright";
import { findBrowser } from "../../support/find-browser.mjs";
import { at } from "../caller.mjs";
import { openClinic, staffCookieOf } from "../clinic.mjs";
import { openDesk } from "../desk.mjs";
import { openFloorPage } from "../reference/floor-page.mjs";
import { atLeast, atMost, shown } from "../rows.mjs";

const threads = 50_000;
const kilobyte = 1024;
/** Pixels a second. */
const wheel = 3000;

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

/** Bytes transferred until a first visit is idle, including headers. */
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
  return atMost(190, `${new URL(url).pathname} with its calendar, first visit`, "KB", received / kilobyte);
}

/** The week's visits shown at the first paint, with every script delayed and without scripts. */
async function readable(open, url) {
  const rows = [];
  for (const scripts of [true, false]) {
    const { context, page } = await open("therapist", { scripts });
    await page.route("**/build/scripts/**", () => {});
    await page.goto(url, { waitUntil: "commit" });
    const visits = page.locator("#calendar a[data-id]");
    await visits.first().waitFor();
    const lacking = (await visits.count()) - (await visits.filter({ visible: true }).count());
    rows.push(
      atMost(
        0,
        scripts ? "visits that the first paint lacks, scripts held back" : "the same, without scripts",
        "",
        lacking,
      ),
    );
    await context.close();
  }
  return rows;
}

/** Scrolls the inbox from its top, and again with thousands of threads above. */
async function scrolling(open, url) {
  const { context, page, devtools } = await open("supervisor");
  const floor = await openFloorPage();
  await page.goto(floor.url);
  const still = (await turnWheel(page, devtools)).speed;
  floor.close();
  await page.goto(url, { waitUntil: "load" });
  const rows = [];
  for (const from of ["from the top", "from 3,000 threads down"]) {
    const { frames, speed, work, passed } = await turnWheel(page, devtools);
    rows.push(
      atLeast(58, `inbox of ${threads.toLocaleString("en-US")}, ${from}`, "frames/s", speed, still),
      atMost(34, `${from}, the longest frame of a hundred`, "ms", at(frames, 0.99)),
      atMost(16.7, `${from}, scripts, styles and layout of a frame`, "ms", work / frames.length),
      shown(`${from}, threads passed`, "", passed),
    );
    if (rows.length === 4) await loadDown(page, 3000);
  }
  await context.close();
  return rows;
}

/** Six seconds of fast scrolling: frame times, the page's work, and how many threads passed. */
async function turnWheel(page, devtools) {
  await devtools.send("Performance.enable");
  const before = await workOf(devtools);
  const top = await page.evaluate(() => {
    window.frameTimes = [];
    let last;
    const note = (now) => {
      if (last) window.frameTimes.push(now - last);
      last = now;
      window.noting = requestAnimationFrame(note);
    };
    window.noting = requestAnimationFrame(note);
    return document.getElementById("threads-scroll")?.scrollTop;
  });
  await devtools.send("Input.synthesizeScrollGesture", {
    x: 400,
    y: 600,
    yDistance: -6 * wheel,
    speed: wheel,
    gestureSourceType: "mouse",
  });
  const work = (await workOf(devtools)) - before;
  const { frames, height, row } = await page.evaluate(() => {
    cancelAnimationFrame(window.noting);
    return {
      frames: window.frameTimes,
      height: document.getElementById("threads-scroll")?.scrollTop,
      row: document.querySelector(".thread")?.offsetHeight,
    };
  });
  const seconds = frames.reduce((sum, frame) => sum + frame, 0) / 1000;
  return { frames, speed: frames.length / seconds, work, passed: (height - top) / row };
}

/** Jumps to the end of the list until this many threads are loaded, or a minute has passed. */
async function loadDown(page, most) {
  await page.waitForFunction(
    (wanted) => {
      const list = document.getElementById("threads-scroll");
      list.scrollTop = list.scrollHeight;
      return document.querySelectorAll(".thread").length >= wanted;
    },
    most,
    { polling: 50, timeout: 60_000 },
  );
}

/** Time spent on scripts, styles and layout so far, in milliseconds. */
async function workOf(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const parts = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"];
  return metrics.filter(({ name }) => parts.includes(name)).reduce((sum, { value }) => sum + 1000 * value, 0);
}
