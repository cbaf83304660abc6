import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { second } from "~/core/time";

// The entire shutdown must finish within ten seconds.
const longestResponse = 8 * second;

/**
 * Tracks a server's connections, so that shutdown waits only for responses in progress. node:http would also wait for
 * connections that never sent a request, and would keep a connection open if its response began before the shutdown.
 * @returns a function that stops accepting connections and waits until the last one is closed
 */
export function followConnections(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  let closing = false;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    responses.add(response);
    response.once("close", () => {
      responses.delete(response);
      if (closing) socket.destroySoon();
    });
  });
  return () => {
    closing = true;
    const cutOff = setTimeout(() => server.closeAllConnections(), longestResponse).unref();
    const closed = new Promise<void>((resolve) =>
      server.close(() => {
        clearTimeout(cutOff);
        resolve();
      }),
    );
    const busy = new Set([...responses].map(({ req }) => req.socket));
    for (const socket of open) if (!busy.has(socket)) socket.destroy();
    return closed;
  };
}
