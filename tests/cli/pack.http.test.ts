import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { buildPackagesIn } from "../image/build-packages.mjs";
import { scratchFolder } from "../support/scratch";
import { runNode } from "../support/server";

test("the files for the image contain no package that is needed only to build", async () => {
  const folder = join(scratchFolder(), "app");
  expect(await runNode(["app/cli/pack.mjs", folder], {})).toEqual({ code: 0, output: "" });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  expect(files).toContain("node_modules/better-sqlite3/package.json");
  expect(buildPackagesIn(files)).toEqual([]);
}, 300_000);

test("a build package, and one that isn't in the lockfile, is found in a list of files", () => {
  const files = [
    "app/node_modules/esbuild/lib/main.js",
    "app/node_modules/esbuild/package.json",
    "app/node_modules/vite/node_modules/esbuild/package.json",
    "app/node_modules/tar/package.json",
    "app/node_modules/@remix-run/dev/package.json",
    "app/node_modules/unheard-of/index.js",
    "app/node_modules/react/index.js",
    "app/build/server.js",
  ];
  expect(buildPackagesIn(files)).toEqual([
    "node_modules/@remix-run/dev",
    "node_modules/esbuild",
    "node_modules/tar",
    "node_modules/unheard-of",
    "node_modules/vite/node_modules/esbuild",
  ]);
});
