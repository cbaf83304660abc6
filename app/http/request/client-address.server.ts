import type { IncomingHttpHeaders } from "node:http";

interface Sender {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/** The client's address as reported by the innermost `trustProxy` proxies. A client can forge anything further left. */
export function clientAddress(request: Sender, trustProxy: number): string {
  const peer = peerAddress(request);
  if (trustProxy === 0) return peer;
  const forwarded = forwardedAddresses(request);
  return forwarded.at(-trustProxy) ?? forwarded[0] ?? peer;
}

/** All addresses of a request, trusted or not: those in X-Forwarded-For, then the peer's. */
export const addressChain = (request: Sender): string[] => [
  ...forwardedAddresses(request),
  peerAddress(request),
];

const peerAddress = (request: Sender) => withoutIpv6Prefix(request.socket.remoteAddress ?? "");

const forwardedAddresses = (request: Sender) =>
  String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => withoutIpv6Prefix(part.trim()))
    .filter(Boolean);

// "::ffff:10.0.0.1" is a peer's IPv4 address on a dual-stack socket.
const withoutIpv6Prefix = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "");
