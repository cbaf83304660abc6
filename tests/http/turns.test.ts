import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually";
import { testClock } from "../support/scratch";
import { staffClient } from "../support/seed";
import { startServer } from "../support/server";

const clock = testClock();
let turn = 0;
/** The turns of the event loop in which somebody looked at the clock, as each request does for its session. */
const looks = new Set<number>();
const now = () => {
  looks.add(turn);
  return clock.now();
};
const server = await startServer({}, { ...clock, now });

test("requests that arrive together are each answered in a turn of their own", async () => {
  const { cookies } = await staffClient(server, "supervisor");
  const { hostname, port } = new URL(server.url);
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
  // Sent without waiting for an answer, all ten are read in one turn.
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const asked = `GET /api/session HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`;
  socket.write(asked.repeat(10));
  await eventually(
    () => answers.match(/HTTP\/1\.1 200/g)?.length,
    (answered) => answered === 10,
  );
  socket.destroy();
  expect(looks.size).toBeGreaterThanOrEqual(10);
});
