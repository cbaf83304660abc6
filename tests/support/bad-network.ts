import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "./cleanup";

/** The faults of a connection to the server. */
export interface NetworkFaults {
  /** Additional delay of every response, in milliseconds. */
  delay: number;
  /** Percentage of packets lost in each direction. Later packets wait for the retransmission. */
  loss: number;
  /** Percentage of requests whose connection is dropped. */
  cuts: number;
  /** How many of the next bookings reach the server but get no response. */
  lostResponses: number;
  /** Requests whose first line matches reach the server but get no response. */
  noResponseTo: RegExp | null;
  /** Requests whose first line matches get a truncated response. */
  truncatedResponseTo: RegExp | null;
  /** No request reaches the server: the connection breaks, or it stays open without a response. */
  down: false | "broken" | "silent";
}

export const noFaults: NetworkFaults = {
  delay: 0,
  loss: 0,
  cuts: 0,
  lostResponses: 0,
  noResponseTo: null,
  truncatedResponseTo: null,
  down: false,
};

// TCP's initial retransmission timeout.
const retransmitAfter = 1000;

/** A proxy to a server that drops packets, delays responses, and cuts connections. */
export async function startBadNetwork(port: number, serverPort: number) {
  const faults = { ...noFaults };
  const open = new Set<Socket>();
  let dice = 1;
  // Every run uses the same random numbers.
  const chance = (percent: number) => {
    dice = (dice * 16807) % 2147483647;
    return dice % 100 < percent;
  };

  /** Delays packets without changing their order. */
  const delayInOrder = () => {
    let before: Promise<void> = Promise.resolve();
    return (deliver: () => void, delay = 0) => {
      const wait = delay + (chance(faults.loss) ? retransmitAfter : 0);
      const due = wait > 0 ? sleep(wait) : undefined;
      before = before.then(() => due).then(deliver);
    };
  };

  const server = createServer((browser) => {
    const upstream = connect(serverPort, "127.0.0.1");
    open.add(browser).add(upstream);
    const [toServer, toBrowser] = [delayInOrder(), delayInOrder()];
    let losesResponse = false;
    let truncates = false;
    const cut = () => {
      browser.destroy();
      upstream.destroy();
    };
    browser.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      if (faults.down === "silent") return;
      if (faults.down === "broken") return cut();
      if (/^[A-Z]+ \//.test(text) && chance(faults.cuts)) return cut();
      if (faults.noResponseTo?.test(text)) losesResponse = true;
      if (faults.truncatedResponseTo?.test(text)) truncates = true;
      if (/^POST \/(api\/)?schedule/.test(text) && faults.lostResponses > 0) {
        faults.lostResponses -= 1;
        losesResponse = true;
      }
      toServer(() => upstream.write(chunk));
    });
    upstream.on("data", (chunk) => {
      if (losesResponse) return cut();
      if (truncates) return browser.end(Buffer.from(chunk).subarray(0, -5), cut);
      toBrowser(() => browser.write(chunk), faults.delay);
    });
    for (const [one, other, afterPackets] of [
      [browser, upstream, toServer],
      [upstream, browser, toBrowser],
    ] as const) {
      one.on("error", () => one.destroy());
      one.on("close", () => {
        open.delete(one);
        afterPackets(() => other.end());
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  atEnd(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return faults;
}
