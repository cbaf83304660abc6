import { BlockList, isIP } from "node:net";

const inside = new BlockList();
// Where no server of a provider can be: this machine, its network, the network's own services.
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  inside.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  inside.addSubnet(network, bits, "ipv6");
}

/** Is this IP address one of this machine or of a private network? */
export function isPrivateAddress(address: string): boolean {
  return inside.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** A host as an address of the web writes it, without the brackets of IPv6. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/**
 * Does a host say by itself that it lies in here? A name that is looked up is judged by its addresses,
 * once these are known.
 */
export function isPrivateHost(host: string): boolean {
  return isIP(host) !== 0 ? isPrivateAddress(host) : /(^|\.)localhost\.?$/i.test(host);
}
