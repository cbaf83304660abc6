import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Responses to attackers by status, or "cut" if the server closed the connection without a response. */
export type ResponseCounts = Map<string, number>;

/** Opens slow connections that each send one byte a second and never finish a request. */
export function drip(port: number, count: number, counts: ResponseCounts): () => void {
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
    let result = "cut";
    socket.on("data", (chunk) => {
      result = /^HTTP\/1.1 (\d+)/.exec(chunk.toString())?.[1] ?? result;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      open.delete(socket);
      if (stopped) return;
      counts.set(`slow request: ${result}`, (counts.get(`slow request: ${result}`) ?? 0) + 1);
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
  "100 KB of headers": () => [`GET / HTTP/1.1\r\nHost: h\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`, ""],
  "60 KB URL": () => [`GET /${"x".repeat(60_000)} HTTP/1.1\r\nHost: h\r\n\r\n`, ""],
};

/** Sends oversized requests of each kind, two per second. */
export async function flood(port: number, milliseconds: number, counts: ResponseCounts): Promise<void> {
  const until = performance.now() + milliseconds;
  for (let nth = 0; performance.now() < until; nth++) {
    const [name, make] = Object.entries(kinds)[nth % 3] ?? [];
    if (!name || !make) return;
    const [head, body] = make(port);
    const socket = connect(port, "127.0.0.1");
    let result = "cut";
    socket.on("data", (chunk) => {
      result = /^HTTP\/1.1 (\d+)/.exec(chunk.toString())?.[1] ?? result;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => counts.set(`${name}: ${result}`, (counts.get(`${name}: ${result}`) ?? 0) + 1));
    socket.write(head + body);
    setTimeout(() => socket.destroy(), 5000);
    await sleep(500);
  }
}
