import { BlockList, isIP } from "node:net";

const private4 = new BlockList();
const private6 = new BlockList();
// This machine, private networks, and reserved addresses.
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
  private4.addSubnet(network, bits, "ipv4");
}
// Internet hosts are in 2000::/3. Everything else is blocked, and so are the parts of it for tests, documentation, and
// tunnels that can contain an IPv4 address (NAT64, IPv4-translated, Teredo, 6to4).
for (const [network, bits] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  private6.addSubnet(network, bits, "ipv6");
}

export function isPrivateAddress(address: string): boolean {
  if (isIP(address) !== 6) return private4.check(address, "ipv4");
  return private6.check(address, "ipv6") || isIsatap(address);
}

/** An ISATAP address (RFC 5214) contains an IPv4 address in any network: `…:0:5efe:a.b.c.d` or `…:200:5efe:a.b.c.d`. */
function isIsatap(address: string): boolean {
  const [before = "", after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (part: string) => (part ? part.split(":") : []);
  const [head, tail] = [groups(before), groups(after ?? "")];
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
  return all[5] === "5efe" && (all[4] === "0" || all[4] === "200");
}

/** A URL's host without IPv6 brackets. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** True if a host is private even before a lookup. The addresses of other names are checked after the lookup. */
export function isPrivateHost(host: string): boolean {
  return isIP(host) !== 0 ? isPrivateAddress(host) : /(^|\.)localhost\.?$/i.test(host);
}
