// npm test [-- PROJECT or FILE …]: builds if necessary, runs all tests or the given ones, and prints a summary.
// A run of all tests also checks that they press every control. `npm test -- presses` repeats this check with what
// the last whole run and the runs since then have pressed. Browser files that fail run once more, and the tests that
// only passed the second time are listed (docs/decisions/071-unsteady-browser-tests.md).
import "../../app/cli/current-node.mjs";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/prepare.mjs";
import { failedTests, reportResult, runTests, secondRun } from "./run-tests.mjs";

// `npm test --silent` hides npm's summary, but npm ci's output must still be shown.
delete process.env.npm_config_loglevel;

// Arguments that are not project names are passed to Vitest.
const projects = ["unit", "http", "browser"];
const given = process.argv.slice(2);
const chosen = projects.filter((name) => given.includes(name));
const runs = (name) => chosen.length === 0 || chosen.includes(name);

ensureInstalled();
if (runs("http") || runs("browser")) ensureBuilt();
const isWhole = given.length === 0;
const presses = join(root, "test-results/presses.jsonl");
mkdirSync(join(root, "test-results"), { recursive: true });
if (isWhole) rmSync(presses, { force: true });
const environment = { PRESSES_FILE: presses };
if (runs("browser")) {
  const { findBrowser } = await import("./find-browser.mjs");
  const browser = await findBrowser();
  console.log(browser ? `Browser: ${browser}` : "No browser was found, so the browser tests will fail.");
  environment.CHROMIUM_PATH = browser ?? "";
}

const checkPresses = () =>
  runTests("presses", ["--config=tests/support/presses/vitest.config.ts"], environment);
if (given.join() === "presses") {
  const { succeeded, files } = checkPresses();
  reportResult(succeeded, files);
} else {
  const args = given.map((arg) => (projects.includes(arg) ? `--project=${arg}` : arg));
  const first = runTests("results", args, environment);
  const tests = secondRun(first, (files) =>
    runTests("second-run", ["--project=browser", ...files], environment),
  );
  const all = [tests, ...(isWhole ? [checkPresses()] : [])];
  const unsteady = failedTests(first).filter((name) => !failedTests(tests).includes(name));
  if (unsteady.length > 0) console.log(`Passed only in the second run:\n${unsteady.join("\n")}`);
  reportResult(
    all.every(({ succeeded }) => succeeded),
    all.flatMap(({ files }) => files),
  );
}
