import { expect, test } from "vitest";
import { redactPath } from "~/http/answer/redact.server";
import { Client } from "../support/client";
import { spawnServer } from "../support/server";

test("the log names each request by its id, and holds no query, no code and no token", async () => {
  const server = await spawnServer();
  const client = new Client(server.url);
  const secret = "s3cretc0de";
  const ids: string[] = [];
  for (const path of [
    `/track/${secret}`,
    `/schedule/${secret}?x=${secret}`,
    `/schedule?pid=${secret}&db=${secret}`,
    `/reset-password/${secret}`,
    `/api/shortlink/timeline/${secret}`,
    `/api/shortlink/bootstrap-schedule/${secret}`,
    `/healthz?token=${secret}`,
  ]) {
    ids.push(
      (await client.get(path, { authorization: `Bearer ${secret}` })).headers.get("x-request-id") ?? "",
    );
  }
  await client.post(`/api/reset-password/${secret}`, { password: secret });
  await client.submit("/login", { code: secret, email: `${secret}@mail.example`, password: secret });
  await server.end();
  expect(server.output()).not.toContain(secret);
  const lines = server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  for (const id of ids) expect(lines.filter((line) => line.requestId === id)).toHaveLength(1);
  expect(lines.some((line) => line.path === "/track/…" && line.method === "GET" && line.status > 0)).toBe(
    true,
  );
});

test("a logged path keeps what tells the route and nothing that lets somebody in", () => {
  expect(redactPath("/track/abc?x=1#y")).toBe("/track/…");
  expect(redactPath("/schedule")).toBe("/schedule");
  expect(redactPath("/api/appointments/17/cancel")).toBe("/api/appointments/17/cancel");
  expect(redactPath("/api/appointments/Jane%20Doe")).toBe("/api/appointments/…");
  expect(redactPath(`/${"x".repeat(900)}`)).toHaveLength(200);
});
