// Compares bookings and pages on a libSQL server with a database file. The database server, the instances, and the load
// share this machine's cores.
import autocannon from "autocannon";
import Database from "better-sqlite3";
import { openBookings } from "../bookings.mjs";
import { cookieOf, openClinic } from "../clinic.mjs";
import { cpuOf } from "../process.mjs";
import { ratioAtLeast, withoutTarget } from "../rows.mjs";
import { openDatabaseServer } from "../sqld.mjs";

const settings = { DEMO_SCALE: "small" };
const rounds = 5;
const bookingsPerRound = 8;
const seconds = 1;
const path = "/schedule";

export async function measure() {
  const server = await openDatabaseServer(settings);
  const rows = [...(await againstFile(server)), await twoInstances(server)];
  server.close();
  return rows;
}

async function againstFile(server) {
  const onFile = await openClinic(settings);
  const onServer = await server.openInstance();
  const database = new Database(onFile.file, { readonly: true });
  const fileHasRow = async (sql, value) => database.prepare(sql).get(value) !== undefined;
  const sides = [
    { clinic: onFile, pids: [onFile.pid], hasRow: fileHasRow },
    { clinic: onServer, pids: [onServer.pid, server.pid], hasRow: server.hasRow },
  ].map((side) => ({ ...side, booked: 0, pages: 0, cpuOfBooking: [], cpuOfPage: [] }));
  for (const side of sides) {
    side.bookings = await openBookings(side.clinic, rounds * bookingsPerRound, side.hasRow);
    side.load = await pagesOf(side.clinic);
    await side.load({ amount: 500 });
  }
  // The first round is a warm-up.
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const nths = Array.from({ length: bookingsPerRound }, (_, nth) => round * bookingsPerRound + nth);
      const [took, cpuOfBooking] = await withCpu(side.pids, () => side.bookings.book(nths));
      const [pages, cpuOfPage] = await withCpu(side.pids, () => side.load({ duration: seconds }));
      if (round === 0) continue;
      side.booked = Math.max(side.booked, bookingsPerRound / took);
      side.pages = Math.max(side.pages, pages / seconds);
      side.cpuOfBooking = cpuOfBooking.map((cpu) => cpu / bookingsPerRound);
      side.cpuOfPage = cpuOfPage.map((cpu) => cpu / pages);
    }
  }
  const [file, libsql] = sides;
  for (const { bookings, clinic } of sides) {
    bookings.close();
    await clinic.stop();
    clinic.clear();
  }
  database.close();
  return [
    ratioAtLeast(0.25, "bookings on libSQL; reference: file", "1/s", libsql.booked, file.booked),
    withoutTarget("CPU time per booking", "ms", libsql.cpuOfBooking[0], file.cpuOfBooking[0]),
    withoutTarget("CPU time per booking, database server", "ms", libsql.cpuOfBooking[1]),
    ratioAtLeast(0.6, `${path} on libSQL; reference: file`, "1/s", libsql.pages, file.pages),
    withoutTarget(`${path}, CPU time`, "ms", libsql.cpuOfPage[0], file.cpuOfPage[0]),
    withoutTarget(`${path}, CPU time, database server`, "ms", libsql.cpuOfPage[1]),
  ];
}

/** Pins each instance to its own core. */
async function twoInstances(server) {
  const instances = [await server.openInstance({ core: 0 }), await server.openInstance({ core: 1 })];
  const loads = await Promise.all(instances.map(pagesOf));
  await Promise.all(loads.map((load) => load({ amount: 500 })));
  const best = { one: 0, two: 0 };
  for (let round = 0; round < rounds; round++) {
    const one = await loads[round % 2]({ duration: seconds });
    const both = await Promise.all(loads.map((load) => load({ duration: seconds })));
    best.one = Math.max(best.one, one / seconds);
    best.two = Math.max(best.two, (both[0] + both[1]) / seconds);
  }
  for (const instance of instances) {
    await instance.stop();
    instance.clear();
  }
  return ratioAtLeast(1.6, `${path} on two instances; reference: one`, "1/s", best.two, best.one);
}

/** Load-tests the page over ten connections; returns the number of responses. */
async function pagesOf({ url, demo }) {
  const patient = demo.patients.findLast(({ step }) => step === 5);
  const headers = { cookie: await cookieOf(url, patient), "accept-encoding": "gzip, deflate, br, zstd" };
  return async (limit) => {
    const result = await autocannon({ url: url + path, headers, connections: 10, ...limit });
    if (result["2xx"] < result.requests.total) throw new Error(`${path}: some requests failed.`);
    return result.requests.total;
  };
}

/** Runs work; returns its result and the CPU time of each process in milliseconds. */
async function withCpu(pids, work) {
  const before = pids.map(cpuOf);
  const result = await work();
  return [result, pids.map((pid, nth) => cpuOf(pid) - before[nth])];
}
