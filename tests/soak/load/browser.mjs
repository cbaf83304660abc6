// A user's browser: cookies, kept connections, and how long each answer took from when it was due.
import { Agent, request } from "node:http";
import { gunzipSync } from "node:zlib";

const agent = new Agent({ keepAlive: true, maxFreeSockets: 512 });

/** All answers so far: kind, when it was due, how long it took from then, and its error. */
export const answers = [];

export class Browser {
  #cookies = new Map();
  #tags = new Map();

  constructor(url, token) {
    this.url = url;
    if (token) this.#cookies.set("firstnight", token);
  }

  /**
   * @param kind what it counts as
   * @param due when the request was due, possibly in the past: time in the queue counts as waiting
   * @param how `right` lists the expected statuses, `tagged` requests only changes
   */
  async ask(kind, due, path, { json, right = [200], background, tagged } = {}) {
    const headers = {
      "accept-encoding": "gzip",
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(json && { origin: this.url, "content-type": "application/json" }),
      ...(background && { "x-background": "1" }),
      ...(tagged && this.#tags.has(path) && { "if-none-match": this.#tags.get(path) }),
    };
    let answer;
    try {
      answer = await exchange(this.url + path, json ? "POST" : "GET", headers, json && JSON.stringify(json));
    } catch (error) {
      answer = { status: 0, text: String(error), headers: {} };
    }
    for (const cookie of answer.headers["set-cookie"] ?? []) {
      const [name, value] = cookie.split(";", 1)[0].split("=");
      this.#cookies.set(name, value);
    }
    if (answer.headers.etag) this.#tags.set(path, answer.headers.etag);
    const wrong = right.includes(answer.status)
      ? null
      : `${answer.status} ${path} ${answer.text.slice(0, 120)}`;
    answers.push({ kind, due, took: performance.now() - due, wrong });
    return answer;
  }

  /** Follows a stream of events for as long as it lasts. */
  listen(path, heard) {
    const cookie = `firstnight=${this.#cookies.get("firstnight")}`;
    const asked = request(this.url + path, { headers: { cookie, "x-background": "1" } }, (answer) => {
      answer.on("data", (chunk) => /^data: /m.test(chunk.toString()) && heard());
      answer.on("error", () => undefined);
    });
    asked.on("error", () => undefined);
    asked.end();
    return () => asked.destroy();
  }
}

function exchange(url, method, headers, body) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: answer.statusCode, headers: answer.headers, bytes, text: textOf(answer, bytes) });
      });
    });
    // Browsers repeat a request when the server has closed a kept connection without an answer.
    asked.on("error", (error) =>
      asked.reusedSocket && error.code === "ECONNRESET"
        ? exchange(url, method, headers, body).then(resolve, reject)
        : reject(error),
    );
    asked.end(body);
  });
}

const textOf = ({ headers }, bytes) =>
  (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
