import { isIP } from "node:net";
import { z } from "zod";

// What stands after a setting's name: sentences of one who reads a list of settings, not of a program.

export function whole(fallback: number, lowest: number, highest: number) {
  const error = `is a whole number from ${lowest} to ${highest}`;
  return z.coerce.number(error).int(error).min(lowest, error).max(highest, error).default(fallback);
}

export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  z.enum(words, `is one of ${words.join(", ")}`);

export const onOff = (fallback: "on" | "off") =>
  oneOf("on", "off")
    .default(fallback)
    .transform((word) => word === "on");

const ownAddress = "is where people reach this, without a path, like https://visits.clinic.example";

/** Scheme, host and port alone: pages, cookies and signatures know of no path before their own. */
export const PublicUrl = z.url({ protocol: /^https?$/, error: ownAddress }).refine((typed) => {
  const { pathname, search, hash, username } = new URL(typed);
  return pathname === "/" && !search && !hash && !username;
}, ownAddress);

const isHost = (host: string) => isIP(host) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(host);

/** Names or addresses of hosts, in lower case. */
export const Hosts = z
  .string()
  .default("")
  .transform((list) =>
    list
      .split(",")
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ""),
  )
  .refine(
    (hosts) => hosts.every(isHost),
    "lists hosts without scheme, port or path, like orders.clinic.lan, 10.2.0.5",
  );
