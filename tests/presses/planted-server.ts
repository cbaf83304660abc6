import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../support/cleanup";

/**
 * Starts a server that shows the same page at every address. Forms are accepted, unless their path has another status.
 */
export async function plantedServer(body: string, statuses: Partial<Record<string, number>> = {}) {
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url?.split("?")[0] ?? "";
    response.writeHead(statuses[path] ?? 200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><link rel="icon" href="data:,"><body>${body}</body>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
