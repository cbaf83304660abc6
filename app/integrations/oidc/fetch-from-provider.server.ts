import { fetchPublic } from "../requests/fetch-public.server";
import { HostForbidden, isAllowedHost } from "../requests/open-public-request.server";

const maxBytes = 1_000_000;

/** A fetch that allows private addresses and plain HTTP only for the listed hosts. @throws see `fetchPublic` */
export function fetchFromProvider(privateHosts: readonly string[]) {
  const fetch = fetchPublic({ privateHosts, maxBytes });
  return async (address: string, init?: RequestInit): Promise<Response> => {
    const url = new URL(address);
    if (url.protocol !== "https:" && !isAllowedHost(url, privateHosts)) throw new HostForbidden();
    return fetch(url, init);
  };
}
