// npm run test:nodes [-- VERSION …]: for each Node version, runs the demo from a clean clone, then every test that
// doesn't need a browser. Downloads Node from npm. Node 20 runs only the demo, which downloads a newer version.
import "../../app/cli/current-node.mjs";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/prepare.mjs";

const versions = process.argv.slice(2);
ensureInstalled();
ensureBuilt();

let passed = 0;
const failures = [];
function report(check, problem) {
  if (problem) failures.push(`${check}: ${problem}`);
  else passed++;
  console.log(`${check}: ${problem ?? "passed"}`);
}

for (const version of versions.length > 0 ? versions : ["20", "22", "24", "26"]) {
  const bin = nodeFromNpm(version);
  report(`Node ${version}, demo from a clean clone`, await tryDemo(bin));
  if (version === "20") continue;
  const { status } = spawnSync(
    join(bin, "node"),
    ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", "--project=unit", "--project=http"],
    { cwd: root, stdio: "inherit", env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } },
  );
  report(`Node ${version}, tests without a browser`, status === 0 ? null : `exit code ${status}`);
}
console.log(failures.join("\n"));
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Installs the newest Node of a major version; returns its bin folder. */
function nodeFromNpm(version) {
  const folder = join(root, ".cache/nodes", version);
  const name = `node-${process.platform}-${process.arch}`;
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    execFileSync("npm", [
      "install",
      "--prefix",
      folder,
      "--no-save",
      "--ignore-scripts",
      `${name}@${version}`,
    ]);
  }
  return join(folder, "node_modules", name, "bin");
}

/** Runs `npm run demo` in a clean clone with only this Node, npm, and a shell. Returns the problem, or null. */
async function tryDemo(bin) {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-nodes-"));
  let demo;
  try {
    execFileSync("git", ["clone", "--quiet", root, join(folder, "clone")]);
    mkdirSync(join(folder, "bin"));
    for (const tool of ["npm", "sh", "env"]) {
      symlinkSync(execFileSync("which", [tool], { encoding: "utf8" }).trim(), join(folder, "bin", tool));
    }
    const port = await freePort();
    const began = performance.now();
    demo = spawn("npm", ["run", "demo"], {
      cwd: join(folder, "clone"),
      stdio: ["ignore", "inherit", "inherit"],
      // npm doesn't forward signals to the server, so the whole process group is signaled.
      detached: true,
      env: {
        HOME: process.env.HOME,
        PATH: `${bin}:${join(folder, "bin")}`,
        PORT: String(port),
        // If a proxy inspects TLS, npm needs its certificate.
        NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? "",
      },
    });
    let ended = false;
    demo.once("exit", () => {
      ended = true;
    });
    while (!(await isHealthy(port))) {
      const seconds = (performance.now() - began) / 1000;
      if (ended) return `ended with exit code ${demo.exitCode}`;
      if (seconds > 600) return `no response after ${Math.round(seconds)} s`;
      await sleep(100);
    }
    console.log(`first response after ${Math.round((performance.now() - began) / 1000)} s`);
    return null;
  } finally {
    if (demo && demo.exitCode === null) {
      const exited = new Promise((resolve) => demo.once("exit", resolve));
      process.kill(-demo.pid, "SIGTERM");
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

function isHealthy(port) {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
