/**
 * Identifies a client for rate limits: an IPv4 address, or the /64 prefix of an IPv6 address, because one
 * client can use every address in it.
 */
export function clientKey(address: string | null): string {
  if (!address) return "unknown";
  const bare = address.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1").split("%", 1)[0] ?? "";
  if (!bare.includes(":")) return bare;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped?.[1]) return mapped[1];
  const [head = "", tail] = bare.toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
