import type { IncomingMessage } from "node:http";

/**
 * The client's address: the peer's, or the one that the innermost `trustProxy` proxies name in
 * X-Forwarded-For. What stands further left can be made up by anyone.
 */
export function addressOf(request: IncomingMessage, trustProxy: number): string {
  const peer = plain(request.socket.remoteAddress ?? "");
  if (trustProxy === 0) return peer;
  const named = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => plain(part.trim()))
    .filter(Boolean);
  return named.at(-trustProxy) ?? named[0] ?? peer;
}

// "::ffff:10.0.0.1" is the IPv4 address of a peer on a dual-stack socket.
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "");
