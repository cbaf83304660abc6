import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../../app/cli/prepare.mjs";

/** Bundles a simulation module, like "earlier/simulate", because app modules import each other as "~/…". */
export async function loadSimulation(name) {
  const outfile = join(root, `build/bench-${name.replace("/", "-")}.mjs`);
  await build({
    entryPoints: [join(root, `tests/bench/${name}.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    packages: "external",
    alias: { "~": join(root, "app") },
    jsx: "automatic",
  });
  return import(pathToFileURL(outfile).href);
}
