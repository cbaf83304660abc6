// Simulates patients and staff who use Firstnight, with the same requests and polling intervals as the pages.
import { setTimeout as sleep } from "node:timers/promises";
import { Browser } from "./browser.mjs";

const second = 1000;
const pick = (items) => items[Math.floor(Math.random() * items.length)];
/** A random time between 0.5 and 1.5 times this long. */
const about = (milliseconds) => milliseconds * (0.5 + Math.random());
const until = (at) => sleep(Math.max(0, at - performance.now()));

const hrefs = (html, pattern) => [...html.matchAll(pattern)].map(([, href]) => href.replaceAll("&amp;", "&"));

/** A patient who opens the link in a text, views another day, books, and tracks the order for two minutes. */
export async function patient({ url, link, patient_id, brightree_db }, due, end) {
  const browser = new Browser(url);
  await until(due);
  let page = await browser.send("patient: link", due, `/schedule/${link}`);
  const files = hrefs(page.text, /(?:src|href)="(\/build\/[^"]+\.(?:js|css))"/g);
  await Promise.all(files.map((path) => browser.send("patient: file", performance.now(), path)));

  due += about(8 * second);
  await until(due);
  const days = hrefs(page.text, /href="(\/schedule\?date=[^"]+)"/g);
  if (days.length > 0) page = await browser.send("patient: another day", due, pick(days));

  due += about(12 * second);
  await until(due);
  let status = 409;
  for (let attempt = 0; status === 409 && attempt < 5; attempt++) {
    const times = [...page.text.matchAll(/data-at="([^"]+)" data-therapist="([^"]+)"/g)];
    if (times.length === 0) break;
    const [, datetime, name] = pick(times);
    const therapist = name.replaceAll("&#x27;", "'");
    const json = { patient_id, brightree_db, datetime, therapist, sms_consent: true };
    const expected = [201, 409];
    const requestDue = attempt === 0 ? due : performance.now();
    ({ status } = await browser.send("patient: book", requestDue, "/api/schedule-appointment", {
      json,
      expected,
    }));
    if (status === 409) page = await browser.send("patient: open times", performance.now(), "/schedule");
  }
  await trackOrder(browser, due + 2 * second, end);
}

/** Opens the tracking page, which polls every 30 seconds. */
async function trackOrder(browser, due, end) {
  await until(due);
  await browser.send("patient: tracking page", due, "/track");
  for (let nth = 0; nth < 4; nth++) {
    due += 30 * second;
    await until(due);
    if (due > end) return;
    const options = { background: true, tagged: true, expected: [200, 304] };
    await browser.send("patient: timeline poll", due, "/api/shortlink/timeline", options);
  }
}

/** A therapist who opens the week every two minutes and confirms a waiting visit. */
export async function therapist({ url, token }, due, end) {
  const browser = new Browser(url, token);
  const confirmed = new Set();
  for (due += Math.random() * 120 * second; due < end; due += about(120 * second)) {
    await until(due);
    await browser.send("therapist: week", due, "/therapist");
    const path = "/api/unconfirmed-appointments";
    const { text } = await browser.send("therapist: unconfirmed visits", performance.now(), path);
    const visit = JSON.parse(text).find(({ id }) => !confirmed.has(id));
    due += 5 * second;
    await until(due);
    if (!visit || due > end) continue;
    confirmed.add(visit.id);
    const json = { appointment_id: visit.id, meeting_link: "https://meet.example/abc" };
    // The patient might have moved or canceled the visit.
    const expected = [200, 404, 409];
    await browser.send("therapist: confirm", due, "/api/appointments/confirm", { json, expected });
  }
}

const lists = (name, [from, to]) => [
  "/appointments",
  `/appointments?q=${encodeURIComponent(name)}`,
  "/appointments?status=submitted&sort=therapist",
  "/calendars",
  "/calendars?tab=worklist",
  "/calendars?tab=capacity",
  `/api/composite-appointments?start=${from}&end=${to}`,
  "/api/kpi/step-orders?step=5",
];

/** A supervisor who keeps the dashboard open, which polls every 30 seconds, and opens lists. */
export async function supervisor({ url, token, names, days }, due, end) {
  const browser = new Browser(url, token);
  let turn = 0;
  for (due += Math.random() * 30 * second; due < end; due += 30 * second) {
    await until(due);
    const options = { background: true, tagged: true, expected: [200, 304] };
    const { status } = await browser.send("supervisor: tiles", due, "/api/kpi/tiles", options);
    if (status === 200)
      await browser.send("supervisor: dashboard", performance.now(), "/supervisordashboard");
    turn += 1;
    if (turn % 2 === 0)
      await browser.send("supervisor: list", performance.now(), pick(lists(pick(names), days)));
  }
}

/** A user who opens a conversation every 30 seconds, receives its updates, and sends a text once a minute. */
export async function writer({ url, token, threads }, due, end) {
  const browser = new Browser(url, token);
  let thread = pick(threads);
  let refreshDue = 0;
  let isScheduled = false;
  const refresh = () => {
    isScheduled = false;
    if (refreshDue < end)
      browser.send("inbox: update", refreshDue, `/messages/${thread}`, { background: true });
  };
  // The page also sends one request for all events within 1.5 seconds.
  const onEvent = () => {
    if (isScheduled) return;
    isScheduled = true;
    refreshDue = performance.now() + 1.5 * second;
    setTimeout(refresh, 1.5 * second);
  };
  const closeStream = browser.listen("/api/sms/stream", onEvent);
  let turn = 0;
  for (due += Math.random() * 30 * second; due < end; due += about(30 * second)) {
    await until(due);
    thread = pick(threads);
    await browser.send("inbox: conversation", due, `/messages/${thread}`);
    turn += 1;
    due += 5 * second;
    await until(due);
    if (turn % 2 || due > end) continue;
    const json = { thread_id: thread, body: `words ${crypto.randomUUID()}` };
    await browser.send("inbox: send", due, "/api/sms/send", { json });
  }
  closeStream();
}
