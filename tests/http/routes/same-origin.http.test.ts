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

const foreign = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" };

test.each([
  ["an image", foreign],
  ["a frame", { ...foreign, "sec-fetch-dest": "iframe" }],
  ["data", { ...foreign, "sec-fetch-dest": "empty" }],
  ["an image on a subdomain", { ...foreign, "sec-fetch-site": "same-site" }],
])("a page can't be loaded by another site as %s", async (_, headers) => {
  for (const path of ["/login", "/sso", "/schedule?pid=1&db=QHMS", "/api/session"]) {
    const response = await fetch(server.url + path, { headers, redirect: "manual" });
    expect([path, response.status]).toEqual([path, 403]);
  }
  expect(await server.app.reads.selectFrom("limits").selectAll().execute()).toEqual([]);
});

test("a link on another site and our own images still work", async () => {
  const link = { ...foreign, "sec-fetch-dest": "document" };
  for (const headers of [link, { ...foreign, "sec-fetch-site": "same-origin" }]) {
    expect((await fetch(`${server.url}/login`, { headers })).status).toBe(200);
  }
});
