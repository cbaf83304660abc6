// Prepares a checkout: installs and builds if anything is missing or outdated.
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

export function run(command, args, environment = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  if (status !== 0) process.exit(status ?? 1);
}

const simulator = ["order-system", "records"].map((name) => `tests/support/simulated-${name}.ts`);

const at = (path) => join(root, path);
const isLink = (path) => lstatSync(at(path), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function isInstalled() {
  if (!existsSync(at("node_modules/.package-lock.json"))) return false;
  const packagesOf = (path) => JSON.parse(readFileSync(at(path), "utf8")).packages;
  const installed = packagesOf("node_modules/.package-lock.json");
  return Object.entries(packagesOf("package-lock.json")).every(
    ([path, { version, optional, devOptional, extraneous }]) =>
      path === "" || optional || devOptional || extraneous || installed[path]?.version === version,
  );
}

const isPacked = !existsSync(at("package-lock.json"));

/** A systemd service can't write to the program's folder. The folder's owner must prepare it. */
function expectWritable() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    console.error(
      `${root} is not ready for this version, and this user can't write to it. Run "npm ci && npm run build" there as its owner, then try again.`,
    );
    process.exit(1);
  }
}

export function ensureInstalled() {
  if (isPacked) return;
  // Through a link, npm would empty the folder of another checkout.
  if (!isInstalled() && !isLink("node_modules")) {
    expectWritable();
    console.log("Installing packages (this takes a few minutes the first time)…");
    run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"]);
  }
}

const filesIn = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [path];

const sourceFiles = () =>
  ["app", "remix.config.js", "package-lock.json", ...simulator]
    .map(at)
    .filter(existsSync)
    .flatMap(filesIn)
    .sort();

// A file that was moved keeps its time of modification, so the names are compared too.
const namesOf = (sources) => sources.map((path) => relative(root, path)).join("\n");

/** Notes the names of the sources. Call this at the start of a build. Returns a function that marks it as complete. */
export function startBuild() {
  const names = namesOf(sourceFiles());
  return () => writeFileSync(at("build/built"), names);
}

function isBuilt() {
  if (!existsSync(at("build/built"))) return false;
  const sources = sourceFiles();
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  return (
    statSync(at("build/built")).mtimeMs >= newest &&
    readFileSync(at("build/built"), "utf8") === namesOf(sources)
  );
}

export function ensureBuilt() {
  if (isPacked || isBuilt()) return;
  expectWritable();
  console.log("Building…");
  run(process.execPath, ["app/cli/build.mjs"]);
}
