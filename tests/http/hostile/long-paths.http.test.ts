import { expect, test } from "vitest";
import { Client } from "../../support/client";
import { startServer } from "../../support/server";

const { url } = await startServer();
const client = new Client(url);

/** A path with the given number of characters. */
const pathOf = (start: string, length: number) => start.padEnd(length, "x");

test("a path of more than 1,000 characters gets a 414 error", async () => {
  const message = "This address is too long. Check it, then try again.";
  for (const start of ["/track/", "/nothing/", `/${"a/".repeat(400)}`]) {
    const page = await client.get(pathOf(start, 1001));
    expect([start, page.status, page.text]).toEqual([start, 414, message]);
    expect(page.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  }
  for (const start of ["/api/visits/", "/api/nothing/", "/calendar/"]) {
    for (const method of ["GET", "POST"]) {
      const reply = await client.send(pathOf(start, 1001), { method });
      expect([start, reply.status]).toEqual([start, 414]);
      expect(reply.json).toEqual({ error: "The path is too long. Send at most 1,000 characters." });
    }
  }
});

test("a path of 1,000 characters and a longer query are accepted", async () => {
  expect((await client.get(pathOf("/nothing/", 1000))).location).toBe("/");
  expect((await client.get(pathOf("/api/nothing/", 1000))).status).toBe(404);
  expect((await client.get(pathOf("/login?x=", 4000))).status).toBe(200);
});
