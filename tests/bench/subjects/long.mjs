// How long others wait during long work: event loop delay, and a patient who polls a timeline. The reference is
// the same without the work.
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { at, signIn } from "../caller.mjs";
import { openClinic, staffCookieOf } from "../clinic.mjs";
import { writeConversation } from "../conversation.mjs";
import { fileOf, takeIn } from "../order-file.mjs";
import { loopDelayOf } from "../process.mjs";
import { atMost, shown } from "../rows.mjs";

const longest = 25;
const messages = 10_000;

export async function measure() {
  const clinic = await openClinic({ DEMO_SCALE: "large" }, { prepare: makeNewestLong });
  const patient = clinic.demo.patients.find(({ step }) => step === 7);
  const other = await signIn(clinic, "supervisor");
  const askOther = () => other.ask(`/api/shortlink/timeline/${patient.link_code}`);
  const quiet = await watch(clinic, askOther, () => sleep(5000));
  const rows = [];
  for (const [name, work] of await worksOf(clinic)) {
    const { seconds, loop, waits } = await watch(clinic, askOther, work);
    rows.push(
      shown(`${name}, from beginning to end`, "s", seconds),
      atMost(longest, `${name}, event loop blocked at most`, "ms", loop.most, quiet.loop.most),
      atMost(longest, `${name}, another's request, p99`, "ms", at(waits, 0.99), at(quiet.waits, 0.99)),
      shown(`${name}, another's request, at most`, "ms", Math.max(...waits), Math.max(...quiet.waits)),
    );
  }
  other.leave();
  await clinic.stop();
  clinic.clear();
  return rows;
}

/** Runs some work and sends quick requests during it. */
async function watch(clinic, ask, work) {
  for (let warm = 0; warm < 50; warm++) await ask();
  // Each request for the metrics resets the server's count.
  await loopDelayOf(clinic.url);
  const waits = [];
  let over = false;
  const began = performance.now();
  const done = work().finally(() => {
    over = true;
  });
  do {
    const { status, took } = await ask();
    if (status !== 200) throw new Error(`Another's request was answered by ${status}.`);
    waits.push(took);
    await sleep(5);
  } while (!over);
  await done;
  return { seconds: (performance.now() - began) / 1000, loop: await loopDelayOf(clinic.url), waits };
}

/** Gives the newest thread a long conversation to export. */
function makeNewestLong(file) {
  const database = new Database(file, { readonly: true });
  const thread = newestThread(database);
  database.close();
  writeConversation(file, thread, messages);
}

const newestThread = (database) =>
  database.prepare("select id from threads order by id desc limit 1").pluck().get();

/** The long tasks, by name. */
async function worksOf(clinic) {
  const { url, demo, file } = clinic;
  const [admin, supervisor] = await Promise.all(
    ["admin", "supervisor"].map((role) => staffCookieOf(clinic, role)),
  );
  const database = new Database(file, { readonly: true });
  const { id, name: therapist } = database
    .prepare("select id, name from therapists order by id limit 1")
    .get();
  const thread = newestThread(database);
  database.close();
  const expectStatus = async (answer, ...wanted) => {
    const text = await answer.text();
    if (!wanted.includes(answer.status))
      throw new Error(`${answer.url}: ${answer.status} ${text.slice(0, 300)}`);
    return text;
  };
  const get = async (path, cookie) => expectStatus(await fetch(url + path, { headers: { cookie } }), 200);
  const post = async (path, cookie, json) =>
    expectStatus(
      await fetch(url + path, {
        method: "POST",
        redirect: "manual",
        headers: {
          cookie,
          origin: url,
          ...(json && { "content-type": "application/json" }),
        },
        body: json && JSON.stringify(json),
      }),
      200,
      201,
      302,
      303,
    );
  const from = new Date(Date.now() + 400 * 24 * 3_600_000);
  const dayOf = (nth) => new Date(from.getTime() + nth * 24 * 3_600_000).toISOString().slice(0, 10);
  const pattern = {
    therapist,
    fromDate: dayOf(0),
    toDate: dayOf(364),
    startTime: "06:00",
    endTime: "19:30",
    interval: 15,
    days: [0, 1, 2, 3, 4, 5, 6],
  };
  const batches = [];
  const change = async (path) => batches.push(JSON.parse(await post(path, supervisor, pattern)).batch_id);
  const undoLast = async () => {
    const form = new URLSearchParams({ act: "undo", batch: batches.pop() });
    const headers = { cookie: supervisor, origin: url };
    const path = `/therapists/${id}/availability`;
    await expectStatus(
      await fetch(url + path, { method: "POST", redirect: "manual", headers, body: form }),
      303,
    );
  };
  const importOf = (first) => () => takeIn(clinic, admin, fileOf(demo, 20_000, first));
  const exportPdf = () => get(`/api/sms/thread/${thread}/export.pdf?tz=America/New_York`, supervisor);
  const allAppointments = () => get("/appointments.csv", supervisor);
  const makeBackup = () => backUp(clinic, admin, post);
  const generate = () => change("/api/availability/bulk");
  return [
    ["19,710 times generated", generate],
    ["the same removed", () => change("/api/availability/bulk/delete")],
    ["the removal undone", undoLast],
    ["the times undone", undoLast],
    ["20,000 orders imported", importOf(0)],
    ["10,000 messages exported", exportPdf],
    ["50,000 appointments as CSV", allAppointments],
    ["the audit log as CSV", () => get("/admin/audit-log.csv", admin)],
    ["a backup", makeBackup],
    [
      "generation, import, both exports and a backup at the same time",
      () =>
        Promise.all(
          [generate, importOf(20_000), exportPdf, allAppointments, makeBackup].map((work) => work()),
        ),
    ],
  ];
}

async function backUp({ url }, cookie, post) {
  await post("/admin/health", cookie);
  for (;;) {
    const page = await fetch(`${url}/admin/health`, { headers: { cookie } });
    if (!/being made/.test(await page.text())) return;
    await sleep(250);
  }
}
