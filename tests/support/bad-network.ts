import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "./scratch";

/** How the way to the server is just now. */
export interface Weather {
  /** Milliseconds that every answer takes longer. */
  delay: number;
  /** Of a hundred connections, how many are cut as soon as they carry something. */
  loss: number;
  /** So many bookings from here on reach the server, and their answers nobody. */
  lostAnswers: number;
}

/** A way to a server that loses, delays and cuts, on a port of its own. */
export async function startBadNetwork(port: number, serverPort: number) {
  const weather: Weather = { delay: 0, loss: 0, lostAnswers: 0 };
  const open = new Set<Socket>();
  let dice = 1;
  // The same luck in every run.
  const unlucky = () => {
    dice = (dice * 16807) % 2147483647;
    return dice % 100 < weather.loss;
  };

  const server = createServer((browser) => {
    const there = connect(serverPort, "127.0.0.1");
    open.add(browser).add(there);
    let deaf = false;
    const cut = () => {
      browser.destroy();
      there.destroy();
    };
    browser.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      if (/^[A-Z]+ \//.test(text) && unlucky()) return cut();
      if (/^POST \/(api\/)?schedule/.test(text) && weather.lostAnswers > 0) {
        weather.lostAnswers -= 1;
        deaf = true;
      }
      there.write(chunk);
    });
    there.on("data", (chunk) => {
      if (deaf) return cut();
      if (weather.delay === 0) browser.write(chunk);
      else void sleep(weather.delay).then(() => browser.writable && browser.write(chunk));
    });
    for (const [one, other] of [
      [browser, there],
      [there, browser],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        if (weather.delay === 0) other.destroy();
        else void sleep(weather.delay + 50).then(() => other.destroy());
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
