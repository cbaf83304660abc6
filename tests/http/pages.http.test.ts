import zlib, { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { Client, rawGet } from "../support/client";
import { startServer } from "../support/server";

const server = await startServer();
const client = new Client(server.url);

test("a page runs only scripts with its nonce, and every response has a new nonce", async () => {
  const nonces = new Set<string>();
  for (let time = 0; time < 3; time += 1) {
    const { headers, text } = await client.get("/login");
    const policy = headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([\w-]{22})' 'strict-dynamic'/.exec(policy)?.[1] ?? "";
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("base-uri 'none'");
    for (const [, attributes] of text.matchAll(/<(?:script|style)\b([^>]*)>/g)) {
      expect(attributes).toContain(`nonce="${nonce}"`);
    }
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test("pages and API responses aren't cached", async () => {
  for (const path of ["/login", "/healthz", "/api/nothing"]) {
    expect([path, (await client.get(path)).headers.get("cache-control")]).toEqual([path, "no-store"]);
  }
});

test("no page loads anything from another host", async () => {
  const { text } = await client.get("/login");
  const addresses = [...text.matchAll(/(?:src|href|action)="([^"]*)"/g)].map(([, address]) => address ?? "");
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(address).toMatch(/^(\/(?!\/)|#|\?|\.)/);
});

test("a page is compressed if the browser supports it", async () => {
  const plain = await rawGet(`${server.url}/login`);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const length = String(plain.bytes.length);
  expect(plain.headers["content-length"]).toBe(length);
  const brotli = await rawGet(`${server.url}/login`, "gzip, deflate, br");
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotli.headers.vary).toContain("Accept-Encoding");
  expect(brotliDecompressSync(brotli.bytes).toString()).toContain("</html>");
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length);
  const preferred = await rawGet(`${server.url}/login`, "gzip, deflate, br, zstd");
  const hasZstandard = "zstdDecompressSync" in zlib;
  expect(preferred.headers["content-encoding"]).toBe(hasZstandard ? "zstd" : "br");
  const decompress = hasZstandard ? zlib.zstdDecompressSync : brotliDecompressSync;
  expect(decompress(preferred.bytes).toString()).toContain("</html>");
});

test("the login page fits in one TCP window and doesn't link to a style sheet", async () => {
  const { bytes, headers } = await rawGet(`${server.url}/login`, "br");
  expect(headers["content-encoding"]).toBe("br");
  expect(bytes.length).toBeLessThan(14 * 1024);
  expect((await new Client(server.url).get("/login")).text).not.toContain('rel="stylesheet"');
});

test("with Save-Data, patient pages have no scripts", async () => {
  const reduced = await client.get("/login", { "Save-Data": "on" });
  expect(reduced.text).not.toContain("<script");
  expect(reduced.headers.get("vary")).toContain("Save-Data");
  expect((await client.get("/login")).text).toContain("<script");
});

test("a page inlines its style sheet unless the browser already has it", async () => {
  const whole = await client.get("/login");
  const href = /<style [^>]*data-href="([^"]+)"/.exec(whole.text)?.[1] ?? "";
  expect((await client.get(href)).status).toBe(200);
  const held = await client.get("/login", { cookie: `style=${href}` });
  expect(held.text).toContain(`<link rel="stylesheet" href="${href}"/>`);
  expect(held.text).not.toContain("<style");
  const older = await client.get("/login", { cookie: "style=/build/_assets/patient-OLDER.css" });
  expect(older.text).toContain("<style");
  const kept = await client.get("/track/nothing-of-this-name", { cookie: `style=${href}` });
  expect(kept.text, "a page that the service worker stores must include its styles").toContain("<style");
});
