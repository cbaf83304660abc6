// What the server answers a second at ten connections, beside plain node:http with the same statements.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import { cookieOf, openClinic, openPlain, staffCookieOf } from "./clinic.mjs";
import { cpuOf, loopDelayOf } from "./process.mjs";
import { atMost, ratioAtLeast, shown } from "./rows.mjs";

const connections = 10;
const rounds = 3;
const seconds = 3;
const asBrowser = { "accept-encoding": "gzip, deflate, br" };

const pages = ["/login", "/schedule", "/track"];
const calls = ["/api/availability", "/api/shortlink/timeline"];

export async function measure() {
  return [...(await measureOn("small")), ...(await measureOn("large"))];
}

async function measureOn(scale) {
  const settings = { DEMO_SCALE: scale };
  const answers = await answersOf(settings);
  const clinic = await openClinic(settings);
  const plain = await openPlain(clinic.file, answers);
  const cookie = await cookieOf(clinic.url, patientOf(clinic.demo));
  const rows = [];
  for (const [least, paths] of [
    [0.45, pages],
    [0.6, calls],
  ]) {
    for (const path of paths) {
      const [ours, theirs] = await inTurns([clinic, plain], path, { ...asBrowser, cookie });
      const name = `${scale} demo, ${path}`;
      rows.push(ratioAtLeast(least, name, "req/s", ours.perSecond, theirs.perSecond));
      rows.push(shown(`${name}, processor time`, "ms", ours.cpu, theirs.cpu));
      rows.push(atMost(25, `${name}, event loop held up, p99`, "ms", ours.delay));
    }
  }
  rows.push(await idlePoll(clinic, scale));
  await clinic.stop();
  plain.stop();
  clinic.clear();
  return rows;
}

/** Somebody who has a page of openings before them. */
const patientOf = (demo) => demo.patients.find(({ step }) => step === 5);

/** Each path's answer and the statements it took, from a server that notes them. */
async function answersOf(settings) {
  const recorder = join(import.meta.dirname, "reference/record-statements.mjs");
  const clinic = await openClinic(settings, { node: ["--import", recorder] });
  const cookie = await cookieOf(clinic.url, patientOf(clinic.demo));
  const answers = {};
  for (const path of [...pages, ...calls]) {
    const response = await fetch(clinic.url + path, { headers: { cookie, "accept-encoding": "identity" } });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    const { date, connection, "keep-alive": _, ...headers } = Object.fromEntries(response.headers);
    answers[path] = { headers, body: await response.text() };
  }
  await clinic.stop();
  const noted = JSON.parse(readFileSync(join(clinic.folder, "statements.json"), "utf8"));
  for (const path of Object.keys(answers)) answers[path].statements = noted[path];
  clinic.clear();
  return answers;
}

/** Loads each of them with one path in turn, and takes each one's best round. */
async function inTurns(servers, path, headers) {
  const best = servers.map(() => ({
    perSecond: 0,
    cpu: Number.POSITIVE_INFINITY,
    delay: Number.POSITIVE_INFINITY,
  }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { url, pid }] of servers.entries()) {
      // The first of them is the product, which counts its own delays; asked once, it starts anew.
      if (index === 0) await loopDelayOf(url);
      const before = cpuOf(pid);
      const { requests, non2xx, errors, duration } = await autocannon({
        url: url + path,
        headers,
        connections,
        duration: seconds,
      });
      if (non2xx + errors > 0) throw new Error(`${url}${path}: ${non2xx + errors} requests went wrong.`);
      const cpu = (cpuOf(pid) - before) / requests.total;
      const delay = index === 0 ? (await loopDelayOf(url)).p99 : 0;
      const one = best[index];
      one.perSecond = Math.max(one.perSecond, requests.total / duration);
      one.cpu = Math.min(one.cpu, cpu);
      one.delay = Math.min(one.delay, delay);
    }
  }
  return best;
}

/** What a poll costs that finds nothing new. */
async function idlePoll(clinic, scale) {
  const { url, pid } = clinic;
  const cookie = await staffCookieOf(clinic, "supervisor");
  const path = "/api/sms/threads";
  const first = await fetch(url + path, { headers: { cookie } });
  await first.text();
  const headers = { cookie, "if-none-match": first.headers.get("etag"), "x-background": "1" };
  const before = cpuOf(pid);
  const { requests, non2xx } = await autocannon({ url: url + path, headers, connections, duration: seconds });
  if (non2xx !== requests.total) throw new Error(`${path} did not answer 304 to a poll.`);
  return atMost(1, `${scale} demo, idle poll, processor time`, "ms", (cpuOf(pid) - before) / requests.total);
}
