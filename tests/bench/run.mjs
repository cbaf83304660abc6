// npm run bench [-- SUBJECT …]: prints figures with a reference from the same run and the target, in one table.
// The exit code doesn't depend on the figures: absolute ones depend on the machine, ratios on the product.
import "../../app/cli/current-node.mjs";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/prepare.mjs";

/** Each is a module in subjects/; see rows.mjs for what it exports. */
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
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !subjects.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. Subjects: ${subjects.join(", ")}`);
  process.exit(2);
}
ensureInstalled();
ensureBuilt();
const { tableOf } = await import("./table.mjs");

const rows = [];
for (const name of wanted.length > 0 ? wanted : subjects) {
  console.error(`${name} …`);
  const { measure } = await import(`./subjects/${name}.mjs`);
  rows.push(...(await measure()));
}
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
console.log(`\nFirstnight ${version}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`);
console.log(tableOf(rows));
