import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { Server } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { projectRoot } from "~/core/root.server";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { freePort } from "../support/free-port";
import { onFile, scratchEnvironment } from "../support/scratch";
import { seedUser, signInStaff } from "../support/seed";
import { spawnServer, startServer } from "../support/server";

/** Opens a raw connection, which can send half a request. */
function open(url: string): Promise<{ socket: Socket; received: () => string; closed: Promise<void> }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).once("error", reject);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    const closed = new Promise<void>((done) => socket.once("close", () => done()));
    socket.once("connect", () => resolve({ socket, received: () => text, closed }));
  });
}

const half = [
  "POST /api/nothing HTTP/1.1",
  "Host: 127.0.0.1",
  "Content-Type: application/json",
  "Content-Length: 10",
  // The server responds to this as soon as it has read the headers.
  "Expect: 100-continue",
  "",
  '{"a"',
].join("\r\n");
const rest = ":12345}";

test("a stopping server finishes open requests and accepts no new ones", async () => {
  const server = await startServer();
  const client = new Client(server.url);
  expect((await client.get("/healthz")).status).toBe(200);
  const slow = await open(server.url);
  slow.socket.write(half);
  await eventually(slow.received, (text) => text.includes("100 Continue"));
  const stopped = server.stop();
  const isRefused = () =>
    client.get("/healthz").then(
      () => false,
      () => true,
    );
  await eventually(isRefused, (refused) => refused);
  slow.socket.write(rest.slice(0, 6));
  slow.socket.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  await slow.closed;
  await stopped;
  const [, ...responses] = slow.received().split(/(?=HTTP\/1\.1 )/);
  expect(responses[0]).toMatch(/^HTTP\/1\.1 404 /);
  expect(responses[0]).toContain("Path not found.");
  // A second request on the same connection gets an error message or no response.
  if (responses[1]) expect(responses[1]).toMatch(/^HTTP\/1\.1 503 /);
});

test("a stopping server doesn't wait for event streams or idle connections", async () => {
  const cutOff = vi.spyOn(Server.prototype, "closeAllConnections");
  const server = await startServer();
  const staff = await seedUser(server.app, ["supervisor"]);
  const token = await signInStaff(server.app, new Client(server.url), staff.id);
  const stream = await fetch(`${server.url}/api/sms/stream`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = stream.body?.getReader();
  await reader?.read();
  // Browsers open connections in advance, and a connection may stall in the middle of a header.
  const silent = await open(server.url);
  const broken = await open(server.url);
  broken.socket.write("GET /healthz HTTP/1.1\r\nHost: 127");
  const stopped = server.stop();
  expect((await reader?.read())?.done).toBe(true);
  await Promise.all([silent.closed, broken.closed, stopped]);
  // If the server waited for these connections, it would close them after eight seconds.
  expect(cutOff).not.toHaveBeenCalled();
  cutOff.mockRestore();
});

test("SIGTERM exits with code 0 and leaves one complete database file", async () => {
  const server = await spawnServer(onFile);
  expect((await new Client(server.url).get("/healthz")).status).toBe(200);
  expect(await server.end("SIGTERM")).toBe(0);
  expect(statSync(join(server.dataDir, "firstnight.db")).size).toBeGreaterThan(0);
  expect(existsSync(join(server.dataDir, "firstnight.db-wal"))).toBe(false);
});

test("a second signal doesn't interrupt a stopping server", async () => {
  const server = await spawnServer(onFile);
  const slow = await open(server.url);
  slow.socket.write(half);
  expect((await new Client(server.url).get("/healthz")).status).toBe(200);
  const ended = server.end("SIGTERM");
  await eventually(server.output, (text) => text.includes('"stopping"'));
  server.child.kill("SIGTERM");
  await expect(new Client(server.url).get("/healthz")).rejects.toThrow();
  slow.socket.write(rest.slice(0, 6));
  expect(await ended).toBe(0);
  expect(slow.received()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 404 /);
  expect(existsSync(join(server.dataDir, "firstnight.db-wal"))).toBe(false);
});

test("after a server is killed, another one can start with the same data folder", async () => {
  const first = await spawnServer();
  await first.end("SIGKILL");
  const second = await spawnServer({ DATA_DIR: first.dataDir });
  expect((await new Client(second.url).get("/healthz")).status).toBe(200);
  expect(await second.end()).toBe(0);
});

test("npm start passes the stop signal to the server", async () => {
  const environment = scratchEnvironment({ ...onFile, PORT: String(await freePort()) });
  const npm = spawn("npm", ["start"], {
    cwd: projectRoot,
    stdio: "ignore",
    env: { ...process.env, ...environment },
  });
  const isRunning = () =>
    fetch(`http://127.0.0.1:${environment.PORT}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isRunning, (running) => running, 60);
  npm.kill();
  await once(npm, "exit");
  await eventually(isRunning, (running) => !running, 20);
});
