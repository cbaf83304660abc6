// npm start: installs and builds if needed, migrates, then serves.
import "./current-node.mjs";
import { ensureBuilt, ensureInstalled, root } from "./prepare.mjs";

process.env.NODE_ENV = "production";
ensureInstalled();
ensureBuilt();
// The server starts itself if it is the called program.
process.argv[1] = `${root}/build/server.js`;
await import("../../build/server.js");
