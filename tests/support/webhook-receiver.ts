import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import type { Clock } from "~/core/time";
import { atEnd } from "./cleanup";

/** How the receiver responds to a request: a status or a fault. */
export type Reaction = number | "hang" | "reset" | "slow headers" | "huge response";

export interface ReceivedEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  /** Whether the receiver accepted it. */
  accepted: boolean;
}

interface Receiver {
  /** The endpoint's secret; null until the endpoint is created. */
  secret: string | null;
  react: (event: ReceivedEvent) => Reaction;
}

/** Starts a webhook endpoint over real HTTP that verifies each request with the standardwebhooks package. */
export async function startWebhookReceiver(clock: Clock) {
  const state: Receiver = { secret: null, react: () => 204 };
  const received: ReceivedEvent[] = [];
  const refused: unknown[] = [];
  const headers: IncomingMessage["headers"][] = [];

  function verify(body: string, request: IncomingMessage): ReceivedEvent {
    // The package reads the system's clock.
    const systemTime = vi.spyOn(Date, "now").mockReturnValue(clock.now());
    try {
      const event = new Webhook(state.secret ?? "").verify(body, request.headers as Record<string, string>);
      return { ...(event as ReceivedEvent), id: String(request.headers["webhook-id"]), accepted: false };
    } finally {
      systemTime.mockRestore();
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    headers.push(request.headers);
    let event: ReceivedEvent;
    try {
      event = verify(body, request);
    } catch (error) {
      refused.push(error);
      response.writeHead(401).end();
      return;
    }
    received.push(event);
    respond(state.react(event), event, response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  atEnd(close);
  return { url: `http://127.0.0.1:${port}/events`, state, received, refused, headers, close };
}

function respond(reaction: Reaction, event: ReceivedEvent, response: ServerResponse): void {
  if (typeof reaction === "number") {
    event.accepted = reaction >= 200 && reaction < 300;
    response.writeHead(reaction, reaction === 302 ? { Location: "/elsewhere" } : {}).end();
  } else if (reaction === "reset") {
    response.socket?.resetAndDestroy();
  } else if (reaction === "slow headers") {
    response.socket?.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    const drip = setInterval(() => response.socket?.write("a"), 10);
    response.socket?.once("close", () => clearInterval(drip));
  } else if (reaction === "huge response") {
    event.accepted = true;
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on("drain", pour);
    pour();
  }
}
