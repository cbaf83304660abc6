// npm test: everything the tests need, then all of them (or those named), then one plain line.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/ready.mjs";

// `npm test --silent` keeps npm's own words off the end; what npm ci says must still be heard.
delete process.env.npm_config_loglevel;

ensureInstalled();
ensureBuilt();
const { findBrowser } = await import("./find-browser.mjs");
const browser = await findBrowser();
console.log(browser ? `Browser: ${browser}` : "There is no browser: the journeys will fail.");

const folder = join(root, "test-results");
mkdirSync(folder, { recursive: true });

/** Runs the tests; what each file came to, and whether the run itself ended well. */
function runTests(name, args) {
  const results = join(folder, `${name}.json`);
  rmSync(results, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${results}`,
      ...args,
    ],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, CHROMIUM_PATH: browser ?? "" },
    },
  );
  try {
    return { ended: status === 0, files: JSON.parse(readFileSync(results, "utf8")).testResults };
  } catch {
    return { ended: false, files: [] };
  }
}

const failedIn = ({ assertionResults }) => assertionResults.filter((test) => test.status === "failed").length;
const passedIn = ({ assertionResults }) => assertionResults.filter((test) => test.status === "passed").length;
// A file that could not even load counts as one failure.
const failuresOf = (file) => (file.status === "failed" ? Math.max(failedIn(file), 1) : failedIn(file));

let { ended, files } = runTests("results", process.argv.slice(2));

// On a machine that is busy with something else a page may come too late for the browser's patience. One or two
// files in which nothing else went wrong are run again, alone and said out loud. An assertion that fails has
// failed.
const secondChances = 2;
const ranOutOfPatience = ({ assertionResults }) =>
  failedIn({ assertionResults }) > 0 &&
  assertionResults
    .filter((test) => test.status === "failed")
    .every(({ failureMessages }) => /^\w+\.\w+: Timeout \d+ms exceeded/.test(failureMessages[0] ?? ""));
const troubled = files.filter((file) => failuresOf(file) > 0);
if (troubled.length > 0 && troubled.length <= secondChances && troubled.every(ranOutOfPatience)) {
  const names = troubled.map(({ name }) => relative(root, name));
  console.log(`\nOnce more, alone: ${names.join(", ")}`);
  const again = runTests("again", ["--maxWorkers=1", ...names]);
  if (again.ended && again.files.length === troubled.length) {
    console.log(`Failed beside the others and passed alone: ${names.join(", ")}`);
    files = files.map((file) => again.files.find(({ name }) => name === file.name) ?? file);
    ended = true;
  }
}

const sum = (count) => files.reduce((total, file) => total + count(file), 0);
const [passed, failed] = [sum(passedIn), sum(failuresOf)];
// A run may fail with every test passing, by an error that nobody awaited.
const failures = ended ? failed : Math.max(failed, 1);
process.exitCode = failures > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failures} failed`);
