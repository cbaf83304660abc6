// npm run bench:orders: a file of 100,000 orders is taken in while patients book, then what reading costs
// over so many. Figures belong to the machine; the limits of the issue stand beside them, judged by nobody.
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { ensureBuilt, ensureInstalled } from "../../../app/cli/ready.mjs";

ensureInstalled();
ensureBuilt();
const { cookieOf, openClinic, staffCookieOf } = await import("../clinic.mjs");
const { cpuOf, memoryOf } = await import("../process.mjs");

const count = Number(process.argv[2] ?? 100_000);
const clinic = await openClinic();
process.once("exit", () => {
  clinic.kill();
  clinic.clear();
});
const { demo, url } = clinic;

/** One request, with how long it took in milliseconds. */
async function ask(path, options = {}) {
  const began = performance.now();
  const response = await fetch(url + path, {
    redirect: "manual",
    ...options,
    headers: { origin: url, ...options.headers },
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, took: performance.now() - began };
}
const post = (path, json, cookie) =>
  ask(path, {
    method: "POST",
    body: JSON.stringify(json),
    headers: { cookie, "content-type": "application/json" },
  });

function fileOf(rows) {
  const columns = [
    "brightree_db,patient_id,sales_order_no,patient_name,dob,phone,email,state,step,step_reached_at,referral_at,branch_office",
  ];
  for (let index = 0; index < rows; index++) {
    const { name } = demo.databases[index % demo.databases.length];
    // One in a hundred has a phone that is none.
    const phone = index % 100 === 99 ? "ask her son" : `919555${String(index % 10_000).padStart(4, "0")}`;
    columns.push(
      `${name},${500_000 + index},B${index},"Family${index}, Given",1950-01-02,${phone},p${index}@mail.example,NC,${1 + (index % 4)},2026-01-05T10:00:00Z,2026-01-02,Raleigh`,
    );
  }
  return columns.join("\n");
}

const worst = (times) => Math.round(Math.max(0, ...times));
const middle = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Patients book and cancel, one after another, until told to stop; how long each of it took. */
async function bookOn(isOver) {
  const patients = demo.patients.filter(({ step }) => step === 5).slice(0, 20);
  const cookies = await Promise.all(patients.map((patient) => cookieOf(url, patient)));
  const openings = JSON.parse((await ask("/api/availability", { headers: { cookie: cookies[0] } })).text);
  const later = openings.filter(({ start }) => Date.parse(start) > Date.now() + 72 * 3_600_000);
  const times = [];
  const odd = new Map();
  for (let turn = 0; !isOver(); turn++) {
    const who = turn % patients.length;
    const { patient_id, brightree_db } = patients[who];
    const { start, therapist } = later[(turn * 37) % later.length];
    const booked = await post(
      "/api/schedule-appointment",
      { patient_id, brightree_db, therapist, datetime: start, sms_consent: true },
      cookies[who],
    );
    times.push(booked.took);
    if (booked.status === 201) times.push((await post("/api/my-appointment/cancel", {}, cookies[who])).took);
    else odd.set(booked.status, (odd.get(booked.status) ?? 0) + 1);
    await sleep(40);
  }
  return { times, odd };
}

const admin = await staffCookieOf(clinic, "admin");
const quiet = await bookOn(
  (
    (until) => () =>
      performance.now() > until
  )(performance.now() + 3000),
);
const idleMemory = memoryOf(clinic.pid).most.toFixed();

/** Waits until an import is in a state; how long that took, in seconds. */
async function until(page, words) {
  const began = performance.now();
  for (;;) {
    const { text } = await ask(page, { headers: { cookie: admin } });
    if (words.test(text)) return (performance.now() - began) / 1000;
    if (/class="notice bad"/.test(text)) throw new Error("The import failed.");
    await sleep(250);
  }
}

let over = false;
const booking = bookOn(() => over);
const form = new FormData();
form.append("file", new File([fileOf(count)], "orders.csv", { type: "text/csv" }));
const sent = await ask("/admin/import", { method: "POST", body: form, headers: { cookie: admin } });
const before = cpuOf(clinic.pid);
const page = sent.headers.get("location");
const checked = await until(page, /can be taken in/);
await ask(page, {
  method: "POST",
  headers: { cookie: admin, "content-type": "application/x-www-form-urlencoded" },
});
const taken = await until(page, /rejected\.csv|new orders/);
const used = (cpuOf(clinic.pid) - before) / 1000;
over = true;
const busy = await booking;

console.log(`\nA file of ${count.toLocaleString("en-US")} orders, while patients book:`);
console.table([
  { what: "upload", measured: `${Math.round(sent.took)} ms`, limit: "" },
  { what: "check", measured: `${checked.toFixed(1)} s`, limit: "" },
  { what: "take in", measured: `${taken.toFixed(1)} s`, limit: "" },
  { what: "check and take in", measured: `${(checked + taken).toFixed(1)} s`, limit: "60 s" },
  { what: "… processor time, bookings included", measured: `${used.toFixed(1)} s`, limit: "" },
  {
    what: "peak memory",
    measured: `${memoryOf(clinic.pid).most.toFixed()} MB (before: ${idleMemory})`,
    limit: "300 MB",
  },
  {
    what: "bookings, longest wait",
    measured: `${worst(busy.times)} ms of ${busy.times.length}`,
    limit: "250 ms",
  },
  { what: "bookings, middle", measured: `${middle(busy.times).toFixed(1)} ms`, limit: "" },
  {
    what: "… without the import",
    measured: `${middle(quiet.times).toFixed(1)} ms, longest ${worst(quiet.times)}`,
    limit: "",
  },
]);
if (busy.odd.size > 0) console.log("Bookings that were refused, by status:", Object.fromEntries(busy.odd));

// What reading costs over so many orders, beside the statements alone.
const supervisor = await staffCookieOf(clinic, "supervisor");
const link = demo.patients.find(({ step }) => step === 7).link_code;

const turns = 400;
async function measure(path, headers = {}) {
  for (let warm = 0; warm < 50; warm++) await ask(path, { headers });
  const times = [];
  const before = cpuOf(clinic.pid);
  for (let turn = 0; turn < turns; turn++) times.push((await ask(path, { headers })).took);
  return { whole: middle(times), cpu: (cpuOf(clinic.pid) - before) / turns };
}

const database = new Database(clinic.file, { readonly: true });
function bare(statements) {
  const prepared = statements.map(([sql, ...values]) => [database.prepare(sql), values]);
  const times = [];
  for (let turn = 0; turn < 300; turn++) {
    const began = performance.now();
    for (const [statement, values] of prepared) statement.all(...values);
    times.push(performance.now() - began);
  }
  return middle(times);
}
const counting = "select step, count(*) from orders where closed_at is null";
const orderId = database
  .prepare("select order_id as id from visits where status = 'confirmed' limit 1")
  .get().id;
const rows = [
  {
    call: "step counts, all databases",
    ours: await measure("/api/kpi/step-counts", { cookie: supervisor }),
    plain: bare([[`${counting} group by step`]]),
    limit: 5,
  },
  {
    call: "step counts, one database",
    ours: await measure(`/api/kpi/step-counts?db=${demo.databases[0].name}`, { cookie: supervisor }),
    plain: bare([[`${counting} and brightree_db = ? group by step`, demo.databases[0].name]]),
    limit: 5,
  },
  {
    call: "timeline",
    ours: await measure(`/api/shortlink/timeline/${link}`),
    plain: bare([
      ["select * from orders where id = ?", orderId],
      ["select * from order_steps where order_id = ? order by reached_at", orderId],
      ["select * from visits where order_id = ? and status <> 'cancelled' order by id desc limit 1", orderId],
    ]),
    limit: 3,
  },
  { call: "nothing at all (healthz)", ours: await measure("/healthz"), plain: 0, limit: null },
];
const total = database.prepare("select count(*) as orders from orders").get().orders;
database.close();
console.log(
  `\nReading over ${total.toLocaleString("en-US")} orders, one request at a time, the middle of ${turns}:`,
);
console.table(
  rows.map(({ call, ours, plain, limit }) => ({
    call,
    "whole request, ms": ours.whole.toFixed(2),
    "server's processor time, ms": ours.cpu.toFixed(2),
    "limit, ms": limit ?? "",
    "bare SQL, ms": plain.toFixed(3),
  })),
);
await clinic.stop();
