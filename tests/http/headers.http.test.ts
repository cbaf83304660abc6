import { expect, test } from "vitest";
import { Client } from "../support/client";
import { startServer } from "../support/server";

const server = await startServer();
const client = new Client(server.url);
const paths = ["/", "/healthz", "/api/nothing", "/favicon.svg", "/build/nothing.js", "/nothing"];

test("every response has security headers and a unique request ID", async () => {
  const ids = new Set<string>();
  for (const path of paths) {
    const { headers } = await client.get(path);
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect([path, headers.get("x-frame-options")]).toEqual([path, "DENY"]);
    expect([path, headers.get("referrer-policy")]).toEqual([path, "same-origin"]);
    expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
    ids.add(headers.get("x-request-id") ?? "");
  }
  expect(ids.size).toBe(paths.length);
});

test("no header reveals the server's software", async () => {
  for (const path of paths) {
    const { headers } = await client.get(path);
    expect([path, headers.get("server"), headers.get("x-powered-by")]).toEqual([path, null, null]);
  }
});

test("HTTPS responses set HSTS", async () => {
  const secure = new Client((await startServer({ PUBLIC_URL: "https://visits.example" })).url);
  expect((await secure.get("/healthz")).headers.get("strict-transport-security")).toContain(
    "max-age=31536000",
  );
  expect((await client.get("/healthz")).headers.get("strict-transport-security")).toBeNull();
});
