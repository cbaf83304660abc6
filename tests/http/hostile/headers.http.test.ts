import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { cases } from "../../support/cases";
import { apiCalls, pageRoutes } from "../../support/routes";
import { staffClient } from "../../support/seed";
import { startServer } from "../../support/server";

const server = await startServer({ TRUST_PROXY: "1" });
const { hostname, port, host } = new URL(server.url);
const clients = await Promise.all(
  (["admin", "supervisor", "therapist"] as const).map((role) => staffClient(server, role)),
);
const cookies = clients.map(({ cookies }) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
);

const files = readdirSync(join(projectRoot, "public"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(join(projectRoot, "public").length));
const paths = [...(await pageRoutes()), ...(await apiCalls())].map(({ path }) =>
  path.replaceAll(/:\w+/g, "1"),
);

const names = `Accept Accept-Encoding Accept-Language Authorization Cache-Control Connection Content-Encoding
  Content-Length Content-Range Content-Type Cookie Expect Forwarded Host Idempotency-Key If-Match If-Modified-Since
  If-None-Match If-Range Last-Event-ID Origin Range Referer Save-Data Sec-Fetch-Mode Sec-Fetch-Site TE Trailer
  Transfer-Encoding Upgrade User-Agent X-Background X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Request-Id
  X-Twilio-Signature`.split(/\s+/);
const values =
  `0 -1 * % %00 \x80\xff =;=;= 1e999 null __proto__ <script> bytes=0-,-1 W/" "*" gzip;q=x identity;q=0 chunked
  gzip,chunked 100-continue websocket h2c close http://[::1 https://elsewhere.example localhost:99999 for=_x
  multipart/form-data;boundary=x application/x-www-form-urlencoded;charset=x`.split(/\s+/);
values.push("", "\t", "x".repeat(5000));
/** Header values that are almost valid. */
const nearlyValid: [string, string][] = [
  ["Range", "bytes=5-2"],
  ["Range", "bytes=-"],
  ["Range", "bytes=9999999-"],
  ["Content-Type", "multipart/form-data"],
  ["Content-Type", 'multipart/form-data; boundary=""'],
  ["Content-Type", "application/json; charset=utf-16"],
  ["If-None-Match", 'W/"'],
  ["If-Modified-Since", "Thu, 99 Foo 0000"],
  ["Cookie", "firstnight=%E0%A4%A"],
  ["Accept-Encoding", "identity;q=0"],
  ["X-Forwarded-For", "::1, 1.2.3.4"],
];
const bodies = [
  "",
  "{}",
  "null",
  '{"a":',
  "a=1",
  "\x00\x01",
  "zz\r\n",
  "5\r\nhello\r\n0\r\n\r\n",
  "--x\r\n\r\n1\r\n--x--\r\n",
];

const requests = fc.record({
  method: fc.constantFrom("GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"),
  path: fc.oneof(fc.constantFrom(...paths), fc.constantFrom(...files)),
  cookie: fc.constantFrom("", ...cookies),
  extra: fc.array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values)),
      fc.constantFrom(...nearlyValid),
    ),
    { minLength: 1, maxLength: 5 },
  ),
  body: fc.constantFrom(...bodies),
});

/** Sends a raw request, because a client library might refuse to. Returns the status. */
function sendRaw({
  method,
  path,
  cookie,
  extra,
  body,
}: typeof requests extends fc.Arbitrary<infer One> ? One : never) {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${server.url}`, `Cookie: ${cookie}`];
  for (const [name, value] of extra) lines.push(`${name}: ${value}`);
  const content = method === "GET" || method === "HEAD" ? "" : body;
  if (content) lines.push(`Content-Length: ${content.length}`);
  return new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let response = "";
    socket.on("data", (chunk) => {
      response += chunk.toString("latin1");
      // Only the status is needed, and streams never end.
      if (response.includes("\r\n\r\n")) socket.destroy();
    });
    // The server would close connections with incomplete requests much later.
    socket.setTimeout(300, () => socket.destroy());
    socket.on("error", reject);
    socket.on("close", () => resolve(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? "nothing"));
    socket.write(`${lines.join("\r\n")}\r\n\r\n${content}`, "latin1");
  });
}

test("no header causes an error in a page, an API call, or a file, or crashes the server", async () => {
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 10, maxLength: 10 }), async (several) => {
      for (const status of await Promise.all(several.map(sendRaw))) {
        statuses.add(status);
        expect(status).not.toMatch(/^5/);
      }
    }),
    { numRuns: cases(40, 150), seed: 53 },
  );
  expect([...statuses]).toEqual(expect.arrayContaining(["200", "302", "400", "403", "404", "405"]));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
