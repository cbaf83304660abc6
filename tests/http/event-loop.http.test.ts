import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually";
import { testClock } from "../support/scratch";
import { staffClient } from "../support/seed";
import { startServer } from "../support/server";

const clock = testClock();
let turn = 0;
/** Event loop iterations that read the clock. Each request reads it once, to check its session. */
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
const asked = `GET /api/session HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`;

test("each of several parallel requests gets its own event loop iteration", async () => {
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let answers = "";
  socket.on("data", (chunk) => {
    answers += chunk;
  });
  const count = () => {
    turn++;
    if (!socket.destroyed) setImmediate(count);
  };
  count();
  looks.clear();
  // Sent without waiting for an answer, all ten are read in one iteration.
  socket.write(asked.repeat(10));
  await eventually(
    () => answers.match(/HTTP\/1\.1 200/g)?.length,
    (answered) => answered === 10,
  );
  socket.destroy();
  expect(looks.size).toBeGreaterThanOrEqual(10);
});

test("parallel writes start a few per event loop iteration", async () => {
  const body = JSON.stringify({ action: "UI_LOOK" });
  const report = `POST /api/activity/ui HTTP/1.1\r\nHost: ${hostname}\r\nOrigin: ${server.url}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const byTurn = new Map<number, number>();
  onLook = () => byTurn.set(turn, (byTurn.get(turn) ?? 0) + 1);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let answers = "";
  socket.on("data", (chunk) => {
    answers += chunk;
  });
  const count = () => {
    turn++;
    if (!socket.destroyed) setImmediate(count);
  };
  count();
  async function looksOf(changes: number): Promise<number[]> {
    answers = "";
    byTurn.clear();
    socket.write(report.repeat(changes));
    await eventually(
      () => answers.match(/HTTP\/1\.1 204/g)?.length,
      (answered) => answered === changes,
    );
    return [...byTurn.values()];
  }
  const looksOfOne = (await looksOf(1)).reduce((sum, looks) => sum + looks, 0);
  const looks = await looksOf(100);
  socket.destroy();
  onLook = () => {};
  expect(looksOfOne).toBeGreaterThan(0);
  // Eight begin in an iteration, in which the eight before them may end.
  expect(Math.max(...looks)).toBeLessThanOrEqual(16 * looksOfOne);
});

test("a request is dropped if its client disconnects while it waits", async () => {
  const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname));
  const ask = (socket: Socket) => {
    socket.write(asked);
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
  // Later requests run after all of them.
  await fetch(`${server.url}/login`);
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(sockets.length);
});

test("new connections don't wait for all queued responses", async () => {
  const inside = Array.from({ length: 60 }, () => connect(Number(port), hostname));
  await Promise.all(inside.map((socket) => once(socket, "connect")));
  let looked = 0;
  onLook = () => {
    looked += 1;
  };
  for (const socket of inside) socket.write(asked);
  const crowd = Array.from({ length: 100 }, () => connect(Number(port), hostname));
  // These are rejected without work, so they only wait for their connection to be accepted.
  for (const socket of crowd) socket.write(`GET /% HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await Promise.all(crowd.map((socket) => once(socket, "data")));
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(inside.length / 2);
  for (const socket of [...inside, ...crowd]) socket.destroy();
});
