// CPU time of the schedule page and the open times API with 5, 50, 500, and 5,000 therapists who have 240 slots each:
// with all slots free, and with the first five days full. Requests alternate between the sizes, so other load on the
// machine affects them equally. Takes two minutes.
import { cookieOf, openClinic } from "../clinic.mjs";
import { cpuOf, loopDelayOf, memoryOf } from "../process.mjs";
import { atMost, ratioAtMost, withoutTarget } from "../rows.mjs";
import { fillDays, makeTherapists, rareRegion } from "../therapists.mjs";

const sizes = [5, 50, 500, 5000];
const rounds = 3;
const pages = ["/schedule", `/schedule?region=${rareRegion}`, "/schedule?part=afternoon"];
const someTimes = "/api/availability?limit=200";
const allTimes = "/api/availability";

export async function measure() {
  return [...(await measureClinics("all free", 0)), ...(await measureClinics("first five days full", 5))];
}

async function measureClinics(kind, fullDays) {
  const clinics = [];
  for (const size of sizes) clinics.push(await openSized(size, fullDays));
  const rows = [];
  for (const path of [...pages, someTimes]) {
    const costs = await alternate(clinics, path, 15);
    rows.push(...rowsOf(`${kind}, ${path}`, "ms", costs));
  }
  const costs = await alternate(clinics, allTimes, 1);
  const slots = [];
  for (const clinic of clinics) slots.push((await get(clinic, allTimes)).length);
  for (const [index, size] of sizes.entries()) {
    rows.push(withoutTarget(`${kind}, ${allTimes}, ${named(size)}`, "slots", slots[index]));
    rows.push(withoutTarget(`${kind}, ${allTimes}, ${named(size)}`, "ms", costs[index]));
  }
  const each = costs.map((cost, index) => (1000 * cost) / slots[index]);
  rows.push(...rowsOf(`${kind}, ${allTimes}, per thousand slots`, "ms", each));
  const largest = clinics.at(-1);
  const { most } = memoryOf(largest.pid);
  await loopDelayOf(largest.url);
  for (let run = 0; run < 3; run++)
    for (const path of [...pages, someTimes, allTimes]) await get(largest, path);
  rows.push(
    atMost(25, `${kind}, event loop delay, ${named(5000)}`, "ms", (await loopDelayOf(largest.url)).most),
  );
  rows.push(atMost(220, `${kind}, peak memory, ${named(5000)}`, "MB", most));
  for (const clinic of clinics) {
    await clinic.stop();
    clinic.clear();
  }
  return rows;
}

const named = (size) => `${size.toLocaleString("en-US")} therapists`;

const rowsOf = (figure, unit, costs) =>
  sizes.map((size, index) => {
    const name = `${figure}, ${named(size)}`;
    return index === 0
      ? withoutTarget(name, unit, costs[0])
      : ratioAtMost(1.5, name, unit, costs[index], costs[0]);
  });

async function openSized(size, fullDays) {
  const prepare = (file) => {
    makeTherapists(file, size);
    fillDays(file, fullDays);
  };
  const clinic = await openClinic({}, { prepare });
  const patient = clinic.demo.patients.find(({ step }) => step === 5);
  return { ...clinic, cookie: await cookieOf(clinic.url, patient) };
}

async function get({ url, cookie }, path) {
  const response = await fetch(url + path, { headers: { cookie } });
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`);
  return path.startsWith("/api/") ? response.json() : response.text();
}

/** Requests one path from each clinic in alternating rounds; returns the CPU time per request in ms. */
async function alternate(clinics, path, runs) {
  const sums = clinics.map(() => 0);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, clinic] of clinics.entries()) {
      const before = cpuOf(clinic.pid);
      for (let run = 0; run < runs; run++) await get(clinic, path);
      // The first round lets V8 compile the code.
      if (round > 0) sums[index] += cpuOf(clinic.pid) - before;
    }
  }
  return sums.map((sum) => sum / (rounds * runs));
}
