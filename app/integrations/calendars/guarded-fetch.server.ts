import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { AnswerTooLong, HostForbidden, lookUpPublic, readBytes } from "../order-system/post-soap.server";
import { hostOf, isPrivateHost } from "../order-system/private-address.server";
import { CalendarProblem } from "./calendar-problem";

/** Bytes. */
export const longestAnswer = 20e6;
const mostRedirects = 5;
const redirects = [301, 302, 303, 307, 308];

export interface FetchLimits {
  /** Hosts that are allowed in a private network. */
  privateHosts: readonly string[];
  signal: AbortSignal;
}

/**
 * `fetch` that checks each address it connects to, redirects included, and sends credentials to no other origin.
 * @throws HostForbidden, AnswerTooLong, CalendarProblem
 */
export function guardedFetch(limits: FetchLimits) {
  return async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    let url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init.headers);
    for (let hops = 0; hops <= mostRedirects; hops++) {
      const response = await send(url, { ...init, headers }, limits);
      const target = response.headers.get("location");
      if (init.redirect === "manual" || !redirects.includes(response.status) || !target) return response;
      const next = new URL(target, url);
      if (next.origin !== url.origin) headers.delete("authorization");
      url = next;
    }
    throw new CalendarProblem("The address redirects too often.");
  };
}

async function send(
  url: URL,
  init: RequestInit & { headers: Headers },
  limits: FetchLimits,
): Promise<Response> {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new HostForbidden();
  const host = hostOf(url);
  const allowed = limits.privateHosts.includes(host.toLowerCase());
  if (!allowed && isPrivateHost(host)) throw new HostForbidden();
  const request = url.protocol === "https:" ? overHttps : overHttp;
  const body = typeof init.body === "string" ? init.body : undefined;
  const { status, headers, bytes } = await new Promise<{
    status: number;
    headers: [string, string][];
    bytes: Uint8Array;
  }>((resolve, reject) => {
    const sent = request(
      url,
      {
        method: init.method ?? "GET",
        headers: {
          "user-agent": "Firstnight",
          ...Object.fromEntries(init.headers),
          ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
        },
        signal: limits.signal,
        ...(!allowed && { lookup: lookUpPublic }),
      },
      (answer) => {
        readBytes(answer, longestAnswer).then(
          (bytes) => {
            const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
              values.map((value): [string, string] => [name, value]),
            );
            resolve({ status: answer.statusCode ?? 0, headers, bytes });
          },
          (error) => {
            answer.destroy();
            reject(error);
          },
        );
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
  const empty = [101, 204, 205, 304].includes(status);
  return new Response(empty ? null : (bytes as BodyInit), { status, headers });
}

/** The problem in words for the calendar's owner. Null for an error of our own. */
export function problemInWords(error: unknown): string | null {
  if (error instanceof CalendarProblem) return error.message;
  if (error instanceof HostForbidden)
    return "This address is in a private network. The server's administrator can allow it with the setting ALLOW_PRIVATE_HOSTS.";
  if (error instanceof AnswerTooLong) return "The calendar is larger than 20 MB.";
  const { code = "", name, cause } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError")
    return "The calendar's server did not respond in time.";
  if (connectionProblems[code]) return connectionProblems[code];
  if (/CERT|TLS|SSL|ALTNAME/.test(code)) return "The server's certificate is not valid.";
  return cause ? problemInWords(cause) : null;
}

const offline = "The calendar's server can't be reached.";
const connectionProblems: Record<string, string> = {
  ENOTFOUND: "There is no server with this name. Check the address.",
  EAI_AGAIN: offline,
  ECONNREFUSED: offline,
  ECONNRESET: offline,
  EHOSTUNREACH: offline,
  ENETUNREACH: offline,
  EPIPE: offline,
  ETIMEDOUT: offline,
  EPROTO: "There is no web server at this address. Check it.",
};

/** What a status other than 2xx means. */
export function statusInWords(status: number): string {
  if (status === 401 || status === 403)
    return "The server refused access. Check the user name and app password, or create a new link in your calendar app.";
  if (status === 404 || status === 410)
    return "There is no calendar at this address. Copy the address again from your calendar app.";
  if (status === 429) return "The server limits how often we can check. Firstnight will try again.";
  return `The calendar's server answered with an error (${status}).`;
}
