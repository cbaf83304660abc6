import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/** Starts listening on 127.0.0.1 and returns the port. */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

/**
 * Finds a free port. It is below the ports that Linux gives to outgoing connections, because one of the tests' many
 * connections could take it before the server listens.
 */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, 20_000 + randomInt(12_000)).catch(() => null);
  if (port === null) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
