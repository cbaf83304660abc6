import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { clientAddress } from "~/http/request/client-address.server";
import { atEnd } from "../support/cleanup";

// Returns the client address. The path is the number of trusted proxies.
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

test("without a trusted proxy, the peer's address is used and X-Forwarded-For is ignored", async () => {
  expect(await seen(0)).toBe("127.0.0.1");
  expect(await seen(0, "203.0.113.9")).toBe("127.0.0.1");
});

test("with one trusted proxy, the last forwarded address is used", async () => {
  expect(await seen(1, "203.0.113.9")).toBe("203.0.113.9");
  expect(await seen(1, "198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
});

test("with two trusted proxies, the second-to-last forwarded address is used", async () => {
  expect(await seen(2, "198.51.100.1, 203.0.113.9, 10.0.0.2")).toBe("203.0.113.9");
});

test("without a forwarded address, the peer's address is used", async () => {
  expect(await seen(1)).toBe("127.0.0.1");
  expect(await seen(1, " , ")).toBe("127.0.0.1");
});

test("an IPv4-mapped IPv6 address is converted to IPv4", async () => {
  expect(await seen(1, "::ffff:203.0.113.9")).toBe("203.0.113.9");
});
