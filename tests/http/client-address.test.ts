import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { clientAddress } from "~/http/request/client-address.server";
import { atEnd } from "../support/cleanup";

// Answers who it takes the caller for, believing as many proxies as the path says.
const echo = createServer((request, response) => {
  response.end(clientAddress(request, Number(request.url?.slice(1))));
});
await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
atEnd(() => echo.close());
const { port } = echo.address() as AddressInfo;

async function seen(proxies: number, forwarded?: string): Promise<string> {
  const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return (await fetch(`http://127.0.0.1:${port}/${proxies}`, { headers })).text();
}

test("without a trusted proxy the peer's own address counts, whatever it says", async () => {
  expect(await seen(0)).toBe("127.0.0.1");
  expect(await seen(0, "203.0.113.9")).toBe("127.0.0.1");
});

test("one trusted proxy names the client, and what stands further left is not believed", async () => {
  expect(await seen(1, "203.0.113.9")).toBe("203.0.113.9");
  expect(await seen(1, "198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
});

test("two trusted proxies name the client one further left", async () => {
  expect(await seen(2, "198.51.100.1, 203.0.113.9, 10.0.0.2")).toBe("203.0.113.9");
});

test("a trusted proxy that names nobody leaves the peer", async () => {
  expect(await seen(1)).toBe("127.0.0.1");
  expect(await seen(1, " , ")).toBe("127.0.0.1");
});

test("an IPv4 address in IPv6 clothes is the IPv4 address", async () => {
  expect(await seen(1, "::ffff:203.0.113.9")).toBe("203.0.113.9");
});
