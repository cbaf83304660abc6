// npm run bench [-- SUBJECT …]: prints a table of figures, each with its reference from the same run and its target.
// Missed targets don't change the exit code, because figures depend on the machine.
import "../../app/cli/current-node.mjs";
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/prepare.mjs";

/** Modules in subjects/. rows.mjs documents their exports. */
const subjects = [
  "phone",
  "server",
  "growth",
  "open-times",
  "writes",
  "libsql",
  "long",
  "memory",
  "start",
  "supervisor",
  "therapist",
  "staff",
  "tabs",
  "messages",
  "orders",
  "size",
  "earlier",
  "equipment",
  "check-ins",
  "nights",
];

// Tests prefer the headless shell, but it paints and responds to taps at other times than people's browsers.
const fullBrowser = "/usr/bin/chromium";
if (existsSync(fullBrowser)) process.env.CHROMIUM_PATH ??= fullBrowser;

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !subjects.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown subject: ${unknown.join(", ")}. Choose from: ${subjects.join(", ")}`);
  process.exit(2);
}
ensureInstalled();
ensureBuilt();
const { tableOf } = await import("./table.mjs");

const rows = [];
for (const name of requested.length > 0 ? requested : subjects) {
  console.error(`${name} …`);
  const { measure } = await import(`./subjects/${name}.mjs`);
  try {
    const measured = await measure();
    console.error(tableOf(measured));
    rows.push(...measured);
  } catch (error) {
    // A complete run takes about an hour, so the other subjects still run.
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
}
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
console.log(`\nFirstnight ${version}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`);
console.log(tableOf(rows));
