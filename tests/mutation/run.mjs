// npm run mutation -- AREA [FILE …]: counts how many mutants in an area's code the tests kill.
import "../../app/cli/current-node.mjs";
import { mkdirSync, readFileSync } from "node:fs";
import { ensureInstalled } from "../../app/cli/prepare.mjs";
import { areas } from "./areas.mjs";

const [name, ...files] = process.argv.slice(2);
const area = areas[name];
if (!area) {
  console.error(`Usage: npm run mutation -- AREA [FILE …]. Areas: ${Object.keys(areas).join(", ")}`);
  process.exit(1);
}

ensureInstalled();
const { Stryker } = await import("@stryker-mutator/core");
mkdirSync(".cache/mutation", { recursive: true });
const known = `.cache/mutation/${name}.json`;
process.env.MUTATION_TESTS = area.tests.join(" ");

await new Stryker({
  mutate: files.length > 0 ? files : area.mutate,
  // Wrong table, column, or state names don't compile, and other tests check interface texts.
  mutator: { excludedMutations: ["StringLiteral"] },
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "tests/mutation/vitest.config.mjs", related: false },
  coverageAnalysis: "perTest",
  concurrency: 1,
  // A mutant can remove the event that a test waits for.
  timeoutMS: 20_000,
  tempDirName: ".cache/mutation/sandbox",
  ignorePatterns: ["/build", "/public", "/docs", "/test-results", "/data", "/.cache"],
  incremental: true,
  incrementalFile: known,
  reporters: ["progress-append-only"],
  disableTypeChecks: false,
}).runMutationTest();

const report = JSON.parse(readFileSync(known, "utf8"));
const counts = {};
for (const [file, { mutants }] of Object.entries(report.files)) {
  for (const { status, mutatorName, location, replacement } of mutants) {
    counts[status] = (counts[status] ?? 0) + 1;
    if (status !== "Survived" && status !== "NoCoverage") continue;
    const [first] = replacement.split("\n");
    console.log(`${status} ${file}:${location.start.line}:${location.start.column} ${mutatorName}: ${first}`);
  }
}
const of = (status) => counts[status] ?? 0;
const caught = of("Killed") + of("Timeout");
const all = caught + of("Survived") + of("NoCoverage");
console.log(
  `${name}: ${all} mutants, ${of("Killed")} killed, ${of("Timeout")} timed out, ${of("Survived")} survived, ` +
    `${of("NoCoverage")} not covered: ${((100 * caught) / all).toFixed(1)} %`,
);
