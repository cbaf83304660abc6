// Requests per second at ten connections, compared with plain node:http running the same statements
// (reference/plain.mjs) and with Remix and React alone (reference/floor.mjs).
// Takes five minutes once the demos are there; BENCH_DATA keeps them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import { cookieOf, openClinic, openReference, staffCookieOf } from "../clinic.mjs";
import { cpuOf, loopDelayOf } from "../process.mjs";
import { atMost, ratioAtLeast, shown } from "../rows.mjs";

const connections = 10;
// Many short rounds, so other load on the machine affects both alike.
const rounds = 4;
const seconds = 0.5;
// Requests until V8 has compiled the hot code. Small answers need more: after 200 they took 2.5 times as long as
// after 4,000.
const warmUpOfPages = { amount: 500 };
const warmUpOfCalls = { amount: 4000 };
const asBrowser = { "accept-encoding": "gzip, deflate, br" };
// A user who signs in has no session yet.
const asVisitor = (path, cookie) => (path === "/login" ? {} : { cookie });

const pages = ["/login", "/schedule", "/track"];
// As many times as a page shows. Without a limit the large demo returns a quarter of a million.
const calls = ["/api/availability?limit=60", "/api/shortlink/timeline"];

export async function measure() {
  return [...(await measureOn("small")), ...(await measureOn("large"))];
}

async function measureOn(scale) {
  const settings = { DEMO_SCALE: scale };
  const { answers, folder } = await answersOf(settings);
  const clinic = await openClinic(settings, { folder });
  const plain = await openReference("plain", clinic.file, answers);
  const ofPages = Object.fromEntries(pages.map((path) => [path, answers[path]]));
  const floor = await openReference("floor", clinic.file, ofPages);
  const cookie = await cookieOf(clinic.url, patientOf(clinic.demo));
  const rows = [];
  for (const [wanted, paths] of [
    [0.45, pages],
    [0.6, calls],
  ]) {
    for (const path of paths) {
      const servers = paths === pages ? [clinic, plain, floor] : [clinic, plain];
      const [ours, theirs, least] = await inTurns(servers, path, {
        ...asBrowser,
        ...asVisitor(path, cookie),
      });
      const name = `${scale} demo, ${path}`;
      rows.push(ratioAtLeast(wanted, name, "req/s", ours.perSecond, theirs.perSecond));
      rows.push(shown(`${name}, CPU time`, "ms", ours.cpu, theirs.cpu));
      if (least) rows.push(shown(`${name}, the floor, Remix and React alone`, "ms", least.cpu, theirs.cpu));
      rows.push(atMost(25, `${name}, event loop blocked, p99`, "ms", ours.delay));
    }
  }
  rows.push(await idlePoll(clinic, scale));
  await clinic.stop();
  plain.stop();
  floor.stop();
  clinic.clear();
  return rows;
}

/** A patient who can see openings. */
const patientOf = (demo) => demo.patients.find(({ step }) => step === 5);

/** Each path's answer and its statements, from a server that records them, and that server's folder. */
async function answersOf(settings) {
  const recorder = join(import.meta.dirname, "../reference/record-statements.mjs");
  const clinic = await openClinic(settings, { node: ["--import", recorder] });
  const cookie = await cookieOf(clinic.url, patientOf(clinic.demo));
  const answers = {};
  for (const path of [...pages, ...calls]) {
    const headers = { ...asVisitor(path, cookie), "accept-encoding": "identity" };
    const response = await fetch(clinic.url + path, { headers });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    const { date, connection, "keep-alive": _, ...sent } = Object.fromEntries(response.headers);
    answers[path] = { headers: sent, body: await response.text() };
  }
  await clinic.stop();
  const noted = JSON.parse(readFileSync(join(clinic.folder, "statements.json"), "utf8"));
  for (const path of Object.keys(answers)) answers[path].statements = noted[path];
  return { answers, folder: clinic.folder };
}

/** Loads each server with one path by rotation. The first is the product, which counts its own delays. */
async function inTurns(servers, path, headers) {
  const sums = servers.map(() => ({ requests: 0, seconds: 0, cpu: 0 }));
  const delays = [];
  const warmUp = pages.includes(path) ? warmUpOfPages : warmUpOfCalls;
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

async function load(url, headers, howLong = { duration: seconds }) {
  const result = await autocannon({ url, headers, connections, ...howLong });
  const wanted = headers["if-none-match"] ? "3xx" : "2xx";
  const wrong = result.errors + result.requests.total - result[wanted];
  if (wrong > 0) throw new Error(`${url}: ${wrong} requests went wrong.`);
  return result;
}

/** The cost of a poll without news. */
async function idlePoll({ url, pid, demo }, scale) {
  const cookie = await staffCookieOf({ url, demo }, "supervisor");
  const address = `${url}/api/sms/threads`;
  const first = await fetch(address, { headers: { cookie } });
  await first.text();
  const headers = { cookie, "if-none-match": first.headers.get("etag"), "x-background": "1" };
  await load(address, headers, warmUpOfCalls);
  let requests = 0;
  const before = cpuOf(pid);
  for (let round = 0; round < rounds; round++) {
    requests += (await load(address, headers)).requests.total;
  }
  return atMost(1, `${scale} demo, idle poll, CPU time`, "ms", (cpuOf(pid) - before) / requests);
}
