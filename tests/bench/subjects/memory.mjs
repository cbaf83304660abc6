// Memory of the server process at rest, under load, and its growth. BENCH_MINUTES sets the length of the load.
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { cookieOf, openClinic } from "../clinic.mjs";
import { memoryOf } from "../process.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const minutes = Number(process.env.BENCH_MINUTES ?? 10);
const paths = ["/login", "/schedule", "/track", "/api/availability?limit=60", "/api/shortlink/timeline"];

export async function measure() {
  // Measures the second start, when the compiled code is cached.
  const first = await openClinic({ DEMO_SCALE: "large" });
  await first.stop();
  const clinic = await openClinic({}, { folder: first.folder });
  await sleep(3000);
  const rows = [atMost(120, "memory at rest", "MB", memoryOf(clinic.pid).now)];
  const patient = clinic.demo.patients.find(({ step }) => step === 5);
  const headers = {
    cookie: await cookieOf(clinic.url, patient),
    "accept-encoding": "gzip, deflate, br, zstd",
  };
  const load = (duration) =>
    autocannon({
      url: clinic.url,
      connections: 10,
      duration,
      requests: paths.map((path) => ({ path, headers })),
    });
  // The first tenth fills the caches and grows the heap to its normal size.
  await load(minutes * 6);
  const early = memoryOf(clinic.pid).most;
  await load(minutes * 54);
  const { most } = memoryOf(clinic.pid);
  rows.push(atMost(220, `peak memory in ${minutes} minutes of full load`, "MB", most));
  rows.push(atMost(20, "growth of the peak after the first tenth", "MB", most - early));
  // No page does this.
  await (await fetch(`${clinic.url}/api/availability`, { headers })).text();
  rows.push(
    withoutTarget("peak memory after a request for every open time", "MB", memoryOf(clinic.pid).most),
  );
  await clinic.stop();
  first.clear();
  return rows;
}
