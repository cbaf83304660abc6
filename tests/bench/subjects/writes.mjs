// Bookings per second over ten connections, each synced to disk with its notices queued, compared with the bare
// transactions.
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deserialize } from "node:v8";
import Database from "better-sqlite3";
import { cookieOf, openClinic, timesFor } from "../clinic.mjs";
import { cpuOf } from "../process.mjs";
import { openBare } from "../reference/bare-sql.mjs";
import { ratioAtLeast, shown } from "../rows.mjs";

const connections = 10;
const rounds = 5;
const perRound = 40;

export async function measure() {
  const { transactions, copy } = await noteTransactions();
  const ours = await openBookings();
  const bare = openBare(copy);
  // The first round lets both prepare their statements and fill their caches.
  const best = { ours: 0, bare: 0, cpu: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    const nth = Array.from({ length: perRound }, (_, index) => round * perRound + index);
    const before = cpuOf(ours.clinic.pid);
    const seconds = await ours.book(nth);
    const cpu = (cpuOf(ours.clinic.pid) - before) / perRound;
    const bareSeconds = bare.run(nth.map((index) => transactions[index]));
    if (round === 0) continue;
    best.ours = Math.max(best.ours, perRound / seconds);
    best.bare = Math.max(best.bare, perRound / bareSeconds);
    best.cpu = Math.min(best.cpu, cpu);
  }
  bare.close();
  rmSync(copy, { force: true });
  await ours.close();
  return [
    ratioAtLeast(0.5, "bookings", "1/s", best.ours, best.bare),
    shown("a booking, processor time", "ms", best.cpu),
  ];
}

const pathOf = (nth) => `/api/schedule-appointment?booking=${nth}`;

/** What each booking writes, recorded by a server that makes them one by one, and an earlier copy. */
async function noteTransactions() {
  const recorder = join(import.meta.dirname, "../reference/record-statements.mjs");
  const { clinic, book, close } = await openBookings({ node: ["--import", recorder] });
  const copy = `${clinic.folder}.db`;
  process.once("exit", () => rmSync(copy, { force: true }));
  const database = new Database(clinic.file);
  database.pragma("wal_checkpoint(truncate)");
  database.close();
  copyFileSync(clinic.file, copy);
  for (let nth = 0; nth < rounds * perRound; nth++) await book([nth]);
  await clinic.stop();
  const noted = deserialize(readFileSync(join(clinic.folder, "transactions")));
  await close();
  const transactions = Array.from({ length: rounds * perRound }, (_, nth) => noted[pathOf(nth)]);
  return { transactions, copy };
}

/** A server with signed-in patients; `book` makes the nth bookings and returns how many seconds they took. */
async function openBookings(options) {
  const clinic = await openClinic({ DEMO_SCALE: "large" }, options);
  // Patients up to step 5 have no visit yet.
  const patients = clinic.demo.patients.filter(({ step }) => step <= 5).slice(0, rounds * perRound);
  const cookies = [];
  for (const patient of patients) cookies.push(await cookieOf(clinic.url, patient));
  const found = await fetch(`${clinic.url}/api/availability?limit=20000`, {
    headers: { cookie: cookies[0] },
  });
  const times = timesFor(patients.length, await found.json());
  if (times.length < patients.length) throw new Error("There are too few times to book.");
  const database = new Database(clinic.file, { readonly: true });
  const underWay = database.prepare(
    "select 1 from outbox where status in ('queued', 'sending') and not_before <= ? and visit_id is not null",
  );
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const bookOne = (nth) =>
    new Promise((resolve, reject) => {
      const { patient_id, brightree_db } = patients[nth];
      const headers = { "content-type": "application/json", origin: clinic.url, cookie: cookies[nth] };
      request(clinic.url + pathOf(nth), { method: "POST", agent, headers }, (answer) => {
        answer.resume().on("end", () => {
          if (answer.statusCode === 201) resolve();
          else reject(new Error(`A booking was answered by ${answer.statusCode}.`));
        });
      })
        .on("error", reject)
        .end(JSON.stringify({ patient_id, brightree_db, ...times[nth], sms_consent: true }));
    });
  return {
    clinic,
    async book(nths) {
      const began = performance.now();
      await Promise.all(nths.map(bookOne));
      while (underWay.get(Date.now())) await sleep(1);
      return (performance.now() - began) / 1000;
    },
    async close() {
      database.close();
      agent.destroy();
      await clinic.stop();
      clinic.clear();
    },
  };
}
