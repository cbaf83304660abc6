import { type LookupAddress, lookup } from "node:dns";
import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { hostOf, isPrivateAddress, isPrivateHost } from "./private-address.server";

export class HostForbidden extends Error {}

interface Sending {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
  privateHosts: readonly string[];
  signal?: AbortSignal | undefined;
}

/**
 * Sends one request to a public address or an allowed host. Resolves when the response begins. The caller
 * must read or destroy its body.
 * @throws HostForbidden, including when the name resolves to a private address; or a network error
 */
export async function openPublicRequest(sending: Sending): Promise<IncomingMessage> {
  const { url, method, headers, body, privateHosts, signal } = sending;
  const isAllowed = isAllowedHost(url, privateHosts);
  if (!/^https?:$/.test(url.protocol) || (!isAllowed && isPrivateHost(hostOf(url))))
    throw new HostForbidden();
  const open = url.protocol === "https:" ? overHttps : overHttp;
  const options = {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
    ...(signal && { signal }),
    ...(!isAllowed && { lookup: lookUpPublic }),
  };
  return new Promise((resolve, reject) => {
    const request = open(url, options, resolve);
    request.on("error", reject);
    request.end(body);
  });
}

export const isAllowedHost = (url: URL, privateHosts: readonly string[]) =>
  privateHosts.includes(hostOf(url).toLowerCase());

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A DNS lookup that rejects names with a private address. */
export function lookUpPublic(name: string, options: { all?: boolean; family?: unknown }, found: Found): void {
  lookup(name, { all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return found(error ?? new Error("No IP address was found for this host name."), "");
    if (addresses.some(({ address }) => isPrivateAddress(address))) return found(new HostForbidden(), "");
    if (options.all) return found(null, addresses);
    found(null, first.address, first.family);
  });
}
