import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "../cleanup";
import { listen } from "../free-port";

/** A connection to a port with faults on demand. */
export async function openFaultyConnection(port: number) {
  const pairs = new Set<[Socket, Socket]>();
  const state = { answers: true, requests: true };
  const pass = (from: Socket, to: Socket, is: () => boolean) => {
    from.on("data", (bytes) => is() && to.write(bytes));
    from.on("error", () => {}).on("close", () => to.destroy());
  };
  const front = createServer({ noDelay: true }, (here) => {
    const there = connect({ port, host: "127.0.0.1", noDelay: true });
    const pair: [Socket, Socket] = [here, there];
    pairs.add(pair);
    here.on("close", () => pairs.delete(pair));
    pass(here, there, () => state.requests);
    pass(there, here, () => state.answers);
  });
  const open = await listen(front);
  const connection = {
    port: open,
    /** Requests arrive, but answers are lost from now on. */
    loseAnswers: () => {
      state.answers = false;
    },
    /** Drops all data without closing connections. */
    loseAll: () => {
      state.answers = false;
      state.requests = false;
    },
    /** Ends the faults. */
    repair: () => {
      state.answers = true;
      state.requests = true;
    },
    /** Every connection breaks; new ones work. */
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
