// npm test: everything the tests need, then all of them (or those named), then one plain line.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/ready.mjs";

// `npm test --silent` keeps npm's own words off the end; what npm ci says must still be heard.
delete process.env.npm_config_loglevel;

ensureInstalled();
ensureBuilt();
const { findBrowser } = await import("./find-browser.mjs");
const browser = await findBrowser();
console.log(browser ? `Browser: ${browser}` : "There is no browser: the journeys will fail.");

const results = join(root, "test-results/results.json");
mkdirSync(join(root, "test-results"), { recursive: true });
rmSync(results, { force: true });
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CHROMIUM_PATH: browser ?? "" },
  },
);

/** What passed and what failed; a file that could not even load counts as one failure. */
function count() {
  try {
    const report = JSON.parse(readFileSync(results, "utf8"));
    const unloaded = report.testResults.filter(
      (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
    ).length;
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const { passed, failed } = count();
// A run may fail with every test passing, by an error that nobody awaited.
const failures = status === 0 ? failed : Math.max(failed, 1);
process.exitCode = failures > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failures} failed`);
