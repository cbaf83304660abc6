// The inbox with 50,000 threads and 1,000,000 messages, each call compared with its minimal SQL statement. Then an
// export of 10,000 messages while another client sends requests.
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { quantile, signIn } from "../caller.mjs";
import { openClinic } from "../clinic.mjs";
import { writeConversation } from "../conversation.mjs";
import { cpuOf, memoryOf } from "../process.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const runs = 60;
// A server runs for weeks, so V8 has compiled its code.
const warmUp = 200;
// An open page polls every few seconds for days, so V8 has fully optimized this code.
const pollsBefore = 4000;
const polls = 1500;
const exported = 10_000;

export async function measure() {
  const clinic = await openClinic({ DEMO_SCALE: "large" });
  const supervisor = await signIn(clinic, "supervisor");
  const database = new Database(clinic.file, { readonly: true });
  const sample = sampleOf(database);
  const rows = [];
  for (const call of await callsOf(sample, supervisor)) {
    rows.push(...(await timesOf(clinic, database, supervisor, call)));
  }
  for (const poll of pollsOf(sample)) rows.push(...(await pollingOf(clinic, database, supervisor, poll)));
  database.close();
  rows.push(...(await exportOf(clinic, supervisor, sample.id)));
  supervisor.close();
  await clinic.stop();
  clinic.clear();
  return rows;
}

/** The newest thread that has a patient with a date of birth, and words from the newest message. */
function sampleOf(database) {
  const sample = database
    .prepare(
      `select threads.id, threads.phone, threads.patient_name as name, orders.dob
       from threads join orders on orders.patient_id = threads.patient_id and orders.dob is not null
       order by threads.id desc limit 1`,
    )
    .get();
  const words = database
    .prepare("select body from messages order by id desc limit 1")
    .get()
    .body.match(/[a-z]{5,}/gi);
  return { ...sample, words };
}

/** Calls as `[name, path, SQL statement, ...values]`. */
async function callsOf({ id, phone, name, dob, words }, { get }) {
  const [given, family] = name.split(" ");
  const list = "select * from threads order by coalesce(last_msg_at, created_at) desc, id desc limit 200";
  const persons =
    "select * from threads where id in (select rowid from threads_fts where threads_fts match ?)";
  const found = "select rowid from messages_fts where messages_fts match ? order by rowid desc limit 200";
  const messages = "select * from messages where thread_id = ? order by id desc limit 200";
  const q = (text) => `/api/sms/threads?q=${encodeURIComponent(text)}`;
  const { headers } = await get(q(words[0]));
  const next = /<([^>]+)>; rel="next"/.exec(headers.link ?? "")?.[1];
  const second = next && new URL(next, "http://here");
  return [
    ["thread list", "/api/sms/threads", list],
    ["starred", "/api/sms/threads?folder=starred", list],
    ["inbox page with folder counts", "/messages", "select * from thread_changes"],
    ["search: family name", q(family), `${persons} limit 200`, `"${family}"`],
    ["search: full name", q(name), persons, `"${given}" AND "${family}"`],
    ["search: phone", q(phone), "select * from threads where phone = ?", phone],
    ["search: last four digits", q(phone.slice(-4)), persons, `"${phone.slice(-4)}"`],
    [
      "search: date of birth",
      q(dob),
      "select threads.* from orders cross join threads on threads.patient_id = orders.patient_id where dob = ?",
      dob,
    ],
    ["search: a common word", q(words[0]), found, words[0]],
    ["search: three words", q(words.slice(0, 3).join(" ")), found, words.slice(0, 3).join(" AND ")],
    ...(second
      ? [["search: a common word, second page", second.pathname + second.search, found, words[0]]]
      : []),
    ["messages of a thread", `/api/sms/messages?thread_id=${id}`, messages, id],
    ["page of a thread", `/messages/${id}`, messages, id],
  ];
}

/** Times a call and its SQL statement. */
async function timesOf({ pid }, database, { get }, [name, path, statement, ...values]) {
  const times = [];
  const bare = [];
  let before = 0;
  for (let run = 0; run < warmUp + runs; run++) {
    if (run === warmUp) before = cpuOf(pid);
    const { status, took, body } = await get(path);
    if (status !== 200) throw new Error(`${path} returned ${status}: ${body.toString().slice(0, 300)}`);
    if (run >= warmUp) times.push(took);
  }
  const cpu = (cpuOf(pid) - before) / runs;
  const prepared = database.prepare(statement);
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    prepared.all(...values);
    bare.push(performance.now() - began);
  }
  return [
    atMost(20, name, "ms", quantile(times, 0.5), quantile(bare, 0.5)),
    withoutTarget(`${name}, p95`, "ms", quantile(times, 0.95)),
    withoutTarget(`${name}, CPU time`, "ms", cpu),
  ];
}

const pollsOf = ({ id }) => [
  ["idle poll of the list", "/api/sms/threads?limit=1", "select version from thread_changes"],
  [
    "idle poll of a thread",
    `/api/sms/messages?thread_id=${id}&limit=1`,
    "select version from threads where id = ?",
    id,
  ],
];

/** Polls that find nothing new. */
async function pollingOf({ pid }, database, { get }, [name, path, statement, ...values]) {
  const { headers } = await get(path);
  const times = [];
  let before = 0;
  for (let run = 0; run < pollsBefore + polls; run++) {
    if (run === pollsBefore) before = cpuOf(pid);
    const { status, took } = await get(path, { headers: { "if-none-match": headers.etag } });
    if (status !== 304) throw new Error(`A poll of ${path} returned ${status}.`);
    if (run >= pollsBefore) times.push(took);
  }
  const cpu = (cpuOf(pid) - before) / times.length;
  const prepared = database.prepare(statement);
  const began = performance.now();
  for (let run = 0; run < 500; run++) prepared.get(...values);
  const bare = (performance.now() - began) / 500;
  return [
    atMost(1, `${name}, CPU time`, "ms", cpu),
    withoutTarget(`${name}, response time`, "ms", quantile(times, 0.5), bare),
  ];
}

/** Exports one long conversation twice while another client sends requests; returns the worse results. */
async function exportOf(clinic, { get }, thread) {
  writeConversation(clinic.file, thread, exported);
  const exports = [];
  for (let turn = 0; turn < 2; turn++) {
    const waits = [];
    let peak = 0;
    let over = false;
    const watch = (async () => {
      const other = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!over) {
        waits.push((await get("/healthz", { agent: other })).took);
        peak = Math.max(peak, memoryOf(clinic.pid).now);
        await sleep(5);
      }
      other.destroy();
    })();
    const { status, took } = await get(`/api/sms/thread/${thread}/export.pdf?tz=America/New_York`);
    over = true;
    await watch;
    if (status !== 200) throw new Error(`The export returned ${status}.`);
    exports.push({ took, peak, wait: Math.max(...waits) });
  }
  const worst = (name) => Math.max(...exports.map((one) => one[name]));
  const name = `export of ${exported.toLocaleString("en-US")} messages`;
  return [
    atMost(60, name, "s", worst("took") / 1000),
    withoutTarget(`${name}, peak memory of the server`, "MB", worst("peak")),
    atMost(25, `${name}, slowest request of another client`, "ms", worst("wait")),
  ];
}
