import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { second } from "~/core/time";

// An answer that is not out by then is cut off: the whole stop has ten seconds.
const patience = 8 * second;

/**
 * Follows the connections of a server, so that a stop waits for the answers under way and for nothing else.
 * node:http counts a connection that never sent anything among those under way, and keeps one open for the next
 * request where its answer had begun before the stop.
 *
 * @returns takes no more connections, and waits until the last one is closed
 */
export function followConnections(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let closing = false;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, answer) => {
    answers.add(answer);
    answer.once("close", () => {
      answers.delete(answer);
      if (closing) socket.destroySoon();
    });
  });
  return () => {
    closing = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const busy = new Set([...answers].map(({ req }) => req.socket));
    for (const socket of open) if (!busy.has(socket)) socket.destroy();
    setTimeout(() => server.closeAllConnections(), patience).unref();
    return closed;
  };
}
