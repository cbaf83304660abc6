// What patients and staff do while they have Firstnight open, at the times the pages themselves do it.
import { setTimeout as sleep } from "node:timers/promises";
import { Browser } from "./browser.mjs";

const second = 1000;
const pick = (items) => items[Math.floor(Math.random() * items.length)];
/** Between 0.5 and 1.5 times as long, like people. */
const about = (milliseconds) => milliseconds * (0.5 + Math.random());
const until = (at) => sleep(Math.max(0, at - performance.now()));

const hrefs = (html, pattern) => [...html.matchAll(pattern)].map(([, href]) => href.replaceAll("&amp;", "&"));

/** Opens the text's link, looks at two days, books, and tracks the order for two minutes. */
export async function patient({ url, link, patient_id, brightree_db }, due, end) {
  const browser = new Browser(url);
  await until(due);
  let page = await browser.ask("patient: the link", due, `/schedule/${link}`);
  const files = hrefs(page.text, /(?:src|href)="(\/build\/[^"]+\.(?:js|css))"/g);
  await Promise.all(files.map((path) => browser.ask("patient: a file", performance.now(), path)));

  due += about(8 * second);
  await until(due);
  const days = hrefs(page.text, /href="(\/schedule\?date=[^"]+)"/g);
  if (days.length > 0) page = await browser.ask("patient: another day", due, pick(days));

  due += about(12 * second);
  await until(due);
  let status = 409;
  for (let attempt = 0; status === 409 && attempt < 5; attempt++) {
    const times = [...page.text.matchAll(/data-at="([^"]+)" data-therapist="([^"]+)"/g)];
    if (times.length === 0) break;
    const [, datetime, name] = pick(times);
    const therapist = name.replaceAll("&#x27;", "'");
    const json = { patient_id, brightree_db, datetime, therapist, sms_consent: true };
    const right = [201, 409];
    const asked = attempt === 0 ? due : performance.now();
    ({ status } = await browser.ask("patient: book", asked, "/api/schedule-appointment", { json, right }));
    if (status === 409) page = await browser.ask("patient: the times", performance.now(), "/schedule");
  }
  await follow(browser, due + 2 * second, end);
}

/** Opens the tracking page, which polls every half minute. */
async function follow(browser, due, end) {
  await until(due);
  await browser.ask("patient: the tracking page", due, "/track");
  for (let nth = 0; nth < 4; nth++) {
    due += 30 * second;
    await until(due);
    if (due > end) return;
    const how = { background: true, tagged: true, right: [200, 304] };
    await browser.ask("patient: how it stands", due, "/api/shortlink/timeline", how);
  }
}

/** Looks at the week every two minutes and confirms waiting visits. */
export async function therapist({ url, token }, due, end) {
  const browser = new Browser(url, token);
  const confirmed = new Set();
  for (due += Math.random() * 120 * second; due < end; due += about(120 * second)) {
    await until(due);
    await browser.ask("therapist: the week", due, "/therapist");
    const path = "/api/unconfirmed-appointments";
    const { text } = await browser.ask("therapist: what waits", performance.now(), path);
    const visit = JSON.parse(text).find(({ id }) => !confirmed.has(id));
    due += 5 * second;
    await until(due);
    if (!visit || due > end) continue;
    confirmed.add(visit.id);
    const json = { appointment_id: visit.id, meeting_link: "https://meet.example/abc" };
    // The patient may have moved or canceled the visit.
    const right = [200, 404, 409];
    await browser.ask("therapist: confirm", due, "/api/appointments/confirm", { json, right });
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

/** Keeps the dashboard open, which polls every half minute, and goes through the lists. */
export async function supervisor({ url, token, names, days }, due, end) {
  const browser = new Browser(url, token);
  let turn = 0;
  for (due += Math.random() * 30 * second; due < end; due += 30 * second) {
    await until(due);
    const how = { background: true, tagged: true, right: [200, 304] };
    const { status } = await browser.ask("supervisor: the tiles", due, "/api/kpi/tiles", how);
    if (status === 200)
      await browser.ask("supervisor: the dashboard", performance.now(), "/supervisordashboard");
    turn += 1;
    if (turn % 2 === 0)
      await browser.ask("supervisor: a list", performance.now(), pick(lists(pick(names), days)));
  }
}

/** A user with a conversation open, which is polled for changes. They write once a minute, then open another. */
export async function writer({ url, token, threads }, due, end) {
  const browser = new Browser(url, token);
  let thread = pick(threads);
  let news = 0;
  let fresh = false;
  const refresh = () => {
    fresh = false;
    if (news < end)
      browser.ask("inbox: brought up to date", news, `/messages/${thread}`, { background: true });
  };
  // As on the page, all events within a second and a half cause one request.
  const heard = () => {
    if (fresh) return;
    fresh = true;
    news = performance.now() + 1.5 * second;
    setTimeout(refresh, 1.5 * second);
  };
  const hangUp = browser.listen("/api/sms/stream", heard);
  let turn = 0;
  for (due += Math.random() * 30 * second; due < end; due += about(30 * second)) {
    await until(due);
    thread = pick(threads);
    await browser.ask("inbox: a conversation", due, `/messages/${thread}`);
    turn += 1;
    due += 5 * second;
    await until(due);
    if (turn % 2 || due > end) continue;
    const json = { thread_id: thread, body: `words ${crypto.randomUUID()}` };
    await browser.ask("inbox: write", due, "/api/sms/send", { json });
  }
  hangUp();
}
