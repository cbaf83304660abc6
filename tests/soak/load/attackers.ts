import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The server's answers to attackers, by status; "cut" where it closed the connection without one. */
export type AnswerCounts = Map<string, number>;

/** Requests that never end: parallel connections that each send one byte a second. */
export function drip(port: number, count: number, counts: AnswerCounts): () => void {
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
    let answer = "cut";
    socket.on("data", (chunk) => {
      answer = /^HTTP\/1.1 (\d+)/.exec(chunk.toString())?.[1] ?? answer;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      open.delete(socket);
      if (stopped) return;
      counts.set(`dripping: ${answer}`, (counts.get(`dripping: ${answer}`) ?? 0) + 1);
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

/** Oversized requests of each kind, twice a second. */
export async function flood(port: number, milliseconds: number, counts: AnswerCounts): Promise<void> {
  const until = performance.now() + milliseconds;
  for (let turn = 0; performance.now() < until; turn++) {
    const [name, make] = Object.entries(kinds)[turn % 3] ?? [];
    if (!name || !make) return;
    const [head, body] = make(port);
    const socket = connect(port, "127.0.0.1");
    let answer = "cut";
    socket.on("data", (chunk) => {
      answer = /^HTTP\/1.1 (\d+)/.exec(chunk.toString())?.[1] ?? answer;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => counts.set(`${name}: ${answer}`, (counts.get(`${name}: ${answer}`) ?? 0) + 1));
    socket.write(head + body);
    setTimeout(() => socket.destroy(), 5000);
    await sleep(500);
  }
}
