import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "../../support/cleanup";
import { listen } from "../../support/free-port";

const page = "<!DOCTYPE html><html><body><h1>Scheduled maintenance</h1></body></html>";
const http = (status: string, body: string, type = "text/html", length = body.length) =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;

/** How a provider fails, as predicates for phase names. */
export const faults = {
  well: "responds correctly",
  slow: "responds three seconds late",
  silent: "never responds",
  refused: "refuses connections",
  reset: "closes the connection before the response",
  half: "sends half of the response",
  "web page": "returns a web page",
  "another JSON": "returns unrelated JSON",
  "not found": "returns 404 with HTML",
  redirect: "redirects to another address",
  huge: "sends a huge response",
} as const;
export type Fault = keyof typeof faults;

const wrongResponses: Partial<Record<Fault, string>> = {
  "web page": http("200 OK", page),
  "another JSON": http("200 OK", '{"ok":true}', "application/json"),
  "not found": http("404 Not Found", page),
  redirect: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n",
  huge: http("200 OK", `{"sid":"${"x".repeat(20_000_000)}`, "application/json", 40_000_000),
};

/** Starts a faulty proxy to a provider. Half of the requests reach the provider even if the response is wrong. */
export async function startFaultyProvider(providerPort: number) {
  const state = { fault: "well" as Fault, connections: 0 };
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const { fault } = state;
    const isForwarded = state.connections++ % 2 === 0;
    if (fault === "refused") return void caller.resetAndDestroy();
    const provider = connect(providerPort, "127.0.0.1");
    open.add(caller).add(provider);
    const wrong = wrongResponses[fault];
    let hasResponded = false;
    const cut = () => {
      caller.destroy();
      provider.destroy();
    };
    caller.on("data", (chunk) => {
      if (!wrong || isForwarded) provider.write(chunk);
      else if (!hasResponded) {
        hasResponded = true;
        caller.end(wrong);
      }
    });
    provider.on("data", (chunk: Buffer) => {
      if (fault === "silent") return;
      if (fault === "slow") setTimeout(() => caller.writable && caller.write(chunk), 3000);
      else if (fault === "reset") cut();
      else if (fault === "half") caller.end(chunk.subarray(0, chunk.length / 2));
      else if (!wrong) caller.write(chunk);
      else if (!hasResponded) {
        hasResponded = true;
        caller.end(wrong);
      }
    });
    caller.on("end", () => provider.end());
    provider.on("end", () => setTimeout(() => caller.end(), fault === "slow" ? 3100 : 0));
    for (const [one, other] of [
      [caller, provider],
      [provider, caller],
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
    /** Changes the fault and closes open connections. */
    setFault(fault: Fault) {
      state.fault = fault;
      for (const socket of open) socket.destroy();
    },
  };
}
