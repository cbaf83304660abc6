// npm run test:nodes [-- VERSION …]: for each Node version, runs the demo, npm start, and two commands in a clean clone,
// then every test that doesn't need a browser. Downloads Node from npm. On Node 20, the commands download a newer version,
// and the tests don't run.
import "../../app/cli/current-node.mjs";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
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
  const clone = openClone(bin);
  try {
    report(`Node ${version}, npm run demo in a clean clone`, await clone.serve(["run", "demo"]));
    clone.forgetFetchedNode();
    const settings = { DATA_DIR: clone.data };
    report(`Node ${version}, npm start`, await clone.serve(["start"], settings));
    for (const command of ["backup", "audit:verify"]) {
      report(`Node ${version}, npm run ${command}`, clone.run(["run", command], settings));
    }
  } finally {
    clone.close();
  }
  if (version === "20") {
    const listed = readFileSync(join(import.meta.dirname, "node-20-exports.json"), "utf8");
    const actual = execFileSync(join(bin, "node"), [join(import.meta.dirname, "list-exports.mjs")], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    report(
      "node-20-exports.json",
      listed === actual ? null : "differs from Node 20. Update it with list-exports.mjs.",
    );
    continue;
  }
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

/** A clean clone, and the only programs that its commands find: this Node, npm, and a shell. */
function openClone(bin) {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-nodes-"));
  execFileSync("git", ["clone", "--quiet", root, join(folder, "clone")]);
  mkdirSync(join(folder, "bin"));
  for (const tool of ["npm", "sh", "env"]) {
    symlinkSync(execFileSync("which", [tool], { encoding: "utf8" }).trim(), join(folder, "bin", tool));
  }
  const environment = {
    HOME: process.env.HOME,
    PATH: `${bin}:${join(folder, "bin")}`,
    // If a proxy inspects TLS, npm needs its certificate.
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? "",
  };
  const clone = join(folder, "clone");

  return {
    /** Runs a server until it responds, then stops it. Returns the problem, or null. */
    async serve(command, settings = {}) {
      const port = await freePort();
      const began = performance.now();
      const server = spawn("npm", command, {
        cwd: clone,
        stdio: ["ignore", "inherit", "inherit"],
        // npm doesn't forward signals to the server, so the whole process group is signaled.
        detached: true,
        env: { ...environment, PORT: String(port), HOST: "127.0.0.1", ...settings },
      });
      const exited = once(server, "exit");
      try {
        while (!(await isHealthy(port))) {
          const seconds = (performance.now() - began) / 1000;
          if (server.exitCode !== null) return `ended with exit code ${server.exitCode}`;
          if (seconds > 600) return `no response after ${Math.round(seconds)} s`;
          await sleep(100);
        }
        console.log(`first response after ${Math.round((performance.now() - began) / 1000)} s`);
        return null;
      } finally {
        if (server.exitCode === null) process.kill(-server.pid, "SIGTERM");
        await exited;
        // The process that passes on signals may end before the server, which holds the database.
        while (isGroupAlive(server.pid)) await sleep(50);
      }
    },
    /** Runs a command to its end. Returns the problem, or null. */
    run(command, settings = {}) {
      const { status, stdout, stderr } = spawnSync("npm", command, {
        cwd: clone,
        encoding: "utf8",
        env: { ...environment, ...settings },
      });
      return status === 0 ? null : `exit code ${status}\n${stdout}${stderr}`;
    },
    /** As in a checkout where no command has run yet, except that packages are installed. */
    forgetFetchedNode: () => rmSync(join(clone, ".node"), { recursive: true, force: true }),
    data: join(folder, "data"),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isGroupAlive(pid) {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
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
