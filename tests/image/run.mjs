// npm run test:image: builds the image, starts it as its user, and uses it. Takes 15 minutes and 4 GB.
import "../../app/cli/current-node.mjs";
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { buildImage, workshop } from "./build.mjs";
import { openContainer } from "./container.mjs";
import { visit } from "./visit.mjs";

/** Imports every module that the programs name, so a missing file fails. */
const loadAll = `
  import { readdirSync, readFileSync } from "node:fs";
  const programs = readdirSync("build").filter((name) => name.endsWith(".js"));
  const named = programs.flatMap((name) =>
    [...readFileSync("build/" + name, "utf8").matchAll(/^(?:import|export)\\b[^"]*"([@\\w][^"]*)"|\\bimport\\("([@\\w][^"]*)"\\)/gm)].map(([, early, late]) => early ?? late));
  for (const module of new Set(named)) if (!module.startsWith("node:")) await import(module);`;

const limits = { megabytes: 250, stopMs: 10_000 };
const shop = workshop();
let container;
try {
  console.log("Building …");
  const built = buildImage(shop);
  container = openContainer(shop, built);
  const megabytes = container.bytes() / 1e6;
  console.log(`The image has ${Math.round(megabytes)} MB.`);
  assert.ok(megabytes < limits.megabytes, `more than ${limits.megabytes} MB`);

  const { User, Volumes, Healthcheck } = built.says;
  assert.match(User, /^[1-9]\d*:[1-9]\d*$/, "runs as a user without root rights");
  assert.deepEqual(Object.keys(Volumes), ["/data"]);
  const tools = container.run(["sh", "-c", "which npm npx yarn gcc g++ make python3 git || true"]).trim();
  assert.equal(tools, "", "no build tools inside");
  assert.match(container.run(["id", "-u"]), /^10001$/m);
  const status = container.run(["cat", "/proc/self/status"]);
  assert.match(status, /CapBnd:\s+0+\n(.*\n)*?NoNewPrivs:\s+1\n/, "it has no right and can gain none");
  const look =
    "{ find / -xdev -writable -type d; find /data /tmp -maxdepth 0 -writable; } 2>/dev/null | sort -u";
  const writable = container.run(["sh", "-c", look]).trim().split("\n");
  assert.deepEqual(writable, ["/data", "/tmp"], "nothing can be written to but the volume and /tmp");
  container.run(["node", "--input-type=module", "-e", loadAll]);
  console.log(
    "The image runs without root rights or build tools on a read-only file system, and every package it needs loads.",
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
  assert.throws(() => container.run(check, environment), "the check fails where nothing answers");

  running = await container.start(environment);
  const { startedIn } = running;
  await appointment.expectThere();
  await running.end("SIGKILL");
  running = await container.start(environment);
  await appointment.expectThere();
  await running.end("SIGTERM");
  assert.match(container.run(["firstnight", "backup"], environment), /rows, verified/);
  assert.match(container.run(["firstnight", "restore:drill"], environment), /complete, served/);
  console.log(
    `It booked, printed, kept its data over a stop in ${Math.round(stoppedIn)} ms and over a kill, backed up and was restored.`,
  );
  console.log(
    `Start to first answer ${Math.round(startedIn)} ms, ${Math.round(idle)} MB of memory after use.`,
  );
} finally {
  container?.close();
  shop.close();
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
