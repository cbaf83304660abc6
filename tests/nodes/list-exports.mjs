// node tests/nodes/list-exports.mjs: prints the export names of each of Node's own modules. Run it on Node 20 to
// update node-20-exports.json, which tests/cli/entry-points.test.ts reads.
import { builtinModules } from "node:module";

const names = {};
for (const name of builtinModules.filter((name) => !name.startsWith("_")).sort()) {
  names[name] = Object.keys(await import(`node:${name.replace(/^node:/, "")}`))
    .sort()
    .join(" ");
}
console.log(JSON.stringify(names, null, 2));
