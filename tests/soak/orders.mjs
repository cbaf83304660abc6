// npm run soak:orders [-- MINUTES]: the order system has each fault, one after another, while staff
// ask for order details, changes are read, and other users continue their work. Prints the waiting times of other
// users before and during each fault, without a limit.
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

async function ask(path, cookie, { form, json } = {}) {
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
  const { headers } = await ask("/api/login", "", { json: { email, password } });
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
const saved = await ask(`/admin/databases/${database}`, admin, {
  form: { ...simulator.settings, zone: "America/Chicago" },
});
if (saved.status !== 303) throw new Error(`The database can't be connected: ${saved.status}`);

const others = [
  ["/api/availability", patient],
  ["/schedule", patient],
  ["/track", patient],
  ["/api/kpi/step-counts", supervisor],
  ["/appointments", supervisor],
  ["/healthz", ""],
];
const middle = (times, share = 0.5) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

/** Other users open one page after another; returns each duration. */
async function goOn(seconds) {
  const until = performance.now() + seconds * 1000;
  const times = [];
  let wrong = 0;
  for (let turn = 0; performance.now() < until; turn++) {
    const [path, cookie] = others[turn % others.length];
    const { status, took } = await ask(path, cookie);
    times.push(took);
    if (status !== 200) wrong += 1;
  }
  return { times, wrong };
}

/** Staff request details of one order after another, several at a time; returns the statuses. */
async function askDetails(seconds) {
  const until = performance.now() + seconds * 1000;
  const statuses = new Map();
  let longest = 0;
  let next = 0;
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      while (performance.now() < until) {
        const { patient_id: pid, sales_order_no: so } = patients[next++ % patients.length];
        const { status, took } = await ask(`/api/order-meta?db=${database}&pid=${pid}&so=${so}`, supervisor);
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
await goOn(3);
const [quiet] = await Promise.all([goOn(Math.max(5, share)), askDetails(Math.max(5, share))]);
const memoryBefore = memory();
console.log(
  `While the order system is well: middle ${middle(quiet.times).toFixed(1)} ms, 95 % ${middle(quiet.times, 0.95).toFixed(1)} ms, ${memoryBefore} MB.`,
);
const rows = [];
for (const mode of [...modes.slice(1), "well"]) {
  simulator.mode = mode;
  // Each fault starts with a new client without failures and an immediate sync.
  await ask(`/admin/databases/${database}`, admin, {
    form: { ...simulator.settings, zone: rows.length % 2 ? "America/Chicago" : "America/New_York" },
  });
  const [during, details] = await Promise.all([goOn(share), askDetails(share)]);
  rows.push({
    "the order system": mode,
    "middle, ms": middle(during.times).toFixed(1),
    "× well": (middle(during.times) / middle(quiet.times)).toFixed(2),
    "95 %, ms": middle(during.times, 0.95).toFixed(1),
    "× well ": (middle(during.times, 0.95) / middle(quiet.times, 0.95)).toFixed(2),
    wrong: during.wrong,
    "details by status": [...details.statuses].map(([status, count]) => `${status}: ${count}`).join(", "),
    "longest, ms": Math.round(details.longest),
  });
}
console.table(rows);
console.log(`Memory: ${memoryBefore} MB before, ${memory()} MB after.`);
await simulator.stop();
await clinic.stop();
