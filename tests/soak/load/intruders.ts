import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What the server told those who came to hurt it, by status; "cut" where it closed without a word. */
export type Told = Map<string, number>;

/** Bytes that never come to an end: so many connections at a time, each a byte a second. */
export function drip(port: number, count: number, told: Told): () => void {
  const open = new Set<Socket>();
  let stopped = false;
  const begin = (nth: number) => {
    if (stopped) return;
    const socket = connect(port, "127.0.0.1");
    open.add(socket);
    const inBody = nth % 3 === 0;
    const head = "POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
    socket.write(inBody ? `${head}Origin: http://127.0.0.1:${port}\r\nContent-Length: 200000\r\n\r\n` : head);
    const timer = setInterval(() => socket.write(inBody ? "x" : "X"), 1000);
    let said = "cut";
    socket.on("data", (chunk) => {
      said = /^HTTP\/1.1 (\d+)/.exec(chunk.toString())?.[1] ?? said;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      open.delete(socket);
      if (stopped) return;
      told.set(`dripping: ${said}`, (told.get(`dripping: ${said}`) ?? 0) + 1);
      begin(nth);
    });
  };
  for (let nth = 0; nth < count; nth++) begin(nth);
  return () => {
    stopped = true;
    for (const socket of open) socket.destroy();
  };
}

const kinds: Record<string, (port: number) => [head: string, body: string]> = {
  "5 MB as JSON": (port) => {
    const body = JSON.stringify({ email: "x".repeat(5_000_000) });
    const head = `POST /api/login HTTP/1.1\r\nHost: h\r\nOrigin: http://127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    return [head, body];
  },
  "headers of 100 KB": () => [`GET / HTTP/1.1\r\nHost: h\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`, ""],
  "an address of 60 KB": () => [`GET /${"x".repeat(60_000)} HTTP/1.1\r\nHost: h\r\n\r\n`, ""],
};

/** Much too much at once, one kind after another, twice a second. */
export async function flood(port: number, milliseconds: number, told: Told): Promise<void> {
  const until = performance.now() + milliseconds;
  for (let turn = 0; performance.now() < until; turn++) {
    const [name, make] = Object.entries(kinds)[turn % 3] ?? [];
    if (!name || !make) return;
    const [head, body] = make(port);
    const socket = connect(port, "127.0.0.1");
    let said = "cut";
    socket.on("data", (chunk) => {
      said = /^HTTP\/1.1 (\d+)/.exec(chunk.toString())?.[1] ?? said;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => told.set(`${name}: ${said}`, (told.get(`${name}: ${said}`) ?? 0) + 1));
    socket.write(head + body);
    setTimeout(() => socket.destroy(), 5000);
    await sleep(500);
  }
}
