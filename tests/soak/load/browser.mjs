// Simulates a user's browser with cookies and keep-alive connections, and times each response from when its request was
// due.
import { Agent, request } from "node:http";
import { gunzipSync } from "node:zlib";

const agent = new Agent({ keepAlive: true, maxFreeSockets: 512 });

/** All responses so far: the kind, when the request was due, the time since then, and any error. */
export const responses = [];

export class Browser {
  #cookies = new Map();
  #tags = new Map();

  constructor(url, token) {
    this.url = url;
    if (token) this.#cookies.set("firstnight", token);
  }

  /**
   * @param kind the row of the results table
   * @param due when the request was due. It can be in the past, so waiting time counts
   * @param options `expected` lists the expected statuses; `tagged` sends If-None-Match
   */
  async send(kind, due, path, { json, expected = [200], background, tagged } = {}) {
    const headers = {
      "accept-encoding": "gzip",
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(json && { origin: this.url, "content-type": "application/json" }),
      ...(background && { "x-background": "1" }),
      ...(tagged && this.#tags.has(path) && { "if-none-match": this.#tags.get(path) }),
    };
    let response;
    try {
      response = await exchange(
        this.url + path,
        json ? "POST" : "GET",
        headers,
        json && JSON.stringify(json),
      );
    } catch (error) {
      response = { status: 0, text: String(error), headers: {} };
    }
    for (const cookie of response.headers["set-cookie"] ?? []) {
      const [name, value] = cookie.split(";", 1)[0].split("=");
      this.#cookies.set(name, value);
    }
    if (response.headers.etag) this.#tags.set(path, response.headers.etag);
    const wrong = expected.includes(response.status)
      ? null
      : `${response.status} ${path} ${response.text.slice(0, 120)}`;
    responses.push({ kind, due, took: performance.now() - due, wrong });
    return response;
  }

  /** Listens to an event stream; returns a function that closes it. */
  listen(path, onEvent) {
    const cookie = `firstnight=${this.#cookies.get("firstnight")}`;
    const stream = request(this.url + path, { headers: { cookie, "x-background": "1" } }, (response) => {
      response.on("data", (chunk) => /^data: /m.test(chunk.toString()) && onEvent());
      response.on("error", () => undefined);
    });
    stream.on("error", () => undefined);
    stream.end();
    return () => stream.destroy();
  }
}

function exchange(url, method, headers, body) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode,
          headers: response.headers,
          bytes,
          text: textOf(response, bytes),
        });
      });
    });
    // Browsers repeat a request if the server closed a keep-alive connection without a response.
    outgoing.on("error", (error) =>
      outgoing.reusedSocket && error.code === "ECONNRESET"
        ? exchange(url, method, headers, body).then(resolve, reject)
        : reject(error),
    );
    outgoing.end(body);
  });
}

const textOf = ({ headers }, bytes) =>
  (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
