// npm run test:peers: compares Firstnight with programs that others wrote, and stops if one of them is missing.
import "../../app/cli/current-node.mjs";
import { spawnSync } from "node:child_process";
import { ensureBuilt, ensureInstalled, run } from "../../app/cli/prepare.mjs";

const modules = {
  "python3-icalendar": "icalendar",
  "python3-recurring-ical-events": "recurring_ical_events",
  "python3-phonenumbers": "phonenumbers",
  "python3-openpyxl": "openpyxl",
  "python3-nameparser": "nameparser",
};
const programs = {
  radicale: "radicale",
  vdirsyncer: "vdirsyncer",
  khal: "khal",
  "libreoffice-calc": "soffice",
};
const runs = (program, ...args) => spawnSync(program, args).status === 0;
const missing = [
  ...Object.entries(modules).flatMap(([name, module]) =>
    runs("/usr/bin/python3", "-c", `import ${module}`) ? [] : [name],
  ),
  ...Object.entries(programs).flatMap(([name, program]) => (runs("which", program) ? [] : [name])),
];
if (missing.length > 0) {
  const line = `apt-get install --no-install-recommends ${missing.join(" ")}`;
  console.error(`Programs to compare with are missing. Install them on Debian:\n  ${line}`);
  process.exit(1);
}

ensureInstalled();
ensureBuilt();
run(process.execPath, [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--config=tests/peers/vitest.config.ts",
  ...process.argv.slice(2),
]);
