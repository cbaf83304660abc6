// node app/cli/run.mjs COMMAND …: installs and builds if needed, then runs a command.
import "./current-node.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";

ensureInstalled();
ensureBuilt();
const { main } = await import("../../build/cli.js");
process.exitCode = await main(process.argv.slice(2));
