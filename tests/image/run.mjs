// npm run test:image: builds the image, starts it, and books a visit. Needs 15 minutes and 4 GB of disk space.
import "../../app/cli/current-node.mjs";
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { buildImage, openWorkspace } from "./build.mjs";
import { buildPackagesIn } from "./build-packages.mjs";
import { openContainer } from "./container.mjs";
import { visit } from "./visit.mjs";

/** Imports every package used by the programs, to detect missing files. */
const loadAll = `
  import { readdirSync, readFileSync } from "node:fs";
  const programs = readdirSync("build").filter((name) => name.endsWith(".js"));
  const named = programs.flatMap((name) =>
    [...readFileSync("build/" + name, "utf8").matchAll(/(?:^|[;\\s])(?:import|export)\\b[^"();]*"([@\\w][^"]*)"|\\bimport\\("([@\\w][^"]*)"\\)/g)].map(([, early, late]) => early ?? late));
  for (const module of ["better-sqlite3", "pdfmake", "react-dom/server"]) if (!named.some((name) => name.startsWith(module))) throw new Error("No import of " + module + " was found.");
  for (const module of new Set(named)) if (!module.startsWith("node:")) await import(module);`;

const limits = { megabytes: 250, stopMs: 10_000 };
const workspace = openWorkspace();
let container;
try {
  console.log("Building …");
  const built = buildImage(workspace);
  container = openContainer(workspace, built);
  const megabytes = container.bytes() / 1e6;
  console.log(`Image size: ${Math.round(megabytes)} MB.`);
  assert.ok(megabytes < limits.megabytes, `more than ${limits.megabytes} MB`);

  const { User, Volumes, Healthcheck } = built.config;
  assert.match(User, /^[1-9]\d*:[1-9]\d*$/, "runs as a user without root privileges");
  assert.deepEqual(Object.keys(Volumes), ["/data"]);
  const tools = container.run(["sh", "-c", "which npm npx yarn gcc g++ make python3 git || true"]).trim();
  assert.equal(tools, "", "has no build tools");
  const findPackages = "find / -xdev -path '*/node_modules/*' -name package.json 2>/dev/null || true";
  const packageFiles = container.run(["sh", "-c", findPackages]).trim().split("\n");
  assert.ok(packageFiles.includes("/app/node_modules/better-sqlite3/package.json"), "lists the packages");
  assert.deepEqual(buildPackagesIn(packageFiles), [], "has no packages that are needed only to build");
  assert.match(container.run(["id", "-u"]), /^10001$/m);
  const status = container.run(["cat", "/proc/self/status"]);
  assert.match(status, /CapBnd:\s+0+\n(.*\n)*?NoNewPrivs:\s+1\n/, "has no capabilities and can't gain any");
  const findWritable =
    "{ find / -xdev -writable -type d; find /data /tmp -maxdepth 0 -writable; } 2>/dev/null | sort -u";
  const writable = container.run(["sh", "-c", findWritable]).trim().split("\n");
  assert.deepEqual(writable, ["/data", "/tmp"], "only the volume and /tmp are writable");
  container.run(["node", "--input-type=module", "-e", loadAll]);
  console.log(
    "The image runs on a read-only file system without root privileges or build tools, and all its packages load.",
  );

  const PORT = String(await freePort());
  const environment = { PORT, HOST: "127.0.0.1", PUBLIC_URL: `http://127.0.0.1:${PORT}`, SERVE_DEMO: "on" };
  container.run(["firstnight", "demo:create"], environment);
  const [, ...check] = Healthcheck.Test;

  let running = await container.start(environment);
  container.run(check, environment);
  const appointment = await visit(running.url, container.volume);
  const idle = running.memory();
  const stoppedIn = await running.end("SIGTERM");
  assert.ok(stoppedIn < limits.stopMs, `stopped after ${stoppedIn} ms`);
  assert.throws(
    () => container.run(check, environment),
    "the health check fails while the server is stopped",
  );

  running = await container.start(environment);
  const { startedIn } = running;
  await appointment.expectThere();
  await running.end("SIGKILL");
  running = await container.start(environment);
  await appointment.expectThere();
  await running.end("SIGTERM");
  assert.match(container.run(["firstnight", "backup"], environment), /rows, verified/);
  assert.match(container.run(["firstnight", "restore:drill"], environment), /is complete\. It was served/);
  console.log(
    `Passed: booking, PDF export, data kept after a stop (${Math.round(stoppedIn)} ms) and a kill, backup, and restore.`,
  );
  console.log(
    `Start to first response: ${Math.round(startedIn)} ms. Memory after use: ${Math.round(idle)} MB.`,
  );
} finally {
  container?.close();
  workspace.close();
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
