// Runs tests with Vitest and prints one line with the result.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../../app/cli/prepare.mjs";

const folder = join(root, "test-results");

/** Runs the tests. Returns each file's results and whether the whole run succeeded. */
export function runTests(name, args, environment) {
  mkdirSync(folder, { recursive: true });
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
      // React renders the pages of tests in half the time, and as it does for users.
      env: { ...process.env, NODE_ENV: "production", ...environment },
    },
  );
  try {
    return { succeeded: status === 0, files: JSON.parse(readFileSync(results, "utf8")).testResults };
  } catch {
    return { succeeded: false, files: [] };
  }
}

const failedIn = ({ assertionResults }) => assertionResults.filter((test) => test.status === "failed").length;
const passedIn = ({ assertionResults }) => assertionResults.filter((test) => test.status === "passed").length;
// A file that fails to load counts as one failure.
const failuresOf = (file) => (file.status === "failed" ? Math.max(failedIn(file), 1) : failedIn(file));

/** Counts the tests that passed and failed. */
export function summarize({ succeeded, files }) {
  const sum = (count) => files.reduce((total, file) => total + count(file), 0);
  const passed = sum(passedIn);
  // An unhandled rejection fails a run even when every test passes.
  const failed = Math.max(sum(failuresOf), succeeded ? 0 : 1);
  return { passed, failed, text: `${passed} passed, ${failed} failed` };
}

/** Lists the names of the tests that failed, and of files that could not be loaded. */
export function failedTests({ files }) {
  return files.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [`${file}: the file failed`];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
}

const isBrowserFile = ({ name }) => name.endsWith(".browser.test.ts");

/**
 * Runs the browser files that failed once more and returns the run with their new results. A run with any other failure
 * stays as it is, because only a browser's timing is out of a test's control.
 */
export function secondRun(run, runFiles) {
  const failed = run.files.filter((file) => file.status === "failed" || failedIn(file) > 0);
  if (failed.length === 0 || failed.length > 5 || !failed.every(isBrowserFile)) return run;
  const names = failed.map(({ name }) => name);
  const again = runFiles(names.map((name) => relative(root, name)));
  return {
    succeeded: again.succeeded,
    files: [...run.files.filter(({ name }) => !names.includes(name)), ...again.files],
  };
}

/** Prints how many tests passed and failed, and sets the exit code. */
export function reportResult(succeeded, files) {
  const { passed, failed, text } = summarize({ succeeded, files });
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(text);
}
