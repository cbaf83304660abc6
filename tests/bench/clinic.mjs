// Starts a server on a copy of the demo data and signs in users.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "../../app/cli/prepare.mjs";

// `npm start` and the image use the same arguments.
const nodeArguments = ["--max-semi-space-size=8"];

export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

// Each demo is created once per run. BENCH_DATA names a folder that keeps the demos for the day.
const kept = process.env.BENCH_DATA;
const demos = kept ?? mkdtempSync(join(tmpdir(), "firstnight-demos-"));
if (!kept) process.once("exit", () => rmSync(demos, { recursive: true, force: true }));

function demoOf(scale) {
  const folder = join(demos, scale);
  mkdirSync(folder, { recursive: true });
  run(process.execPath, ["app/cli/run.mjs", "demo:create"], {
    NODE_ENV: "production",
    DATA_DIR: folder,
    DEMO_SCALE: scale,
  });
  return folder;
}

/** Copies the demo of this size to a new folder; returns its path. */
export function copyOf({ DEMO_SCALE: scale = "small" }) {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-bench-"));
  cpSync(demoOf(scale), folder, { recursive: true });
  return folder;
}

/**
 * Starts the built server on a copy of the demo's data, as a separate process.
 *
 * @param more additional settings; DEMO_SCALE chooses the demo
 * @param options.prepare changes the copied database before the server opens it
 * @param options.node arguments of node itself
 * @param options.core the CPU core to pin the server to
 * @param options.folder the folder of a stopped clinic, to reuse its data
 */
export async function openClinic(
  more = {},
  { prepare = () => {}, node = [], core, folder = copyOf(more) } = {},
) {
  const demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));
  const file = join(folder, "firstnight.db");
  await prepare(file);
  const port = String(await freePort());
  const settings = {
    NODE_ENV: "production",
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: "warn",
    SERVE_DEMO: "on",
    MALLOC_ARENA_MAX: "2",
    ...more,
  };
  const began = performance.now();
  const pinned = core === undefined ? [] : ["taskset", "-c", String(core)];
  const [program, ...args] = [...pinned, process.execPath, ...nodeArguments, ...node, "app/cli/start.mjs"];
  const server = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...settings },
  });
  // Cleans up even if the run fails.
  const atExit = () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", atExit);
  await once(server.stdout, "data");
  await (await fetch(`${settings.PUBLIC_URL}/login`)).text();
  const startedIn = (performance.now() - began) / 1000;
  return {
    demo,
    /** Seconds from process start to the first response. */
    startedIn,
    pid: server.pid,
    url: settings.PUBLIC_URL,
    folder,
    file,
    /** Stops the server. Call `clear` to delete its folder. */
    async stop() {
      if (server.exitCode !== null) return;
      server.kill("SIGTERM");
      await once(server, "exit");
    },
    kill: () => server.kill("SIGKILL"),
    clear() {
      process.off("exit", atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a reference server. `plain` runs the same SQL on node:http and better-sqlite3 and fills string templates.
 * `floor` renders the same elements with Remix and React, without data.
 *
 * @param responses by path: `{ statements, headers, body }`
 */
export async function openReference(name, file, responses) {
  const child = fork(join(root, `tests/bench/reference/${name}.mjs`), {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const atExit = () => child.kill("SIGKILL");
  process.once("exit", atExit);
  child.send({ file, responses });
  const port = await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("The reference did not start.")));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    stop() {
      process.off("exit", atExit);
      child.kill();
    },
  };
}

/** Signs in a patient with the link code; returns the Cookie header. */
export async function cookieOf(url, patient) {
  const response = await fetch(`${url}/api/shortlink/bootstrap-schedule/${patient.link_code}`);
  if (response.status !== 200)
    throw new Error(`The link of ${patient.patient_id} returned ${response.status}.`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

/** Signs in the first staff user with this role; returns the Cookie header. */
export async function staffCookieOf({ url, demo }, role) {
  const { email, password } = demo.staff.find(({ roles }) => roles.includes(role));
  const response = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200) throw new Error(`The ${role} can't sign in: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

/** Picks `count` open times, two days apart per therapist, so no booking fills a day. */
export function timesFor(count, openings) {
  const last = new Map();
  const times = [];
  for (const { start, therapist } of openings) {
    if (times.length === count) break;
    const at = Date.parse(start);
    if (at - (last.get(therapist) ?? 0) < 48 * 3_600_000) continue;
    last.set(therapist, at);
    times.push({ therapist, datetime: start });
  }
  return times;
}
