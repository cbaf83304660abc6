// npm test: everything the tests need, then all of them (or those named), then one plain line.
import "../../app/cli/current-node.mjs";
import { relative } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/ready.mjs";
import { conclude, failedIn, failuresOf, runTests } from "./run-tests.mjs";

// `npm test --silent` keeps npm's own words off the end; what npm ci says must still be heard.
delete process.env.npm_config_loglevel;

ensureInstalled();
ensureBuilt();
const { findBrowser } = await import("./find-browser.mjs");
const browser = await findBrowser();
console.log(browser ? `Browser: ${browser}` : "There is no browser: the journeys will fail.");
const environment = { CHROMIUM_PATH: browser ?? "" };

let { ended, files } = runTests("results", process.argv.slice(2), environment);

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
  const again = runTests("again", ["--maxWorkers=1", ...names], environment);
  if (again.ended && again.files.length === troubled.length) {
    console.log(`Failed beside the others and passed alone: ${names.join(", ")}`);
    files = files.map((file) => again.files.find(({ name }) => name === file.name) ?? file);
    ended = true;
  }
}

conclude(ended, files);
