// npm run test:libsql [-- FOLDER …]: the suite on a libSQL server and the tests that need one, folder by folder.
import "../../../app/cli/current-node.mjs";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../../app/cli/prepare.mjs";
import { conclude, runTests, verdictOf } from "../run-tests.mjs";
import { fetchSqld } from "./find-sqld.mjs";

ensureInstalled();
ensureBuilt();
const program = fetchSqld();
if (!program) {
  console.error(
    `There is no libSQL server for ${process.platform}-${process.arch} to be had, so nothing was tested. Set SQLD_PATH to one.`,
  );
  process.exit(1);
}
const { findBrowser } = await import("../find-browser.mjs");
const environment = { SQLD_PATH: program, CHROMIUM_PATH: (await findBrowser()) ?? "" };
const holdsTests = (name) =>
  name === "soak" || readdirSync(join(root, "tests", name)).some((file) => file.endsWith(".test.ts"));
const folders = readdirSync(join(root, "tests"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && holdsTests(entry.name))
  .map(({ name }) => `tests/${name}/`);
const asked = process.argv.slice(2);
const config = "tests/support/libsql/vitest.config.ts";

const runs = (asked.length > 0 ? [asked] : folders.map((folder) => [folder])).map((args) => {
  const began = performance.now();
  const run = runTests("libsql", ["--config", config, "--passWithNoTests", ...args], environment);
  const seconds = Math.round((performance.now() - began) / 1000);
  return { ...run, line: `${args.join(" ")}: ${verdictOf(run).words}, ${seconds} s` };
});
console.log(runs.map(({ line }) => line).join("\n"));
conclude(
  runs.every(({ ended }) => ended),
  runs.flatMap(({ files }) => files),
);
