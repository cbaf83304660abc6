// npm run check and npm run format.
import "./current-node.mjs";
import { checkLanguage } from "./check-language.mjs";
import { ensureInstalled, run } from "./prepare.mjs";

ensureInstalled();
const write = process.argv.includes("--write");
run(process.execPath, [
  "node_modules/@biomejs/biome/bin/biome",
  "check",
  ...(write ? ["--write"] : ["--error-on-warnings"]),
  ".",
]);
if (!write) {
  checkLanguage();
  run(process.execPath, ["node_modules/ts7/bin/tsc", "--noEmit"]);
}
