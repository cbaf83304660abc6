import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "../cleanup";
import { listen } from "../free-port";

/** The way to a port, on which things go wrong as a test says. */
export async function openWay(port: number) {
  const pairs = new Set<[Socket, Socket]>();
  const state = { answers: true, questions: true };
  const pass = (from: Socket, to: Socket, is: () => boolean) => {
    from.on("data", (bytes) => is() && to.write(bytes));
    from.on("error", () => {}).on("close", () => to.destroy());
  };
  const front = createServer({ noDelay: true }, (here) => {
    const there = connect({ port, host: "127.0.0.1", noDelay: true });
    const pair: [Socket, Socket] = [here, there];
    pairs.add(pair);
    here.on("close", () => pairs.delete(pair));
    pass(here, there, () => state.questions);
    pass(there, here, () => state.answers);
  });
  const open = await listen(front);
  const way = {
    port: open,
    /** Answers are lost from now on, questions arrive. */
    loseAnswers: () => {
      state.answers = false;
    },
    /** Drops all data without closing connections. */
    loseAll: () => {
      state.answers = false;
      state.questions = false;
    },
    /** From now on everything arrives again. */
    mend: () => {
      state.answers = true;
      state.questions = true;
    },
    /** Every connection breaks; new ones work. */
    cut: () => {
      way.mend();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
  atEnd(() => {
    way.cut();
    front.close();
  });
  return way;
}
