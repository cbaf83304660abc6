// How long other users wait during long tasks: event loop delay, and response times of a timeline poll. The reference is
// the same measurement without a task.
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { quantile, signIn } from "../caller.mjs";
import { openClinic, staffCookieOf } from "../clinic.mjs";
import { writeConversation } from "../conversation.mjs";
import { importOrders, orderCsv } from "../order-file.mjs";
import { loopDelayOf } from "../process.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const longest = 25;
const messages = 10_000;

export async function measure() {
  const clinic = await openClinic({ DEMO_SCALE: "large" }, { prepare: makeNewestLong });
  const patient = clinic.demo.patients.find(({ step }) => step === 7);
  const other = await signIn(clinic, "supervisor");
  const pollTimeline = () => other.get(`/api/shortlink/timeline/${patient.link_code}`);
  const quiet = await watch(clinic, pollTimeline, () => sleep(5000));
  const rows = [];
  for (const [name, work] of await tasksOf(clinic)) {
    const { seconds, loop, waits } = await watch(clinic, pollTimeline, work);
    rows.push(
      withoutTarget(`${name}, duration`, "s", seconds),
      atMost(longest, `${name}, longest event loop delay`, "ms", loop.most, quiet.loop.most),
      atMost(
        longest,
        `${name}, another user's request, p99`,
        "ms",
        quantile(waits, 0.99),
        quantile(quiet.waits, 0.99),
      ),
      withoutTarget(
        `${name}, another user's slowest request`,
        "ms",
        Math.max(...waits),
        Math.max(...quiet.waits),
      ),
    );
  }
  other.close();
  await clinic.stop();
  clinic.clear();
  return rows;
}

/** Runs a task and sends quick requests in the meantime. */
async function watch(clinic, request, work) {
  for (let warm = 0; warm < 50; warm++) await request();
  // Reading the metrics resets the server's delay histogram.
  await loopDelayOf(clinic.url);
  const waits = [];
  let over = false;
  const began = performance.now();
  const done = work().finally(() => {
    over = true;
  });
  do {
    const { status, took } = await request();
    if (status !== 200) throw new Error(`Another user's request returned ${status}.`);
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

/** Pairs of a name and a long task. */
async function tasksOf(clinic) {
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
  const expectStatus = async (response, ...expected) => {
    const text = await response.text();
    if (!expected.includes(response.status))
      throw new Error(`${response.url} returned ${response.status}: ${text.slice(0, 300)}`);
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
  const importOf = (first) => () => importOrders(clinic, admin, orderCsv(demo, 20_000, first));
  const exportPdf = () => get(`/api/sms/thread/${thread}/export.pdf?tz=America/New_York`, supervisor);
  const allAppointments = () => get("/appointments.csv", supervisor);
  const makeBackup = () => backUp(clinic, admin, post);
  const generate = () => change("/api/availability/bulk");
  return [
    ["generating 19,710 slots", generate],
    ["removing these slots", () => change("/api/availability/bulk/delete")],
    ["undoing the removal", undoLast],
    ["undoing the generation", undoLast],
    ["importing 20,000 orders", importOf(0)],
    ["exporting 10,000 messages", exportPdf],
    ["a CSV file of 50,000 appointments", allAppointments],
    ["a CSV file of the audit log", () => get("/admin/audit-log.csv", admin)],
    ["a backup", makeBackup],
    [
      "generation, import, two exports, and a backup together",
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
