import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "../../support/cleanup";
import { listen } from "../../support/free-port";

const page = "<!DOCTYPE html><html><body><h1>Scheduled maintenance</h1></body></html>";
const http = (status: string, body: string, type = "text/html", length = body.length) =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;

/** In what way a provider is out of reach, or answers something else than it said. */
export const manners = {
  well: "answers as it should",
  slow: "answers seconds later",
  silent: "never answers",
  refused: "takes no connection",
  reset: "cuts the line before the answer",
  half: "answers half of what it said",
  "web page": "is a web page",
  "another JSON": "answers JSON of something else",
  "not found": "is not there, as HTML",
  redirect: "leads somewhere else",
  huge: "answers without end",
} as const;
export type Manner = keyof typeof manners;

const instead: Partial<Record<Manner, string>> = {
  "web page": http("200 OK", page),
  "another JSON": http("200 OK", '{"ok":true}', "application/json"),
  "not found": http("404 Not Found", page),
  redirect: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n",
  huge: http("200 OK", `{"sid":"${"x".repeat(20_000_000)}`, "application/json", 40_000_000),
};

/** A proxy to a provider with a chosen fault. Every other request reaches the provider although its answer is wrong. */
export async function startBadWay(providerPort: number) {
  const state = { manner: "well" as Manner, connections: 0 };
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const { manner } = state;
    const arrives = state.connections++ % 2 === 0;
    if (manner === "refused") return void caller.resetAndDestroy();
    const there = connect(providerPort, "127.0.0.1");
    open.add(caller).add(there);
    const wrong = instead[manner];
    let told = false;
    const cut = () => {
      caller.destroy();
      there.destroy();
    };
    caller.on("data", (chunk) => {
      if (!wrong || arrives) there.write(chunk);
      else if (!told) {
        told = true;
        caller.end(wrong);
      }
    });
    there.on("data", (chunk: Buffer) => {
      if (manner === "silent") return;
      if (manner === "slow") setTimeout(() => caller.writable && caller.write(chunk), 3000);
      else if (manner === "reset") cut();
      else if (manner === "half") caller.end(chunk.subarray(0, chunk.length / 2));
      else if (!wrong) caller.write(chunk);
      else if (!told) {
        told = true;
        caller.end(wrong);
      }
    });
    caller.on("end", () => there.end());
    there.on("end", () => setTimeout(() => caller.end(), manner === "slow" ? 3100 : 0));
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
    /** From here on; what is open in another manner is cut. */
    be(manner: Manner) {
      state.manner = manner;
      for (const socket of open) socket.destroy();
    },
  };
}
