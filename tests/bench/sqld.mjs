// Starts a libSQL server with the demo data, and Firstnight instances that use it.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as hrana from "@libsql/hrana-client";
import { root } from "../../app/cli/prepare.mjs";
import { fetchSqld } from "../support/libsql/find-sqld.mjs";
import { copyOf, freePort, openClinic } from "./clinic.mjs";

/** Starts the server and copies the demo to it. */
export async function openDatabaseServer(settings) {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-sqld-"));
  const [http, admin] = [await freePort(), await freePort()];
  const child = spawn(
    fetchSqld(),
    [
      ...["--db-path", folder, "--no-welcome"],
      ...["--http-listen-addr", `127.0.0.1:${http}`, "--admin-listen-addr", `127.0.0.1:${admin}`],
    ],
    { cwd: root, stdio: "ignore" },
  );
  const end = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  await untilHealthy(http);
  await fetch(`http://127.0.0.1:${admin}/v1/namespaces/default/config`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ block_reads: false, block_writes: false, durability_mode: "strong" }),
  });
  const source = copyOf(settings);
  const environment = {
    DATABASE_URL: `ws://127.0.0.1:${http}`,
    APP_SECRET: readFileSync(join(source, "app-secret"), "utf8").trim(),
  };
  execFileSync(process.execPath, ["app/cli/run.mjs", "database:copy"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production", SERVE_DEMO: "on", ...environment, DATA_DIR: source },
  });
  rmSync(source, { recursive: true });
  const stream = hrana.openWs(environment.DATABASE_URL).openStream();
  return {
    pid: child.pid,
    openInstance: (options) => openClinic({ ...settings, ...environment }, options),
    hasRow: async (sql, value) => (await stream.queryRow([sql, [value]])).row !== undefined,
    close() {
      stream.client().close();
      process.off("exit", end);
      end();
    },
  };
}

async function untilHealthy(port) {
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let attempt = 0; attempt < 500; attempt++) {
    if (await isHealthy()) return;
    await sleep(20);
  }
  throw new Error("The libSQL server didn't start.");
}
