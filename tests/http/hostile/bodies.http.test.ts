import { expect, test } from "vitest";
import { inputOf } from "~/http/request/input.server";
import { Client } from "../../support/client";
import { startServer } from "../../support/server";

const server = await startServer();
const client = new Client(server.url);
const limit = 256 * 1024;

/** Reads a request's input the way a page or an API call does. */
const inputOfRequest = (query: string, body: string, type = "application/json") =>
  inputOf({
    request: new Request(`http://localhost/x${query}`, {
      method: "POST",
      body,
      headers: { "content-type": type },
    }),
    params: { id: "7" },
    context: {} as never,
  });

test("a body over 256 KB gets a 413 error, with or without Content-Length", async () => {
  const text = "x".repeat(limit + 1);
  expect((await client.send("/api/nothing", { method: "POST", body: text })).status).toBe(413);
  const stream = new Blob([text]).stream();
  const reply = await client.send("/api/nothing", { method: "POST", body: stream });
  expect(reply.status).toBe(413);
  expect(reply.json.error).toBe("The request is too large. Send at most 256 KB.");
});

test("a body of exactly 256 KB is read", async () => {
  const body = "x".repeat(limit);
  expect((await client.send("/api/nothing", { method: "POST", body })).status).toBe(404);
});

test("the server still responds after a body that was too large", async () => {
  expect((await client.get("/healthz")).status).toBe(200);
});

test("malformed JSON and JSON that isn't an object are rejected", async () => {
  for (const body of ["{", "{]", "[]", "null", "1", '"text"', '{"a":1}{', "\u0000"]) {
    await expect(inputOfRequest("", body), body).rejects.toMatchObject({ code: "malformed" });
  }
});

test("a body with any other media type gets a 415 error", async () => {
  for (const type of ["text/plain", "application/xml", "application/jsonx"]) {
    await expect(inputOfRequest("", "{}", type)).rejects.toMatchObject({ code: "wrong-type" });
  }
});

test("path parameters override the body, and the body overrides the query", async () => {
  const input = await inputOfRequest("?id=1&a=query&b=query", '{"id":2,"a":"body"}');
  expect({ ...input }).toEqual({ id: "7", a: "body", b: "query" });
});

test("a form and JSON with the same fields are read as the same input", async () => {
  const form = await inputOfRequest("", "a=1&a=2&b=x", "application/x-www-form-urlencoded");
  const json = await inputOfRequest("", '{"a":["1","2"],"b":"x"}');
  expect({ ...form }).toEqual({ ...json });
});

test("a field named __proto__ doesn't change the prototype", async () => {
  const input = await inputOfRequest("?__proto__=x&constructor=y", '{"__proto__":{"admin":true}}');
  expect((input as { admin?: unknown }).admin).toBeUndefined();
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
  expect(Object.getPrototypeOf(input)).toBeNull();
});

test("a form or a query with more than 2,000 fields is rejected", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const many = (count: number) => Array(count).fill("a=1").join("&");
  const send = (path: string, count: number) =>
    client.send(path, { method: "POST", headers: form, body: many(count) });
  expect((await send("/api/login", 2_001)).json).toEqual({ error: "Send at most 2000 fields." });
  expect((await send("/api/login", 60_000)).status).toBe(413);
  expect((await send("/api/login", 2_000)).status).toBe(422);
  expect((await client.get(`/login?${many(2_001)}`)).status).toBe(413);
  const { a } = await inputOfRequest("", many(2_000), form["content-type"]);
  expect(a).toEqual(Array(2_000).fill("1"));
});
