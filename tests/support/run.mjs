// npm test [-- PROJECT or FILE …]: prepares the tests, runs all or the named ones, and prints one line.
import "../../app/cli/current-node.mjs";
import { ensureBuilt, ensureInstalled } from "../../app/cli/prepare.mjs";
import { conclude, runTests } from "./run-tests.mjs";

// `npm test --silent` hides npm's own last lines, but npm ci's output must still be shown.
delete process.env.npm_config_loglevel;

// npm test -- unit http browser: projects by name; anything else is for Vitest.
const projects = ["unit", "http", "browser"];
const given = process.argv.slice(2);
const asked = projects.filter((name) => given.includes(name));
const runs = (name) => asked.length === 0 || asked.includes(name);

ensureInstalled();
if (runs("http") || runs("browser")) ensureBuilt();
const environment = {};
if (runs("browser")) {
  const { findBrowser } = await import("./find-browser.mjs");
  const browser = await findBrowser();
  console.log(browser ? `Browser: ${browser}` : "There is no browser: the journeys will fail.");
  environment.CHROMIUM_PATH = browser ?? "";
}

const args = given.map((arg) => (projects.includes(arg) ? `--project=${arg}` : arg));
const { ended, files } = runTests("results", args, environment);
conclude(ended, files);
