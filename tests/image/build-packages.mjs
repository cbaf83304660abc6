import { readFileSync } from "node:fs";
import { join } from "node:path";

const lockfile = join(import.meta.dirname, "../../package-lock.json");

/**
 * Lists the packages among files that are needed only to build, like `esbuild` or the TypeScript compiler.
 * @param files paths that contain `node_modules/`
 */
export function buildPackagesIn(files) {
  const { packages } = JSON.parse(readFileSync(lockfile, "utf8"));
  const build = new Set(
    Object.entries(packages)
      .filter(([, { dev }]) => dev)
      .map(([path]) => path),
  );
  const found = files
    .filter((file) => file.includes("node_modules/"))
    .map((file) => file.slice(file.indexOf("node_modules/")))
    .map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file);
  return [...new Set(found)].filter((path) => build.has(path) || !(path in packages)).sort();
}
