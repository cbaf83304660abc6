import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "../../support/cleanup";
import { listen } from "../../support/free-port";

const page = "<!DOCTYPE html><html><body><h1>Scheduled maintenance</h1></body></html>";
const http = (status: string, body: string, type = "text/html", length = body.length) =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;

/** How a provider fails: it can't be reached, or sends a wrong answer. */
export const faults = {
  well: "answers correctly",
  slow: "answers seconds later",
  silent: "never answers",
  refused: "accepts no connection",
  reset: "breaks the connection before the answer",
  half: "answers with half of the announced bytes",
  "web page": "answers with a web page",
  "another JSON": "answers with unrelated JSON",
  "not found": "answers 404 with HTML",
  redirect: "redirects to another address",
  huge: "answers without end",
} as const;
export type Fault = keyof typeof faults;

const wrongAnswers: Partial<Record<Fault, string>> = {
  "web page": http("200 OK", page),
  "another JSON": http("200 OK", '{"ok":true}', "application/json"),
  "not found": http("404 Not Found", page),
  redirect: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n",
  huge: http("200 OK", `{"sid":"${"x".repeat(20_000_000)}`, "application/json", 40_000_000),
};

/** A proxy to a provider with a chosen fault. Every other request reaches the provider although its answer is wrong. */
export async function startFaultyProvider(providerPort: number) {
  const state = { fault: "well" as Fault, connections: 0 };
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const { fault } = state;
    const arrives = state.connections++ % 2 === 0;
    if (fault === "refused") return void caller.resetAndDestroy();
    const there = connect(providerPort, "127.0.0.1");
    open.add(caller).add(there);
    const wrong = wrongAnswers[fault];
    let answered = false;
    const cut = () => {
      caller.destroy();
      there.destroy();
    };
    caller.on("data", (chunk) => {
      if (!wrong || arrives) there.write(chunk);
      else if (!answered) {
        answered = true;
        caller.end(wrong);
      }
    });
    there.on("data", (chunk: Buffer) => {
      if (fault === "silent") return;
      if (fault === "slow") setTimeout(() => caller.writable && caller.write(chunk), 3000);
      else if (fault === "reset") cut();
      else if (fault === "half") caller.end(chunk.subarray(0, chunk.length / 2));
      else if (!wrong) caller.write(chunk);
      else if (!answered) {
        answered = true;
        caller.end(wrong);
      }
    });
    caller.on("end", () => there.end());
    there.on("end", () => setTimeout(() => caller.end(), fault === "slow" ? 3100 : 0));
    for (const [one, other] of [
      [caller, there],
      [there, caller],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => open.delete(one));
    }
  });
  const port = await listen(server);
  atEnd(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    port,
    /** Sets the fault from now on and cuts connections with another one. */
    setFault(fault: Fault) {
      state.fault = fault;
      for (const socket of open) socket.destroy();
    },
  };
}
