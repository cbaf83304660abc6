// npm run test:peers: servers and readers by others that must be installed first (apt-get install radicale
// python3-icalendar vdirsyncer khal). A test whose program is missing is skipped, and its name lists the program.
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
