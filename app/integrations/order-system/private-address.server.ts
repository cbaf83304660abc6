import { BlockList, isIP } from "node:net";

const inside4 = new BlockList();
const inside6 = new BlockList();
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
  inside4.addSubnet(network, bits, "ipv4");
}
// Hosts of the internet have addresses of 2000::/3 alone. The rest, and these parts of it, are for tunnels that
// hide an address of IPv4 (NAT64, IPv4-translated, Teredo, 6to4), for tests and for documents.
for (const [network, bits] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  inside6.addSubnet(network, bits, "ipv6");
}

/** Is this IP address one of this machine or of a private network? */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) !== 6) return inside4.check(address, "ipv4");
  return inside6.check(address, "ipv6") || isIsatap(address);
}

/** ISATAP (RFC 5214) hides an address of IPv4 behind any network: `…:0:5efe:a.b.c.d` or `…:200:5efe:a.b.c.d`. */
function isIsatap(address: string): boolean {
  const [before = "", after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (part: string) => (part ? part.split(":") : []);
  const [head, tail] = [groups(before), groups(after ?? "")];
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
  return all[5] === "5efe" && (all[4] === "0" || all[4] === "200");
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
