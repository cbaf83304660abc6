import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually";
import { testClock } from "../support/scratch";
import { staffClient } from "../support/seed";
import { startServer } from "../support/server";

const clock = testClock();
let turn = 0;
/** The event loop iterations in which the clock was read. Each request reads it once to check the session. */
const looks = new Set<number>();
let onLook = () => {};
const now = () => {
  looks.add(turn);
  onLook();
  return clock.now();
};
const server = await startServer({}, { ...clock, now });
const { cookies } = await staffClient(server, "supervisor");
const { hostname, port } = new URL(server.url);
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const sessionRequest = `GET /api/session HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`;

test("parallel requests run in separate event loop iterations", async () => {
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let responses = "";
  socket.on("data", (chunk) => {
    responses += chunk;
  });
  const count = () => {
    turn++;
    if (!socket.destroyed) setImmediate(count);
  };
  count();
  looks.clear();
  // The client doesn't wait for responses, so the server reads all ten requests in one iteration.
  socket.write(sessionRequest.repeat(10));
  await eventually(
    () => responses.match(/HTTP\/1\.1 200/g)?.length,
    (received) => received === 10,
  );
  socket.destroy();
  expect(looks.size).toBeGreaterThanOrEqual(10);
});

test("only a few parallel writes start in each event loop iteration", async () => {
  const body = JSON.stringify({ action: "UI_LOOK" });
  const report = `POST /api/activity/ui HTTP/1.1\r\nHost: ${hostname}\r\nOrigin: ${server.url}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const byTurn = new Map<number, number>();
  onLook = () => byTurn.set(turn, (byTurn.get(turn) ?? 0) + 1);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let responses = "";
  socket.on("data", (chunk) => {
    responses += chunk;
  });
  const count = () => {
    turn++;
    if (!socket.destroyed) setImmediate(count);
  };
  count();
  async function looksOf(changes: number): Promise<number[]> {
    responses = "";
    byTurn.clear();
    socket.write(report.repeat(changes));
    await eventually(
      () => responses.match(/HTTP\/1\.1 204/g)?.length,
      (received) => received === changes,
    );
    return [...byTurn.values()];
  }
  const looksOfOne = (await looksOf(1)).reduce((sum, looks) => sum + looks, 0);
  const looks = await looksOf(100);
  socket.destroy();
  onLook = () => {};
  expect(looksOfOne).toBeGreaterThan(0);
  // In each iteration, eight writes start and the previous eight may finish.
  expect(Math.max(...looks)).toBeLessThanOrEqual(16 * looksOfOne);
});

test("a queued request is dropped if its client disconnects", async () => {
  const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname));
  const ask = (socket: Socket) => {
    socket.write(sessionRequest);
    return once(socket, "data");
  };
  await Promise.all(sockets.map(ask));
  let looked = 0;
  onLook = () => {
    looked += 1;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  for (const socket of sockets) ask(socket).catch(() => {});
  await Promise.all(sockets.map((socket) => once(socket, "close")));
  // This request runs after all of the earlier ones.
  await fetch(`${server.url}/login`);
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(sockets.length);
});

test("a new connection doesn't have to wait for all queued responses", async () => {
  const busy = Array.from({ length: 60 }, () => connect(Number(port), hostname));
  await Promise.all(busy.map((socket) => once(socket, "connect")));
  let looked = 0;
  onLook = () => {
    looked += 1;
  };
  for (const socket of busy) socket.write(sessionRequest);
  const crowd = Array.from({ length: 100 }, () => connect(Number(port), hostname));
  // These requests are rejected immediately, so they only wait for their connection to be accepted.
  for (const socket of crowd) socket.write(`GET /% HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await Promise.all(crowd.map((socket) => once(socket, "data")));
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(busy.length / 2);
  for (const socket of [...busy, ...crowd]) socket.destroy();
});
