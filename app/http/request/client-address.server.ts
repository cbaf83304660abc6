import type { IncomingMessage } from "node:http";

/**
 * The client's address: the peer's, or the one that the innermost `trustProxy` proxies name in
 * X-Forwarded-For. What stands further left can be made up by anyone.
 */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const peer = peerOf(request);
  if (trustProxy === 0) return peer;
  const named = namedBy(request);
  return named.at(-trustProxy) ?? named[0] ?? peer;
}

/** Every address that a request came by, believed or not: the peer's and all that X-Forwarded-For names. */
export const addressChain = (request: IncomingMessage): string[] => [...namedBy(request), peerOf(request)];

const peerOf = (request: IncomingMessage) => plain(request.socket.remoteAddress ?? "");

const namedBy = (request: IncomingMessage) =>
  String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => plain(part.trim()))
    .filter(Boolean);

// "::ffff:10.0.0.1" is the IPv4 address of a peer on a dual-stack socket.
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "");
