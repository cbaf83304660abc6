// Requests per second over ten connections, compared with plain node:http running the same SQL (reference/plain.mjs)
// and with Remix and React alone (reference/floor.mjs).
// Takes five minutes once the demo data exists. Set BENCH_DATA to keep it between runs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import { cookieOf, openClinic, openReference, staffCookieOf } from "../clinic.mjs";
import { cpuOf, loopDelayOf } from "../process.mjs";
import { atMost, ratioAtLeast, withoutTarget } from "../rows.mjs";

const connections = 10;
// Short alternating rounds, so other load on the machine affects every server equally.
const rounds = 4;
const seconds = 0.5;
// How many requests it takes for V8 to compile the hot code. Small responses need more: after 200 requests they took 2.5
// times as long as after 4,000.
const pageWarmUp = { amount: 500 };
const callWarmUp = { amount: 4000 };
const asBrowser = { "accept-encoding": "gzip, deflate, br, zstd" };
// The login page is loaded without a session.
const sessionFor = (path, cookie) => (path === "/login" ? {} : { cookie });

const pages = ["/login", "/schedule", "/track"];
// The number of open times one page shows. Without a limit, the large demo returns a quarter of a million.
const calls = ["/api/availability?limit=60", "/api/shortlink/timeline"];

export async function measure() {
  return [...(await measureOn("small")), ...(await measureOn("large"))];
}

async function measureOn(scale) {
  const settings = { DEMO_SCALE: scale };
  const { responses, folder } = await recordResponses(settings);
  const clinic = await openClinic(settings, { folder });
  const plain = await openReference("plain", clinic.file, responses);
  const pageResponses = Object.fromEntries(pages.map((path) => [path, responses[path]]));
  const floor = await openReference("floor", clinic.file, pageResponses);
  const cookie = await cookieOf(clinic.url, patientOf(clinic.demo));
  const rows = [];
  for (const path of [...pages, ...calls]) {
    const servers = pages.includes(path) ? [clinic, plain, floor] : [clinic, plain];
    const [ours, theirs, least] = await alternate(servers, path, {
      ...asBrowser,
      ...sessionFor(path, cookie),
    });
    const name = `${scale} demo, ${path}`;
    rows.push(ratioAtLeast(targetOf(scale, path), name, "req/s", ours.perSecond, theirs.perSecond));
    rows.push(withoutTarget(`${name}, CPU time`, "ms", ours.cpu, theirs.cpu));
    if (least)
      rows.push(withoutTarget(`${name}, CPU time of Remix and React alone`, "ms", least.cpu, theirs.cpu));
    rows.push(atMost(25, `${name}, event loop delay, p99`, "ms", ours.delay));
  }
  rows.push(await idlePoll(clinic, scale));
  await clinic.stop();
  plain.stop();
  floor.stop();
  clinic.clear();
  return rows;
}

const targetOf = (scale, path) => {
  if (calls.includes(path)) return 0.6;
  return scale === "small" && path === "/schedule" ? 0.75 : 0.45;
};

/** A patient who can see open times. */
const patientOf = (demo) => demo.patients.find(({ step }) => step === 5);

/** Starts a server that records SQL. Returns each path's response and SQL statements, and the server's folder. */
async function recordResponses(settings) {
  const recorder = join(import.meta.dirname, "../reference/record-statements.mjs");
  const clinic = await openClinic(settings, { node: ["--import", recorder] });
  const cookie = await cookieOf(clinic.url, patientOf(clinic.demo));
  const responses = {};
  for (const path of [...pages, ...calls]) {
    const headers = { ...sessionFor(path, cookie), "accept-encoding": "identity" };
    const response = await fetch(clinic.url + path, { headers });
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`);
    const { date, connection, "keep-alive": _, ...sent } = Object.fromEntries(response.headers);
    responses[path] = { headers: sent, body: await response.text() };
  }
  await clinic.stop();
  const recorded = JSON.parse(readFileSync(join(clinic.folder, "statements.json"), "utf8"));
  for (const path of Object.keys(responses)) responses[path].statements = recorded[path];
  return { responses, folder: clinic.folder };
}

/** Load-tests one path on alternating servers. The first is Firstnight, which measures its own event loop delay. */
async function alternate(servers, path, headers) {
  const sums = servers.map(() => ({ requests: 0, seconds: 0, cpu: 0 }));
  const delays = [];
  const warmUp = pages.includes(path) ? pageWarmUp : callWarmUp;
  for (const { url } of servers) await load(url + path, headers, warmUp);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { url, pid }] of servers.entries()) {
      if (index === 0) await loopDelayOf(url);
      const before = cpuOf(pid);
      const { requests, duration } = await load(url + path, headers);
      sums[index].requests += requests.total;
      sums[index].seconds += duration;
      sums[index].cpu += cpuOf(pid) - before;
      if (index === 0) delays.push((await loopDelayOf(url)).p99);
    }
  }
  return sums.map(({ requests, seconds, cpu }) => ({
    perSecond: requests / seconds,
    cpu: cpu / requests,
    delay: Math.min(...delays),
  }));
}

async function load(url, headers, limit = { duration: seconds }) {
  const result = await autocannon({ url, headers, connections, ...limit });
  const expected = headers["if-none-match"] ? "3xx" : "2xx";
  const failed = result.errors + result.requests.total - result[expected];
  if (failed > 0) throw new Error(`${url}: ${failed} requests failed.`);
  return result;
}

/** The CPU cost of a poll that finds nothing new. */
async function idlePoll({ url, pid, demo }, scale) {
  const cookie = await staffCookieOf({ url, demo }, "supervisor");
  // What the inbox polls without a stream.
  const address = `${url}/api/sms/threads?limit=1`;
  const first = await fetch(address, { headers: { cookie } });
  await first.text();
  const headers = { cookie, "if-none-match": first.headers.get("etag"), "x-background": "1" };
  await load(address, headers, callWarmUp);
  let requests = 0;
  const before = cpuOf(pid);
  for (let round = 0; round < rounds; round++) {
    requests += (await load(address, headers)).requests.total;
  }
  return atMost(1, `${scale} demo, idle poll, CPU time`, "ms", (cpuOf(pid) - before) / requests);
}
