// node app/cli/run.mjs COMMAND …: the command line tools, on a fresh checkout too.
import "./current-node.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";

ensureInstalled();
ensureBuilt();
const { main } = await import("../../build/cli.js");
process.exitCode = await main(process.argv.slice(2));
