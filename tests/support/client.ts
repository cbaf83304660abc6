import { request } from "node:http";
import { isGood, record } from "./presses/record";

export interface Sending {
  method?: string;
  /** A body sent as JSON. */
  json?: unknown;
  /** Fields sent as an HTML form. */
  form?: Record<string, string>;
  body?: string | Uint8Array | ReadableStream;
  headers?: Record<string, string>;
}

/** A response with its complete body. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON. Throws if it isn't JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape they expect.
  json: any;
  /** The path and query of a redirect's target. */
  location: string | null;
}

/** An HTTP client that, like a browser, stores cookies and sends Origin. */
export class Client {
  readonly cookies = new Map<string, string>();

  constructor(readonly url: string) {}

  get(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.send(path, { headers });
  }

  post(path: string, json: unknown = {}, headers?: Record<string, string>): Promise<Reply> {
    return this.send(path, { method: "POST", json, headers });
  }

  patch(path: string, json: unknown = {}, headers?: Record<string, string>): Promise<Reply> {
    return this.send(path, { method: "PATCH", json, headers });
  }

  put(path: string, json: unknown = {}, headers?: Record<string, string>): Promise<Reply> {
    return this.send(path, { method: "PUT", json, headers });
  }

  delete(path: string, json?: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.send(path, { method: "DELETE", json, headers });
  }

  /** Sends a form as a page without JavaScript does. */
  submit(path: string, form: Record<string, string>): Promise<Reply> {
    return this.send(path, { method: "POST", form });
  }

  /** Sends a file as a page's upload form does. */
  async upload(path: string, name: string, content: string | Uint8Array): Promise<Reply> {
    const form = new FormData();
    form.append("file", new File([content as BlobPart], name, { type: "text/csv" }));
    const packed = new Response(form);
    return this.send(path, {
      method: "POST",
      body: new Uint8Array(await packed.arrayBuffer()),
      headers: { "content-type": packed.headers.get("content-type") ?? "" },
    });
  }

  async send(path: string, sending: Sending = {}): Promise<Reply> {
    const method = sending.method ?? "GET";
    const headers = new Headers(method === "GET" || method === "HEAD" ? {} : { origin: this.url });
    if (this.cookies.size > 0) {
      headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    if (sending.json !== undefined) headers.set("content-type", "application/json");
    // Compressing for a client that decompresses immediately takes time and tests nothing.
    headers.set("accept-encoding", "identity");
    for (const [name, value] of Object.entries(sending.headers ?? {})) headers.set(name, value);
    const response = await fetch(new URL(path, this.url), {
      method,
      headers,
      redirect: "manual",
      body: bodyOf(sending),
      duplex: "half",
    } as RequestInit);
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const target = response.headers.get("location");
    const location = target && new URL(target, this.url);
    const { pathname } = new URL(path, this.url);
    if (isGood(pathname, response.status, target)) record({ type: "called", method, path: pathname });
    return {
      status: response.status,
      headers: response.headers,
      text,
      get json() {
        return JSON.parse(text);
      },
      location: location ? location.pathname + location.search : null,
    };
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }
}

function bodyOf({ json, form, body }: Sending) {
  if (json !== undefined) return JSON.stringify(json);
  if (form) return new URLSearchParams(form);
  return body;
}

/** Returns the raw bytes of a response, which fetch would decompress. */
export function rawGet(url: string, acceptEncoding?: string, cookie?: string) {
  return new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>(
    (resolve, reject) => {
      const headers = {
        ...(acceptEncoding && { "accept-encoding": acceptEncoding }),
        ...(cookie && { cookie }),
      };
      request(url, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
      })
        .on("error", reject)
        .end();
    },
  );
}
