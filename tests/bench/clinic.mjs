// The demo clinic on a folder of its own, its server, and people who are signed in.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { root, run } from "../../app/cli/ready.mjs";

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

/** Makes the demo's data and starts the built server on it, as a process of its own. */
export async function openClinic(more = {}) {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-bench-"));
  const port = String(await freePort());
  const settings = {
    NODE_ENV: "production",
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: "warn",
    SERVE_DEMO: "on",
    ...more,
  };
  run(process.execPath, ["app/cli/run.mjs", "demo:create"], settings);
  const demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));
  const server = spawn(process.execPath, ["build/server.js"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...settings },
  });
  await once(server.stdout, "data");
  return {
    demo,
    pid: server.pid,
    url: settings.PUBLIC_URL,
    file: join(folder, "firstnight.db"),
    /** Stops the server; its database stays until `clear`. */
    async stop() {
      server.kill("SIGTERM");
      await once(server, "exit");
    },
    kill: () => server.kill("SIGKILL"),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts the plain server; `learn` teaches it an answer, and gives the address to ask. */
export async function openPlain() {
  const plain = fork(join(root, "tests/bench/plain.mjs"));
  const [port] = await once(plain, "message");
  return {
    url: `http://127.0.0.1:${port}`,
    async learn(answer) {
      plain.send(answer);
      await once(plain, "message");
    },
    stop: () => plain.kill(),
  };
}

/** Opens a patient's session by the link code; the cookies to send. */
export async function cookieOf(url, patient) {
  const answer = await fetch(`${url}/api/shortlink/bootstrap-schedule/${patient.link_code}`);
  if (answer.status !== 200) throw new Error(`The link of ${patient.patient_id} answered ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

/** The ids that the demo's file does not name. */
export function idsOf(file, patients) {
  const database = new Database(file, { readonly: true });
  const find = database.prepare("select id from orders where brightree_db = ? and sales_order_no = ?");
  const orders = patients.map((patient) => find.get(patient.brightree_db, patient.sales_order_no).id);
  const therapist = database.prepare("select id from therapists order by id limit 1").get().id;
  database.close();
  return { orders, therapist };
}

/**
 * A free time for each of so many patients: per therapist 45 minutes apart at least, and at most two
 * on a day, so that no booking can be refused for its time.
 */
export function timesFor(count, openings) {
  const taken = new Map();
  const times = [];
  for (const { start, therapist } of openings) {
    if (times.length === count) break;
    const key = `${therapist} ${start.slice(0, 10)}`;
    const before = taken.get(key) ?? [];
    const at = Date.parse(start);
    if (before.length >= 2 || before.some((other) => Math.abs(other - at) < 45 * 60_000)) continue;
    taken.set(key, [...before, at]);
    times.push({ therapist, datetime: start });
  }
  return times;
}
