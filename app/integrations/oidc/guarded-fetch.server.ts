import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { AnswerTooLong, HostForbidden, lookUpPublic } from "../order-system/post-soap.server";
import { hostOf, isPrivateHost } from "../order-system/private-address.server";

const mostBytes = 1_000_000;

interface Sending {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** A fetch that reaches no private address except `privateHosts`, follows no redirect, and reads at most 1 MB. */
export const guardedFetch =
  (privateHosts: readonly string[]) =>
  async (
    address: string,
    { method = "GET", headers = {}, body, signal }: Sending = {},
  ): Promise<Response> => {
    const url = new URL(address);
    const host = hostOf(url).toLowerCase();
    const allowed = privateHosts.includes(host);
    if (!allowed && (isPrivateHost(host) || url.protocol !== "https:")) throw new HostForbidden();
    const text = body == null ? "" : String(body);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === "https:" ? overHttps : overHttp;
      const request = send(
        url,
        {
          method,
          headers: { ...headers, ...(text && { "content-length": String(Buffer.byteLength(text)) }) },
          ...(signal && { signal }),
          ...(!allowed && { lookup: lookUpPublic }),
        },
        resolve,
      );
      request.on("error", reject);
      request.end(text);
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) {
        response.destroy();
        throw new AnswerTooLong();
      }
      chunks.push(chunk);
    }
    const status = response.statusCode ?? 502;
    const type = response.headers["content-type"];
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? Buffer.concat(chunks) : null, {
      status,
      headers: type ? { "content-type": type } : {},
    });
  };
