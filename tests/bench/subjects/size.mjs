// Disk size of a production npm install, and of its packages in the image.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../../app/cli/prepare.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const megabytesIn = (...what) =>
  Number(
    execFileSync("du", ["-sbc", ...what], { encoding: "utf8" })
      .trim()
      .split("\n")
      .at(-1)
      .split("\t")[0],
  ) / 1e6;

export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-size-"));
  try {
    execFileSync(process.execPath, ["app/cli/pack.mjs", folder], { cwd: root });
    const install = megabytesIn(...productionPackages());
    const packed = megabytesIn(join(folder, "node_modules"));
    return [
      withoutTarget("npm ci --omit=dev, packages", "MB", install),
      atMost(80, "packages in the image; reference: npm install", "MB", packed, install),
      atMost(100, "image without Debian and Node", "MB", megabytesIn(folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The top-level package folders of a production install. */
function productionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(
      ([path, { dev }]) =>
        path.startsWith("node_modules/") && !dev && path.split("node_modules/").length === 2,
    )
    .map(([path]) => join(root, path))
    .filter(existsSync);
}
