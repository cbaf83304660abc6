// npm run test:dates [-- PROJECT … DATE … ZONE … FILE …]: runs the tests on days that differ from the rest: each date
// in each time zone with each project. Needs Debian's faketime.
import "../../app/cli/current-node.mjs";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { ensureBuilt, ensureInstalled } from "../../app/cli/prepare.mjs";
import { failedTests, runTests, summarize } from "../support/run-tests.mjs";

const projects = ["unit", "http", "browser"];
const zones = ["UTC", "America/Los_Angeles", "Pacific/Auckland"];
const noon = "12:00";
const beforeTheChange = "01:30";
/** The time on the zone's clocks when the tests start. */
const dates = {
  "2026-11-01": { what: "daylight saving time ends in the US", time: beforeTheChange },
  "2026-11-26": { what: "Thanksgiving", time: noon },
  "2026-11-30": { what: "last day of a month", time: noon },
  "2026-12-01": { what: "first day of a month", time: noon },
  "2026-12-05": { what: "Saturday", time: noon },
  "2026-12-06": { what: "Sunday", time: noon },
  "2026-12-15": { what: "15th", time: noon },
  "2026-12-31": { what: "20 minutes before the new year", time: "23:40" },
  "2027-02-28": { what: "last day of February", time: noon },
  "2027-03-14": { what: "daylight saving time starts in the US", time: beforeTheChange },
};

ensureInstalled();
const { Temporal } = await import("temporal-polyfill");

const given = process.argv.slice(2);
const isDate = (arg) => /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(arg);
const isZone = (arg) => arg === "UTC" || Intl.supportedValuesOf("timeZone").includes(arg);
const some = (chosen, all) => (chosen.length > 0 ? chosen : all);
const chosenProjects = some(
  given.filter((arg) => projects.includes(arg)),
  projects,
);
const chosenDates = some(given.filter(isDate), Object.keys(dates));
const chosenZones = some(given.filter(isZone), zones);
const files = given.filter((arg) => !projects.includes(arg) && !isDate(arg) && !isZone(arg));

// Chromium's cache uses the real clock, so it requests a response that is dated in the past again.
const notInThePast = "switching tabs as a supervisor sends one request";

// The library, not the program: the program shares memory between its processes, and a process that a test kills can
// leave that memory locked.
const library = spawnSync("faketime", ["-m", "-f", "+0", "printenv", "LD_PRELOAD"], { encoding: "utf8" });
if (library.error || library.status !== 0) {
  console.error(
    "faketime is not installed. On Debian and Ubuntu, run: sudo apt-get install faketime\nThen run npm run test:dates again.",
  );
  process.exit(1);
}

const environment = { LD_PRELOAD: library.stdout.trim(), FAKETIME_DONT_FAKE_MONOTONIC: "1" };
if (chosenProjects.some((project) => project !== "unit")) ensureBuilt();
if (chosenProjects.includes("browser")) {
  const { findBrowser } = await import("../support/find-browser.mjs");
  environment.CHROMIUM_PATH = (await findBrowser()) ?? "";
}

const rows = [];
for (const project of chosenProjects) {
  for (const date of chosenDates) {
    for (const zone of chosenZones) rows.push(runOn(project, date, zone));
  }
}

console.log("\nDate              Zone                 Project  Result");
for (const { date, zone, project, what, text, failed } of rows) {
  console.log(`${date.padEnd(17)} ${zone.padEnd(20)} ${project.padEnd(8)} ${text}${what && ` (${what})`}`);
  for (const name of failed) console.log(`    ${name}`);
}
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1;

function runOn(project, date, zone) {
  const [onDay, time = dates[onDay]?.time ?? noon] = date.split("T");
  const start = Temporal.PlainDateTime.from(`${onDay}T${time}`).toZonedDateTime(zone);
  const seconds = Math.round((start.epochMilliseconds - Date.now()) / 1000);
  console.log(`\n${onDay} ${time} in ${zone}: ${project}`);
  const except = seconds < 0 ? [`--testNamePattern=^(?!.*${notInThePast})`] : [];
  const result = runTests(`dates-${project}`, [`--project=${project}`, ...except, ...files], {
    ...environment,
    TZ: zone,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
  });
  removeLeftovers();
  const { passed, failed, text } = summarize(result);
  return {
    date: `${onDay} ${time}`,
    zone,
    project,
    what: dates[onDay]?.what ?? "",
    text,
    passed: failed === 0 && passed > 0,
    failed: failedTests(result),
  };
}

/** Removes the shared memory of processes that a test killed. */
function removeLeftovers() {
  for (const name of readdirSync("/dev/shm")) {
    const pid = /^(?:sem\.)?faketime_(?:shm|sem)_(\d+)$/.exec(name)?.[1];
    if (pid && !readdirSync("/proc").includes(pid)) rmSync(`/dev/shm/${name}`, { force: true });
  }
}
