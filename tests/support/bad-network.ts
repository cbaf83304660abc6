import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "./cleanup";

/** The current faults of the connection to the server. */
export interface Weather {
  /** Additional milliseconds for every answer. */
  delay: number;
  /** Percentage of packets lost in each direction; later ones wait until they are sent again. */
  loss: number;
  /** Percentage of requests whose connection is cut. */
  cuts: number;
  /** The next this many bookings reach the server, but their answers are lost. */
  lostAnswers: number;
  /** Requests whose first line matches reach the server, and their answers are lost. */
  unanswered: RegExp | null;
  /** Requests whose first line matches get their answer without its last bytes. */
  halfAnswered: RegExp | null;
  /** No request reaches the server: the connection breaks, or stays open without an answer. */
  down: false | "broken" | "silent";
}

export const goodWeather: Weather = {
  delay: 0,
  loss: 0,
  cuts: 0,
  lostAnswers: 0,
  unanswered: null,
  halfAnswered: null,
  down: false,
};

// TCP's initial retransmission timeout.
const sentAgainAfter = 1000;

/** A proxy to a server that loses, delays and cuts connections. */
export async function startBadNetwork(port: number, serverPort: number) {
  const weather = { ...goodWeather };
  const open = new Set<Socket>();
  let dice = 1;
  // The same random numbers in every run.
  const unlucky = (ofHundred: number) => {
    dice = (dice * 16807) % 2147483647;
    return dice % 100 < ofHundred;
  };

  /** Delays each packet and keeps the order. */
  const carry = () => {
    let before: Promise<void> = Promise.resolve();
    return (act: () => void, delay = 0) => {
      const late = delay + (unlucky(weather.loss) ? sentAgainAfter : 0);
      const due = late > 0 ? sleep(late) : undefined;
      before = before.then(() => due).then(act);
    };
  };

  const server = createServer((browser) => {
    const there = connect(serverPort, "127.0.0.1");
    open.add(browser).add(there);
    const [toServer, toBrowser] = [carry(), carry()];
    let deaf = false;
    let half = false;
    const cut = () => {
      browser.destroy();
      there.destroy();
    };
    browser.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      if (weather.down === "silent") return;
      if (weather.down === "broken") return cut();
      if (/^[A-Z]+ \//.test(text) && unlucky(weather.cuts)) return cut();
      if (weather.unanswered?.test(text)) deaf = true;
      if (weather.halfAnswered?.test(text)) half = true;
      if (/^POST \/(api\/)?schedule/.test(text) && weather.lostAnswers > 0) {
        weather.lostAnswers -= 1;
        deaf = true;
      }
      toServer(() => there.write(chunk));
    });
    there.on("data", (chunk) => {
      if (deaf) return cut();
      if (half) return browser.end(Buffer.from(chunk).subarray(0, -5), cut);
      toBrowser(() => browser.write(chunk), weather.delay);
    });
    for (const [one, other, carried] of [
      [browser, there, toServer],
      [there, browser, toBrowser],
    ] as const) {
      one.on("error", () => one.destroy());
      one.on("close", () => {
        open.delete(one);
        carried(() => other.end());
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  atEnd(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return weather;
}
