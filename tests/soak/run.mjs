// npm run soak [-- NAME] [AMOUNT]: runs the tests that take minutes, or the tests of one file (models, crash, kill,
// power-failure, sign-in, load, faults, ids, every-id, bad-network, offers, standby, cells). AMOUNT is the number of
// histories, rounds, failures, minutes, or IDs.
import "../../app/cli/current-node.mjs";
import { spawnSync } from "node:child_process";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/prepare.mjs";

ensureInstalled();
ensureBuilt();
const given = process.argv.slice(2);
const amount = given.find((argument) => /^[\d.]+$/.test(argument));
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config=tests/soak/soak.config.ts",
    ...given.filter((argument) => argument !== amount),
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...(amount && { AMOUNT: amount }) } },
);
process.exitCode = status ?? 1;
