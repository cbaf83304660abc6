import { BlockList, isIP } from "node:net";

export interface AddressList {
  has(address: string): boolean;
}

/** Parses addresses and networks, like "127.0.0.1, 10.2.0.0/16, ::1"; null if any entry is neither. */
export function addressList(text: string): AddressList | null {
  const list = new BlockList();
  for (const part of text.split(",").map((piece) => piece.trim())) {
    if (part === "") continue;
    const [address = "", bits, rest] = part.split("/");
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const length = bits === undefined ? most : Number(bits);
    if (version === 0 || rest !== undefined || bits === "" || !(length >= 0 && length <= most)) return null;
    if (!Number.isInteger(length)) return null;
    list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  }
  return {
    has: (address) => {
      const version = isIP(address);
      return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
    },
  };
}
