import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { raceEndpoints } from "~/dashboard/ui/lists/raced-table";

// Simulated endpoints that return rows, fail, or never respond.
const endpoints = createServer((request, response) => {
  if (request.url?.startsWith("/silent")) return;
  response.statusCode = request.url?.startsWith("/broken") ? 500 : 200;
  response.setHeader("Content-Type", "application/json");
  response.end(request.url?.startsWith("/rows") ? JSON.stringify([{ asked: request.url }]) : "{}");
});
await new Promise<void>((resolve) => endpoints.listen(0, "127.0.0.1", resolve));
const at = (path: string) => `http://127.0.0.1:${(endpoints.address() as AddressInfo).port}${path}`;
afterAll(() => {
  endpoints.closeAllConnections();
  endpoints.close();
});

test("the first endpoint that returns rows wins", async () => {
  const won = await raceEndpoints([at("/silent"), at("/broken"), at("/none"), at("/rows")], "?search=x");
  expect(won).toEqual({ endpoint: at("/rows"), rows: [{ asked: "/rows?search=x" }] });
});

test("endpoints that don't respond are abandoned after 1.5 seconds", async () => {
  const limit = new AbortController();
  const limits = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  const lost = raceEndpoints([at("/silent"), at("/broken")], "");
  limit.abort();
  await expect(lost).rejects.toThrow();
  expect(limits.mock.calls).toEqual([[1500], [1500]]);
  limits.mockRestore();
});
