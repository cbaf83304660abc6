// npm run soak [-- NAME] [AMOUNT]: runs the tests that take minutes, or the tests of one file (models, crash, kill,
// power-failure, sign-in, load, faults, ids, every-id, bad-network, offers, standby, cells). AMOUNT is the number of
// histories, rounds, failures, minutes, or IDs. `all-cases` runs the tests of `npm test` that draw few of their cases there
// with all of them.
import "../../app/cli/current-node.mjs";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/prepare.mjs";

ensureInstalled();
ensureBuilt();
const given = process.argv.slice(2);
const drawsCases = (file) =>
  file.endsWith(".test.ts") &&
  /from "(\.\.\/)+support\/(cases|accessible)"/.test(readFileSync(join(root, file), "utf8"));
const testsWithCases = () =>
  readdirSync(join(root, "tests"), { recursive: true })
    .map((name) => join("tests", name))
    .filter(drawsCases);
const runVitest = (args, environment) =>
  spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  }).status ?? 1;

const amount = given.find((argument) => /^[\d.]+$/.test(argument));
const others = given.filter((argument) => argument !== amount && argument !== "all-cases");
const statuses = [
  ...(given.length === 0 || given.includes("all-cases")
    ? [runVitest(testsWithCases(), { ALL_CASES: "1" })]
    : []),
  ...(given.length === 0 || others.length > 0
    ? [runVitest(["--config=tests/soak/soak.config.ts", ...others], amount && { AMOUNT: amount })]
    : []),
];
process.exitCode = Math.max(...statuses);
