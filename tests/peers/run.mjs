// npm run test:peers: tests calendars with third-party servers and clients. Install them first (apt-get install radicale
// python3-icalendar vdirsyncer khal). Tests whose program is missing are skipped; their names list the program.
import "../../app/cli/current-node.mjs";
import { ensureBuilt, ensureInstalled, run } from "../../app/cli/prepare.mjs";

ensureInstalled();
ensureBuilt();
run(process.execPath, [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--config=tests/peers/vitest.config.ts",
  ...process.argv.slice(2),
]);
