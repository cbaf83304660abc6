// npm run soak:orders [-- MINUTES]: simulates each fault of the order system while staff request order details, changes
// are synced, and other users keep working. Prints other users' response times before and during each fault.
import "../../app/cli/current-node.mjs";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt, ensureInstalled } from "../../app/cli/prepare.mjs";

ensureInstalled();
ensureBuilt();
const { cookieOf, openClinic } = await import("../bench/clinic.mjs");
const { modes, SimulatedOrderSystem } = await import("../../build/simulated-order-system.js");

const minutes = Number(process.argv[2] ?? 5);
const database = "BRHC";
const clinic = await openClinic({ ALLOW_PRIVATE_HOSTS: "127.0.0.1" });
const simulator = await SimulatedOrderSystem.start();
process.once("exit", () => {
  clinic.kill();
  clinic.clear();
});
const { demo, url } = clinic;
const patients = demo.patients.filter(({ brightree_db: db }) => db === database);

async function send(path, cookie, { form, json } = {}) {
  const began = performance.now();
  const response = await fetch(url + path, {
    method: form || json ? "POST" : "GET",
    redirect: "manual",
    headers: { cookie, origin: url, ...(json && { "content-type": "application/json" }) },
    body: form ? new URLSearchParams(form) : json ? JSON.stringify(json) : undefined,
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, took: performance.now() - began };
}

async function staffCookie(role) {
  const { email, password } = demo.staff.find(({ roles }) => roles.includes(role));
  const { headers } = await send("/api/login", "", { json: { email, password } });
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

const admin = await staffCookie("admin");
const supervisor = await staffCookie("supervisor");
const patient = await cookieOf(url, patients[0]);
for (const { patient_id: key, sales_order_no: so } of patients) {
  const zip = { line1: "1 Elm St", city: "Nashville", state: "TN", zip: "37201" };
  simulator.patients.set(key, {
    key,
    ptId: `P${key}`,
    first: "A",
    last: "B",
    ssn: "0",
    born: "1950-01-01",
    address: zip,
  });
  const times = { created: "2026-01-01T09:00:00", updated: "2026-01-01T09:00:00" };
  simulator.orders.set(Number(so), { key: Number(so), patientKey: key, ...times, items: [{ name: "Hose" }] });
}
const saved = await send(`/admin/databases/${database}`, admin, {
  form: { ...simulator.settings, zone: "America/Chicago" },
});
if (saved.status !== 303) throw new Error(`The database can't be connected: ${saved.status}`);

const otherPages = [
  ["/api/availability", patient],
  ["/schedule", patient],
  ["/track", patient],
  ["/api/kpi/step-counts", supervisor],
  ["/appointments", supervisor],
  ["/healthz", ""],
];
const quantile = (times, share = 0.5) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

/** Opens pages as other users; returns each duration and the number of failures. */
async function openPages(seconds) {
  const until = performance.now() + seconds * 1000;
  const times = [];
  let failed = 0;
  for (let turn = 0; performance.now() < until; turn++) {
    const [path, cookie] = otherPages[turn % otherPages.length];
    const { status, took } = await send(path, cookie);
    times.push(took);
    if (status !== 200) failed += 1;
  }
  return { times, failed };
}

/** Requests order details, three orders at a time; returns counts by status and the longest duration. */
async function requestDetails(seconds) {
  const until = performance.now() + seconds * 1000;
  const statuses = new Map();
  let longest = 0;
  let next = 0;
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      while (performance.now() < until) {
        const { patient_id: pid, sales_order_no: so } = patients[next++ % patients.length];
        const { status, took } = await send(`/api/order-meta?db=${database}&pid=${pid}&so=${so}`, supervisor);
        longest = Math.max(longest, took);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await sleep(200);
      }
    }),
  );
  return { statuses, longest };
}

const memory = () =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${clinic.pid}/status`, "utf8"))?.[1]) / 1024);
const share = Math.max(1, (minutes * 60) / modes.length);
await openPages(3);
const [quiet] = await Promise.all([openPages(Math.max(5, share)), requestDetails(Math.max(5, share))]);
const memoryBefore = memory();
console.log(
  `While the order system works: median ${quantile(quiet.times).toFixed(1)} ms, p95 ${quantile(quiet.times, 0.95).toFixed(1)} ms, ${memoryBefore} MB.`,
);
const rows = [];
for (const mode of [...modes.slice(1), "well"]) {
  simulator.mode = mode;
  // Saving new settings starts a new client without earlier failures and an immediate sync.
  await send(`/admin/databases/${database}`, admin, {
    form: { ...simulator.settings, zone: rows.length % 2 ? "America/Chicago" : "America/New_York" },
  });
  const [during, details] = await Promise.all([openPages(share), requestDetails(share)]);
  rows.push({
    "the order system": mode,
    "median, ms": quantile(during.times).toFixed(1),
    "median ratio": (quantile(during.times) / quantile(quiet.times)).toFixed(2),
    "p95, ms": quantile(during.times, 0.95).toFixed(1),
    "p95 ratio": (quantile(during.times, 0.95) / quantile(quiet.times, 0.95)).toFixed(2),
    failed: during.failed,
    "details by status": [...details.statuses].map(([status, count]) => `${status}: ${count}`).join(", "),
    "longest, ms": Math.round(details.longest),
  });
}
console.table(rows);
console.log(`Memory: ${memoryBefore} MB before, ${memory()} MB after.`);
await simulator.stop();
await clinic.stop();
