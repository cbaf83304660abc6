import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "../cleanup";
import { listen } from "../free-port";

/** Opens a proxy to a port with faults on demand. */
export async function openFaultyConnection(port: number) {
  const pairs = new Set<[Socket, Socket]>();
  const state = { responses: true, requests: true };
  const pass = (from: Socket, to: Socket, isOpen: () => boolean) => {
    from.on("data", (bytes) => isOpen() && to.write(bytes));
    from.on("error", () => {}).on("close", () => to.destroy());
  };
  const front = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port, host: "127.0.0.1", noDelay: true });
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.on("close", () => pairs.delete(pair));
    pass(client, upstream, () => state.requests);
    pass(upstream, client, () => state.responses);
  });
  const open = await listen(front);
  const connection = {
    port: open,
    /** From now on, requests arrive, but responses are lost. */
    loseResponses: () => {
      state.responses = false;
    },
    /** Drops all data without closing connections. */
    loseAll: () => {
      state.responses = false;
      state.requests = false;
    },
    /** Ends the faults. */
    repair: () => {
      state.responses = true;
      state.requests = true;
    },
    /** Breaks every connection. New ones work. */
    cut: () => {
      connection.repair();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
  atEnd(() => {
    connection.cut();
    front.close();
  });
  return connection;
}
