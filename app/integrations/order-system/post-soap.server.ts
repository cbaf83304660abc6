import { type LookupAddress, lookup } from "node:dns";
import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps, type RequestOptions } from "node:https";
import { hostOf, isPrivateAddress, isPrivateHost } from "./private-address.server";

export class HostForbidden extends Error {}

export class AnswerTooLong extends Error {}

interface Posting {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Longest accepted response, in bytes. */
  maxBytes: number;
  /** Hosts that are allowed in a private network. */
  privateHosts: readonly string[];
  signal: AbortSignal;
}

export interface Answer {
  status: number;
  /** The header's value, or empty. */
  contentType: string;
  body: Uint8Array;
}

/**
 * Posts a text and reads the response. Does not follow redirects: the request must not reach another host.
 * @throws HostForbidden also if the name resolves to a private address when connecting; AnswerTooLong
 */
export async function postText(posting: Posting): Promise<Answer> {
  const response = await openPost(posting);
  const { statusCode = 0, headers } = response;
  try {
    const body = await readBytes(response, posting.maxBytes);
    return { status: statusCode, contentType: headers["content-type"] ?? "", body };
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** Posts a text. Resolves when the response begins; its body is the caller's. @throws HostForbidden, see `postText` */
export async function openPost(posting: Omit<Posting, "maxBytes">): Promise<IncomingMessage> {
  const url = new URL(posting.url);
  const host = hostOf(url);
  const allowed = posting.privateHosts.includes(host.toLowerCase());
  if (!allowed && isPrivateHost(host)) throw new HostForbidden();
  const send = url.protocol === "https:" ? overHttps : overHttp;
  const options: RequestOptions = {
    method: "POST",
    headers: { ...posting.headers, "Content-Length": Buffer.byteLength(posting.body) },
    signal: posting.signal,
    ...(!allowed && { lookup: lookUpPublic }),
  };
  return new Promise((resolve, reject) => {
    const request = send(url, options, resolve);
    request.on("error", reject);
    request.end(posting.body);
  });
}

export async function readBytes(response: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A DNS lookup that refuses names with a private address. */
export function lookUpPublic(name: string, options: { all?: boolean; family?: unknown }, found: Found): void {
  lookup(name, { all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return found(error ?? new Error("The name has no address."), "");
    if (addresses.some(({ address }) => isPrivateAddress(address))) return found(new HostForbidden(), "");
    if (options.all) return found(null, addresses);
    found(null, first.address, first.family);
  });
}
