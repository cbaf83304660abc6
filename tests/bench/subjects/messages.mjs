// npm run bench:messages: the messaging view over 50,000 threads and 1,000,000 messages, each call beside the
// statement it can't do without, then an export of 10,000 messages while somebody polls. Figures belong to
// the machine; the limits of the issue stand beside them, judged by nobody.
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { ensureBuilt, ensureInstalled } from "../../../app/cli/ready.mjs";

ensureInstalled();
ensureBuilt();
const { at, signIn } = await import("../caller.mjs");
const { openClinic } = await import("../clinic.mjs");
const { cpuOf } = await import("../process.mjs");

const runs = 60;
const clinic = await openClinic({ DEMO_SCALE: "large" });
process.once("exit", () => {
  clinic.kill();
  clinic.clear();
});
const supervisor = await signIn(clinic, "supervisor");
const { ask } = supervisor;
const two = (number) => Math.round(number * 100) / 100;

const database = new Database(clinic.file, { readonly: true });
const sample = database
  .prepare(
    `select threads.id, threads.phone, threads.patient_name as name, orders.dob
     from threads join orders on orders.patient_id = threads.patient_id and orders.dob is not null
     order by threads.id desc limit 1`,
  )
  .get();
const [given, family] = sample.name.split(" ");
// A word that one message in many holds, and one that few hold.
const words = database
  .prepare("select body from messages order by id desc limit 1")
  .get()
  .body.match(/[a-z]{5,}/gi);

const rows = [];

const taken = () => cpuOf(clinic.pid);

/** Asks a call again and again, each time of another shape if wanted, and its statement as often. */
async function measure(name, path, statement, ...values) {
  const times = [];
  let before = 0;
  for (let run = 0; run < runs; run++) {
    if (run === 5) before = taken();
    const { status, took, body } = await ask(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString().slice(0, 300)}`);
    if (run > 4) times.push(took);
  }
  const cpu = (taken() - before) / times.length;
  const prepared = database.prepare(statement);
  const bare = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    prepared.all(...values);
    if (run > 4) bare.push(performance.now() - began);
  }
  rows.push({
    call: name,
    "median ms": two(at(times, 0.5)),
    "p95 ms": two(at(times, 0.95)),
    "CPU ms": two(cpu),
    "bare SQL, median ms": two(at(bare, 0.5)),
    limit: "20 ms",
  });
}

const list = "select * from threads order by coalesce(last_msg_at, created_at) desc, id desc limit 200";
const q = (text) => `/api/sms/threads?q=${encodeURIComponent(text)}`;
const persons = "select * from threads where id in (select rowid from threads_fts where threads_fts match ?)";
await measure("thread list", "/api/sms/threads", list);
await measure("starred", "/api/sms/threads?folder=starred", list);
await measure("folder counts and list, as a page", "/messages", "select * from thread_changes");
await measure("search: family name", q(family), `${persons} limit 200`, `"${family}"`);
await measure("search: full name", q(sample.name), persons, `"${given}" AND "${family}"`);
await measure("search: phone", q(sample.phone), "select * from threads where phone = ?", sample.phone);
await measure("search: last four digits", q(sample.phone.slice(-4)), persons, `"${sample.phone.slice(-4)}"`);
await measure(
  "search: date of birth",
  q(sample.dob),
  "select threads.* from orders cross join threads on threads.patient_id = orders.patient_id where dob = ?",
  sample.dob,
);
const found = "select rowid from messages_fts where messages_fts match ? order by rowid desc limit 200";
await measure("search: a common word", q(words[0]), found, words[0]);
await measure("search: three words", q(words.slice(0, 3).join(" ")), found, words.slice(0, 3).join(" AND "));
const { headers: first } = await ask(q(words[0]));
const further = /<([^>]+)>; rel="next"/.exec(first.link ?? "")?.[1];
if (further)
  await measure(
    "search: a common word, second page",
    new URL(further, clinic.url).href.slice(clinic.url.length),
    found,
    words[0],
  );
const messages = "select * from messages where thread_id = ? order by id desc limit 200";
await measure("messages of a thread", `/api/sms/messages?thread_id=${sample.id}`, messages, sample.id);
await measure("a thread opened, as a page", `/messages/${sample.id}`, messages, sample.id);

/** A poll that finds nothing new. */
async function poll(path) {
  const { headers } = await ask(path);
  const times = [];
  let before = 0;
  for (let run = 0; run < 2000; run++) {
    if (run === 500) before = taken();
    const { status, took } = await ask(path, { headers: { "if-none-match": headers.etag } });
    if (status !== 304) throw new Error(`${path} answered ${status} to a poll.`);
    if (run >= 500) times.push(took);
  }
  return { times, cpu: (taken() - before) / times.length };
}
for (const [name, path, statement, values] of [
  ["idle poll of the list", "/api/sms/threads?limit=1", "select version from thread_changes", []],
  [
    "idle poll of a thread",
    `/api/sms/messages?thread_id=${sample.id}&limit=1`,
    "select version from threads where id = ?",
    [sample.id],
  ],
]) {
  const { times, cpu } = await poll(path);
  const prepared = database.prepare(statement);
  const began = performance.now();
  for (let run = 0; run < 500; run++) prepared.get(...values);
  rows.push({
    call: name,
    "median ms": two(at(times, 0.5)),
    "p95 ms": two(at(times, 0.95)),
    "CPU ms": two(cpu),
    "bare SQL, median ms": two((performance.now() - began) / 500),
    limit: "1 ms CPU",
  });
}
database.close();

// One conversation of 10,000 messages, exported twice while somebody else polls.
const writer = new Database(clinic.file);
writer.pragma("busy_timeout = 5000");
writer.transaction(() => {
  const add = writer.prepare(
    "insert into messages (thread_id, direction, body, status, created_at) values (?, ?, ?, ?, ?)",
  );
  const now = Date.now();
  for (let nth = 0; nth < 10_000; nth++) {
    const inward = nth % 3 === 0;
    const body = `Message ${nth}: could we move the visit to Thursday at ten, or is the afternoon better for you? 🙂`;
    add.run(
      sample.id,
      inward ? "in" : "out",
      body,
      inward ? "received" : "delivered",
      now - (10_000 - nth) * 60_000,
    );
  }
})();
writer.close();
const memory = (field) =>
  Number(
    new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${clinic.pid}/status`, "utf8"))?.[1] ?? 0,
  ) / 1024;
const exports = [];
for (let turn = 0; turn < 2; turn++) {
  const began = taken();
  const before = memory("VmRSS");
  const waits = [];
  let peak = 0;
  let over = false;
  const watch = (async () => {
    const other = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!over) {
      waits.push((await ask("/healthz", { agent: other })).took);
      peak = Math.max(peak, memory("VmRSS"));
      await sleep(5);
    }
    other.destroy();
  })();
  const { status, took, body } = await ask(`/api/sms/thread/${sample.id}/export.pdf?tz=America/New_York`);
  over = true;
  await watch;
  if (status !== 200) throw new Error(`The export answered ${status}.`);
  exports.push({
    "export of 10,000 messages": turn + 1,
    "seconds (5)": two(took / 1000),
    "CPU seconds": two((taken() - began) / 1000),
    "server's memory before, MB": Math.round(before),
    "at its most, MB (300)": Math.round(peak),
    "worst wait of others, ms (25)": two(Math.max(...waits)),
    "PDF, KB": Math.round(body.length / 1024),
  });
}
supervisor.leave();
await clinic.stop();
console.table(rows);
console.table(exports);
