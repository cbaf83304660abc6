// Imports a file of 100,000 orders while patients book, then measures reads with that many orders.
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { quantile } from "../caller.mjs";
import { cookieOf, openClinic, staffCookieOf } from "../clinic.mjs";
import { importOrders, orderCsv } from "../order-file.mjs";
import { cpuOf, memoryOf } from "../process.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const count = 100_000;
const runs = 400;

export async function measure() {
  const clinic = await openClinic();
  const rows = [...(await measureImport(clinic)), ...(await measureReads(clinic))];
  await clinic.stop();
  clinic.clear();
  return rows;
}

/** Sends a request; `took` is its duration in milliseconds. */
async function send({ url }, path, options = {}) {
  const began = performance.now();
  const response = await fetch(url + path, { ...options, headers: { origin: url, ...options.headers } });
  const text = await response.text();
  return { status: response.status, text, took: performance.now() - began };
}

async function measureImport(clinic) {
  const admin = await staffCookieOf(clinic, "admin");
  const quietEnd = performance.now() + 3000;
  const quiet = await bookUntil(clinic, () => performance.now() > quietEnd);
  const before = cpuOf(clinic.pid);
  let over = false;
  const booking = bookUntil(clinic, () => over);
  const { upload, check, write } = await importOrders(clinic, admin, orderCsv(clinic.demo, count));
  over = true;
  const used = (cpuOf(clinic.pid) - before) / 1000;
  const busy = await booking;
  const name = `${count.toLocaleString("en-US")} orders`;
  return [
    withoutTarget(`${name}, upload`, "s", upload),
    atMost(60, `${name}, check and import`, "s", check + write),
    withoutTarget(`${name}, CPU time including bookings`, "s", used),
    atMost(300, `${name}, peak memory`, "MB", memoryOf(clinic.pid).most),
    atMost(250, "bookings during the import, slowest", "ms", Math.max(...busy)),
    withoutTarget(
      "bookings during the import, median; reference: before the import",
      "ms",
      quantile(busy, 0.5),
      quantile(quiet, 0.5),
    ),
  ];
}

/** Books and cancels as one patient after another until `isOver`; returns the duration of each request. */
async function bookUntil(clinic, isOver) {
  const patients = clinic.demo.patients.filter(({ step }) => step === 5).slice(0, 20);
  const cookies = await Promise.all(patients.map((patient) => cookieOf(clinic.url, patient)));
  const post = (path, json, cookie) =>
    send(clinic, path, {
      method: "POST",
      body: JSON.stringify(json),
      headers: { cookie, "content-type": "application/json" },
    });
  const openings = JSON.parse(
    (await send(clinic, "/api/availability", { headers: { cookie: cookies[0] } })).text,
  );
  const later = openings.filter(({ start }) => Date.parse(start) > Date.now() + 72 * 3_600_000);
  const times = [];
  for (let turn = 0; !isOver(); turn++) {
    const who = turn % patients.length;
    const { patient_id, brightree_db } = patients[who];
    const { start, therapist } = later[(turn * 37) % later.length];
    const booked = await post(
      "/api/schedule-appointment",
      { patient_id, brightree_db, therapist, datetime: start, sms_consent: true },
      cookies[who],
    );
    if (booked.status >= 500) throw new Error(`A booking returned ${booked.status}.`);
    times.push(booked.took);
    if (booked.status === 201) times.push((await post("/api/my-appointment/cancel", {}, cookies[who])).took);
    await sleep(40);
  }
  return times;
}

/** Times reads with that many orders, compared with their SQL statements alone. */
async function measureReads(clinic) {
  const { demo } = clinic;
  const cookie = await staffCookieOf(clinic, "supervisor");
  const link = demo.patients.find(({ step }) => step === 7).link_code;
  const database = new Database(clinic.file, { readonly: true });
  const order = database
    .prepare("select order_id from visits where status = 'confirmed' limit 1")
    .pluck()
    .get();
  const counting = "select step, count(*) from orders where closed_at is null";
  const db = demo.databases[0].name;
  const rows = [];
  for (const [name, limit, path, headers, ...statements] of [
    ["step counts, all databases", 5, "/api/kpi/step-counts", { cookie }, [`${counting} group by step`]],
    [
      "step counts, one database",
      5,
      `/api/kpi/step-counts?db=${db}`,
      { cookie },
      [`${counting} and brightree_db = ? group by step`, db],
    ],
    [
      "timeline",
      3,
      `/api/shortlink/timeline/${link}`,
      {},
      ["select * from orders where id = ?", order],
      ["select * from order_steps where order_id = ? order by reached_at", order],
      ["select * from visits where order_id = ? and status <> 'cancelled' order by id desc limit 1", order],
    ],
  ]) {
    const { whole, cpu } = await timesOf(clinic, path, headers);
    rows.push(
      atMost(limit, name, "ms", whole, bareOf(database, statements)),
      withoutTarget(`${name}, CPU time`, "ms", cpu),
    );
  }
  database.close();
  return rows;
}

async function timesOf(clinic, path, headers) {
  for (let warm = 0; warm < 500; warm++) await send(clinic, path, { headers });
  const times = [];
  const before = cpuOf(clinic.pid);
  for (let turn = 0; turn < runs; turn++) times.push((await send(clinic, path, { headers })).took);
  return { whole: quantile(times, 0.5), cpu: (cpuOf(clinic.pid) - before) / runs };
}

/** The median time of the SQL statements alone. */
function bareOf(database, statements) {
  const prepared = statements.map(([text, ...values]) => [database.prepare(text), values]);
  const times = Array.from({ length: 300 }, () => {
    const began = performance.now();
    for (const [statement, values] of prepared) statement.all(...values);
    return performance.now() - began;
  });
  return quantile(times, 0.5);
}
