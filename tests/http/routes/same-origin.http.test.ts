import { expect, test } from "vitest";
import { Client } from "../../support/client";
import { seedUser, signInStaff } from "../../support/seed";
import { startServer } from "../../support/server";

const server = await startServer();
const user = await seedUser(server.app, ["admin"]);
const token = await signInStaff(server.app, new Client(server.url), user.id);
const session = { cookie: `firstnight=${token}` };

/** Returns the status of a POST with these headers. A 404 means that it passed the origin check. */
async function statusWith(headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${server.url}/api/nothing`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: "{}",
  });
  await response.text();
  return response.status;
}

test("a POST from our own pages is accepted", async () => {
  expect(await statusWith({ ...session, origin: server.url })).toBe(404);
  expect(await statusWith({ ...session, "sec-fetch-site": "same-origin" })).toBe(404);
});

test("a POST from another site is rejected, with or without our cookie", async () => {
  const crossSite: Record<string, string>[] = [
    { origin: "https://elsewhere.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: server.url },
    { origin: "not an origin" },
  ];
  for (const headers of crossSite) {
    expect([headers, await statusWith({ ...session, ...headers })]).toEqual([headers, 403]);
    expect([headers, await statusWith(headers)]).toEqual([headers, 403]);
  }
});

test("a POST with our cookie but without an origin is rejected", async () => {
  expect(await statusWith(session)).toBe(403);
});

test("an API client with a bearer token doesn't need an origin", async () => {
  expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(404);
});

test("a GET from another site is accepted", async () => {
  const response = await fetch(`${server.url}/healthz`, { headers: { "sec-fetch-site": "cross-site" } });
  expect(response.status).toBe(200);
});
