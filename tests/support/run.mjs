// npm test [-- PROJECT or FILE …]: what the tests need, then all of them or those named, then one plain line.
import "../../app/cli/current-node.mjs";
import { ensureBuilt, ensureInstalled } from "../../app/cli/prepare.mjs";
import { conclude, runTests } from "./run-tests.mjs";

// `npm test --silent` keeps npm's own words off the end; what npm ci says must still be heard.
delete process.env.npm_config_loglevel;

ensureInstalled();
ensureBuilt();
const { findBrowser } = await import("./find-browser.mjs");
const browser = await findBrowser();
console.log(browser ? `Browser: ${browser}` : "There is no browser: the journeys will fail.");
const environment = { CHROMIUM_PATH: browser ?? "" };

// npm test -- unit http browser: projects by name; anything else is for Vitest.
const projects = ["unit", "http", "browser"];
const args = process.argv.slice(2).map((arg) => (projects.includes(arg) ? `--project=${arg}` : arg));
const { ended, files } = runTests("results", args, environment);
conclude(ended, files);
