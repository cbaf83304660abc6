// npm run demo: installs and builds if needed, then creates and serves a demo.
import "./current-node.mjs";
import { createServer } from "node:net";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";

function freePort(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    probe.listen(port, process.env.HOST, () => {
      const { port: found } = probe.address();
      probe.close(() => resolve(found));
    });
  });
}

async function choosePort() {
  const requested = process.env.PORT;
  if (requested && !/^\d{1,4}$|^[1-5]\d{4}$/.test(requested)) return requested;
  if (requested) {
    const port = await freePort(Number(requested));
    if (port !== null) return port;
    console.error(`Port ${requested} is in use by another program. Stop it, or set PORT to another number.`);
    process.exit(1);
  }
  for (let port = 3000; port < 3050; port++) if ((await freePort(port)) !== null) return port;
  return freePort(0);
}

process.env.NODE_ENV = "production";
// The demo's passwords are public, so other machines can open it only if HOST is set.
process.env.HOST ||= "127.0.0.1";
ensureInstalled();
ensureBuilt();
process.env.PORT = String(await choosePort());
const { main } = await import("../../build/cli.js");
process.exit(await main(["demo"]));
