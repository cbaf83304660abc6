import { pino } from "pino";
import { expect, test } from "vitest";
import { Refusal } from "~/core/refusal";
import { errorResponse } from "~/http/api.server";
import { problemResponse } from "~/http/page.server";
import { fastRenderer } from "~/http/render/fast-renderer.server";
import { Client } from "../support/client";
import { spawnServer } from "../support/server";

test("the log contains each request's ID but no query, code, or token", async () => {
  const server = await spawnServer();
  const client = new Client(server.url);
  const secret = "s3cretc0de";
  const ids: string[] = [];
  for (const path of [
    `/track/${secret}`,
    `/Track/${secret}`,
    `/%74rack/${secret}`,
    `/track//${secret}`,
    `/api/Shortlink/timeline/${secret}`,
    `/schedule/${secret}?x=${secret}`,
    `/schedule?pid=${secret}&db=${secret}`,
    `/reset-password/${secret}`,
    `/api/shortlink/timeline/${secret}`,
    `/api/shortlink/bootstrap-schedule/${secret}`,
    `/healthz?token=${secret}`,
    `/search?q=${secret}`,
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
  expect(lines).toContainEqual(
    expect.objectContaining({ route: "/track/:code", method: "GET", status: 404 }),
  );
});

test("the cause of an error is logged with the request ID and never sent to the user", async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const args = { context: { app: { log }, requestId: "of this request", renderer: fastRenderer } } as never;
  const full = new Refusal("database", "Nothing was saved.", { cause: new Error("disk I/O error") });
  const responses = [await errorResponse(full, args).text(), JSON.stringify(problemResponse(args, full, {}))];
  errorResponse(new Refusal("conflict", "That time was just taken."), args);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    Array(2).fill({
      requestId: "of this request",
      msg: "database",
      err: { message: expect.stringContaining("disk I/O error") },
    }),
  );
  for (const response of responses) expect(response).not.toContain("disk I/O error");
});
