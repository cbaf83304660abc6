// A therapist's week with 5,000 visits on file: its size, its CPU time on the server, and the cost of dragging a visit
// on a slow CPU.
import { brotliCompressSync, gzipSync } from "node:zlib";
import autocannon from "autocannon";
import Database from "better-sqlite3";
import { chromium } from "playwright";
import { findBrowser } from "../../support/find-browser.mjs";
import { openClinic, staffCookieOf } from "../clinic.mjs";
import { cpuOf } from "../process.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const hour = 3_600_000;
const day = 24 * hour;
const onFile = 5000;
/** A week of full days, far enough ahead to be free in the demo. */
const sunday = "2031-06-01";
const perDay = 8;
const seconds = 3;

export async function measure() {
  const clinic = await openClinic({}, { prepare: fillYears });
  const cookie = await staffCookieOf(clinic, "therapist");
  const rows = [...(await weightOf(clinic, cookie)), ...(await timesOf(clinic, cookie))];
  rows.push(...(await dragging(clinic, cookie)));
  await clinic.stop();
  clinic.clear();
  return rows;
}

/** Gives the demo's first therapist a full week and years of past visits. */
function fillYears(file) {
  const database = new Database(file);
  const orders = database
    .prepare(
      "select id from orders where id not in (select order_id from visits where status in ('submitted', 'confirmed', 'pending')) order by id",
    )
    .pluck()
    .all();
  const insert = database.prepare(`
    insert into visits (order_id, therapist_id, start_at, end_at, local_date, status, uid, created_at, submitted_at)
    values (?, 1, ?, ?, ?, ?, ?, 0, 0)`);
  const book = (order, start, status) => {
    const date = new Date(start - 4 * hour).toISOString().slice(0, 10);
    insert.run(order, start, start + 45 * 60_000, date, status, `bench-${start}`);
  };
  const eight = Date.parse(`${sunday}T12:00:00Z`);
  database.transaction(() => {
    for (let n = 0; n < 5 * perDay; n++) {
      const start = eight + (1 + Math.floor(n / perDay)) * day + (n % perDay) * hour;
      book(orders[n], start, n % 4 === 0 ? "submitted" : "confirmed");
    }
    for (let n = 5 * perDay; n < onFile; n++) {
      const start = eight - (900 + Math.floor(n / perDay)) * day + (n % perDay) * hour;
      book(orders[n % orders.length], start, "completed");
    }
  })();
  database.close();
}

async function weightOf({ url }, cookie) {
  const page = await fetch(`${url}/therapist?week=${sunday}`, { headers: { cookie } });
  const html = Buffer.from(await page.arrayBuffer());
  const visits = html.toString().split("week-visit").length - 1;
  if (visits !== 5 * perDay) throw new Error(`The week shows ${visits} visits.`);
  return [
    atMost(20, `week of ${visits} visits, HTML with Brotli`, "KB", brotliCompressSync(html).length / 1024),
    atMost(20, `week of ${visits} visits, HTML with gzip`, "KB", gzipSync(html).length / 1024),
  ];
}

async function timesOf(clinic, cookie) {
  const name = encodeURIComponent(
    clinic.demo.staff.find(({ roles }) => roles.includes("therapist")).therapist_name,
  );
  const from = `${sunday}T04:00:00.000Z`;
  const to = new Date(Date.parse(from) + 7 * day).toISOString();
  const page = await timeOf(clinic, cookie, `/therapist?week=${sunday}`);
  const call = await timeOf(clinic, cookie, `/api/appointments/${name}?from=${from}&to=${to}&limit=1000`);
  return [
    atMost(30, "page of that week, CPU time", "ms", page),
    withoutTarget("API call for that week's visits, CPU time", "ms", call),
  ];
}

async function timeOf({ url, pid }, cookie, path) {
  const load = (duration) => autocannon({ url: url + path, headers: { cookie }, connections: 1, duration });
  await load(1);
  const before = cpuOf(pid);
  const { requests, non2xx } = await load(seconds);
  if (non2xx > 0) throw new Error(`${path}: ${non2xx} requests failed.`);
  return (cpuOf(pid) - before) / requests.total;
}

const moves = 60;
const rounds = 3;

/** Drags a visit across the week on a CPU four times slower; returns the best of several rounds. */
async function dragging({ url }, cookie) {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 1800 } });
  for (const one of cookie.split("; ")) {
    const [name, value] = one.split("=");
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable");
  let touched = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${url}/therapist?week=${sunday}`);
    const event = page.locator("#calendar [data-visit]").nth(2);
    await event.waitFor();
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const box = await event.boundingBox();
    const [x, y] = [box.x + 30, box.y + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 12, { steps: 4 });
    await page.evaluate(watchOthers, await event.getAttribute("data-visit"));
    const before = await workOf(devtools);
    for (let n = 0; n < moves; n++) {
      await page.mouse.move(x + n * 5, y + 12 + (n % 20) * 6);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    const events = await page.locator("#calendar .event").count();
    if (events !== 5 * perDay + 1) throw new Error("The visit wasn't dragged.");
    best = Math.min(best, (await workOf(devtools)) - before);
    touched += await page.evaluate("window.touched");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
  await browser.close();
  return [
    atMost(0, "changes to other visits while one is dragged", "", touched),
    atMost(
      8,
      "scripts, styles, and layout per move while dragging, CPU four times slower",
      "ms",
      best / moves,
    ),
  ];
}

/** Runs in the page: counts DOM changes in visits other than the dragged one. */
function watchOthers(dragged) {
  window.touched = 0;
  const observer = new MutationObserver((changes) => {
    window.touched += changes.length;
  });
  for (const other of document.querySelectorAll(`#calendar [data-visit]:not([data-visit="${dragged}"])`)) {
    observer.observe(other, { attributes: true, childList: true, characterData: true, subtree: true });
  }
}

/** Milliseconds spent on scripts, styles, and layout so far, without the test's own calls. */
async function workOf(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const parts = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"];
  return metrics.filter(({ name }) => parts.includes(name)).reduce((sum, { value }) => sum + 1000 * value, 0);
}
