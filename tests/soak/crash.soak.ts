import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { freePort } from "../support/free-port";
import { scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { spawnServer } from "../support/server";
import { type Acknowledged, between, keepBusy, seedCrowd } from "./mixed-load";
import { expectIntact } from "./whole";

/** CPU time of a process in milliseconds, from /proc. */
function cpuTimeOf(pid = 0): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ").slice(13, 15);
  return 10 * (Number(user) + Number(system));
}

const rounds = Number(process.env.AMOUNT ?? 50);

test(`kill -9 at ${rounds} random times under load loses no acknowledged change and sends no text twice`, async () => {
  const dataDir = scratchFolder();
  const twilio = await startFakeTwilio(({ nth }) => ({ delay: (nth * 7) % 40, cut: nth % 50 === 0 }));
  const port = String(await freePort());
  const environment = {
    ...twilio.environment,
    DATA_DIR: dataDir,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    QUIET_HOURS: "off",
  };
  const seeding = openApp(scratchConfig(environment), testClock(Date.now()));
  const crowd = await seedCrowd(seeding, 400);
  await seeding.close();

  const acknowledged: Acknowledged[] = [];
  const starts: number[] = [];
  const cpuTimes: number[] = [];
  let requests = 0;
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const server = await spawnServer(environment);
    starts.push(performance.now() - began);
    cpuTimes.push(cpuTimeOf(server.child.pid));
    const busy = keepBusy(server.url, crowd, acknowledged, () => 0);
    await new Promise((resolve) => setTimeout(resolve, between(100, 3000)));
    await server.end("SIGKILL");
    await busy.stop();
    requests += busy.results.requests;
    expect(busy.results.faults).toEqual([]);
    const app = openApp(scratchConfig(environment));
    await expectIntact(app, acknowledged);
    await app.close();
  }

  const last = await spawnServer(environment);
  const app = openApp(scratchConfig(environment));
  const waiting = () =>
    app.db
      .selectFrom("outbox")
      .select(["id", "status", "error"])
      .where("channel", "=", "sms")
      .where("status", "in", ["queued", "sending"])
      .execute();
  await eventually(waiting, (rows) => rows.length === 0, 600);
  await last.end();
  await expectIntact(app, acknowledged);

  const sent = await app.db
    .selectFrom("outbox")
    .select("provider_id")
    .where("channel", "=", "sms")
    .where("status", "=", "sent")
    .execute();
  // Each text at the provider has one row, and each acknowledged text was sent once.
  expect(sent.map((row) => row.provider_id).sort()).toEqual(twilio.messages.map(({ sid }) => sid).sort());
  const bodies = twilio.messages.map(({ body }) => body).filter((body) => body.startsWith("words "));
  expect(new Set(bodies).size).toBe(bodies.length);
  const texts = acknowledged.flatMap(({ text }) => text ?? []);
  expect(texts.filter((text) => !bodies.includes(text))).toEqual([]);
  await app.close();

  starts.sort((a, b) => a - b);
  cpuTimes.sort((a, b) => a - b);
  console.log(
    `${rounds} rounds, ${requests} completed requests, ${acknowledged.length} acknowledged changes (${texts.length} texts), ${sent.length} texts at the provider; ` +
      `start time: median ${Math.round(starts[Math.floor(rounds / 2)] ?? 0)} ms, longest ${Math.round(starts.at(-1) ?? 0)} ms, ` +
      `over two seconds: ${starts.filter((took) => took > 2000).length}; CPU time: median ${cpuTimes[Math.floor(rounds / 2)]} ms, longest ${cpuTimes.at(-1)} ms`,
  );
});
