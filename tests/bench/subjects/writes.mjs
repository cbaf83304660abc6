// Bookings per second over ten connections, each synced to disk with its notices delivered, compared with the
// transactions alone.
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { deserialize } from "node:v8";
import Database from "better-sqlite3";
import { openBookings, pathOf } from "../bookings.mjs";
import { openClinic } from "../clinic.mjs";
import { cpuOf } from "../process.mjs";
import { openBare } from "../reference/bare-sql.mjs";
import { ratioAtLeast, withoutTarget } from "../rows.mjs";

const rounds = 5;
const perRound = 40;

export async function measure() {
  const { transactions, copy } = await recordTransactions();
  const ours = await openClinicWithBookings();
  const bare = openBare(copy);
  // The first round is a warm-up.
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
    withoutTarget("CPU time per booking", "ms", best.cpu),
  ];
}

/** Records the SQL of each booking on a server that makes one booking at a time. `copy` is the database before. */
async function recordTransactions() {
  const recorder = join(import.meta.dirname, "../reference/record-statements.mjs");
  const { clinic, book, close } = await openClinicWithBookings({ node: ["--import", recorder] });
  const copy = `${clinic.folder}.db`;
  process.once("exit", () => rmSync(copy, { force: true }));
  const database = new Database(clinic.file);
  database.pragma("wal_checkpoint(truncate)");
  database.close();
  copyFileSync(clinic.file, copy);
  for (let nth = 0; nth < rounds * perRound; nth++) await book([nth]);
  await clinic.stop();
  const recorded = deserialize(readFileSync(join(clinic.folder, "transactions")));
  await close();
  const transactions = Array.from({ length: rounds * perRound }, (_, nth) => recorded[pathOf(nth)]);
  return { transactions, copy };
}

/** Starts a server and signs in patients. */
async function openClinicWithBookings(options) {
  const clinic = await openClinic({ DEMO_SCALE: "large" }, options);
  const database = new Database(clinic.file, { readonly: true });
  const { book, close } = await openBookings(
    clinic,
    rounds * perRound,
    async (sql, value) => database.prepare(sql).get(value) !== undefined,
  );
  return {
    clinic,
    book,
    async close() {
      database.close();
      close();
      await clinic.stop();
      clinic.clear();
    },
  };
}
