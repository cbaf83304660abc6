import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import type { Clock } from "~/core/time";
import { atEnd } from "./cleanup";

/** The receiver's reaction to a request that it has read: a status, or a fault. */
export type Act = number | "hang" | "reset" | "slow headers" | "huge answer";

export interface ReceivedEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  /** Whether the receiver accepted it. */
  kept: boolean;
}

interface Receiver {
  /** Of the endpoint; null until it is made. */
  secret: string | null;
  act: (event: ReceivedEvent) => Act;
}

/** Another system over real HTTP, which verifies each request with the standardwebhooks package. */
export async function startWebhookReceiver(clock: Clock) {
  const state: Receiver = { secret: null, act: () => 204 };
  const received: ReceivedEvent[] = [];
  const refused: unknown[] = [];
  const headers: IncomingMessage["headers"][] = [];

  function verify(body: string, request: IncomingMessage): ReceivedEvent {
    // The package reads the system's clock.
    const systemTime = vi.spyOn(Date, "now").mockReturnValue(clock.now());
    try {
      const event = new Webhook(state.secret ?? "").verify(body, request.headers as Record<string, string>);
      return { ...(event as ReceivedEvent), id: String(request.headers["webhook-id"]), kept: false };
    } finally {
      systemTime.mockRestore();
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    perform(state.act(event), event, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
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

function perform(act: Act, event: ReceivedEvent, response: ServerResponse): void {
  if (typeof act === "number") {
    event.kept = act >= 200 && act < 300;
    response.writeHead(act, act === 302 ? { Location: "/elsewhere" } : {}).end();
  } else if (act === "reset") {
    response.socket?.resetAndDestroy();
  } else if (act === "slow headers") {
    response.socket?.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    const drip = setInterval(() => response.socket?.write("a"), 10);
    response.socket?.once("close", () => clearInterval(drip));
  } else if (act === "huge answer") {
    event.kept = true;
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on("drain", pour);
    pour();
  }
}
