// npm test [-- PROJECT or FILE …]: builds if necessary, runs all tests or the given ones, and prints a summary.
import "../../app/cli/current-node.mjs";
import { ensureBuilt, ensureInstalled } from "../../app/cli/prepare.mjs";
import { reportResult, runTests } from "./run-tests.mjs";

// `npm test --silent` hides npm's summary, but npm ci's output must still be shown.
delete process.env.npm_config_loglevel;

// Arguments that are not project names are passed to Vitest.
const projects = ["unit", "http", "browser"];
const given = process.argv.slice(2);
const chosen = projects.filter((name) => given.includes(name));
const runs = (name) => chosen.length === 0 || chosen.includes(name);

ensureInstalled();
if (runs("http") || runs("browser")) ensureBuilt();
const environment = {};
if (runs("browser")) {
  const { findBrowser } = await import("./find-browser.mjs");
  const browser = await findBrowser();
  console.log(browser ? `Browser: ${browser}` : "No browser was found, so the browser tests will fail.");
  environment.CHROMIUM_PATH = browser ?? "";
}

const args = given.map((arg) => (projects.includes(arg) ? `--project=${arg}` : arg));
const { succeeded, files } = runTests("results", args, environment);
reportResult(succeeded, files);
