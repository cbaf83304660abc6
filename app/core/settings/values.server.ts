import { isIP } from "node:net";
import * as z from "zod";

export function whole(fallback: number, lowest: number, highest: number) {
  const error = `must be a whole number from ${lowest} to ${highest}`;
  return z.coerce.number(error).int(error).min(lowest, error).max(highest, error).default(fallback);
}

export const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(", ")}`);

export const onOff = (fallback: "on" | "off") =>
  oneOf("on", "off")
    .default(fallback)
    .transform((word) => word === "on");

const ownAddress = "must be the public address without a path, like https://visits.clinic.example";

/** Only a scheme, host, and port, because links, cookies, and signatures assume that Firstnight is at the root. */
export const PublicUrl = z.url({ protocol: /^https?$/, error: ownAddress }).refine((typed) => {
  const { pathname, search, hash, username } = new URL(typed);
  return pathname === "/" && !search && !hash && !username;
}, ownAddress);

const isHost = (host: string) => isIP(host) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(host);

/** Host names or addresses. The output is lowercase. */
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
    "must be hosts without a scheme, port, or path, such as orders.clinic.lan or 10.2.0.5",
  );
