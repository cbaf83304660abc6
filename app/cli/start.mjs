// npm start: production. Migrates, then serves.
import "./current-node.mjs";
import { ensureBuilt, ensureInstalled, root } from "./prepare.mjs";

process.env.NODE_ENV = "production";
ensureInstalled();
ensureBuilt();
// The server starts itself when it is the program that was called.
process.argv[1] = `${root}/build/server.js`;
await import("../../build/server.js");
