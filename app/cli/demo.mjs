// npm run demo: installs, builds, makes a demo database, serves it, and says whom to sign in as.
import "./current-node.mjs";
import { createServer } from "node:net";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";

/** Can a server listen there? Answers the port, or null where it is taken. */
function open(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    probe.listen(port, process.env.HOST || "0.0.0.0", () => {
      const { port: found } = probe.address();
      probe.close(() => resolve(found));
    });
  });
}

/** The port that was asked for, else the first free one from 3000 on. A wrong one is for config to refuse. */
async function choosePort() {
  const wanted = process.env.PORT;
  if (wanted && !/^\d{1,4}$|^[1-5]\d{4}$/.test(wanted)) return wanted;
  if (wanted) {
    const port = await open(Number(wanted));
    if (port !== null) return port;
    console.error(`Port ${wanted} is taken. Stop what runs there, or set PORT to another number.`);
    process.exit(1);
  }
  for (let port = 3000; port < 3050; port++) if ((await open(port)) !== null) return port;
  return open(0);
}

process.env.NODE_ENV = "production";
ensureInstalled();
ensureBuilt();
process.env.PORT = String(await choosePort());
const { main } = await import("../../build/cli.js");
process.exit(await main(["demo"]));
