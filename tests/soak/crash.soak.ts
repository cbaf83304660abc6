import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { freePort } from "../support/free-port";
import { scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { spawnServer } from "../support/server";
import { keepBusy, moment, type Promised, seedCrowd } from "./mixed-load";
import { expectWhole } from "./whole";

/** CPU time of a process in milliseconds, as Linux counts it. */
function processorTimeOf(pid = 0): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(" ").slice(13, 15);
  return 10 * (Number(user) + Number(system));
}

const rounds = Number(process.env.AMOUNT ?? 50);

test(`kill -9 at ${rounds} random moments under load loses no promised change and repeats no text`, async () => {
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

  const promises: Promised[] = [];
  const starts: number[] = [];
  const worked: number[] = [];
  let requests = 0;
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const server = await spawnServer(environment);
    starts.push(performance.now() - began);
    worked.push(processorTimeOf(server.child.pid));
    const busy = keepBusy(server.url, crowd, promises, () => 0);
    await new Promise((resolve) => setTimeout(resolve, moment(100, 3000)));
    await server.end("SIGKILL");
    await busy.stop();
    requests += busy.answered.requests;
    expect(busy.answered.faults).toEqual([]);
    const app = openApp(scratchConfig(environment));
    await expectWhole(app, promises);
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
  await expectWhole(app, promises);

  const sent = await app.db
    .selectFrom("outbox")
    .select("provider_id")
    .where("channel", "=", "sms")
    .where("status", "=", "sent")
    .execute();
  // Each text at the provider has one row, and each promise was kept once.
  expect(sent.map((row) => row.provider_id).sort()).toEqual(twilio.messages.map(({ sid }) => sid).sort());
  const bodies = twilio.messages.map(({ body }) => body).filter((body) => body.startsWith("words "));
  expect(new Set(bodies).size).toBe(bodies.length);
  const texts = promises.flatMap(({ text }) => text ?? []);
  expect(texts.filter((text) => !bodies.includes(text))).toEqual([]);
  await app.close();

  starts.sort((a, b) => a - b);
  worked.sort((a, b) => a - b);
  console.log(
    `${rounds} rounds, ${requests} requests answered, ${promises.length} promises (${texts.length} texts), ${sent.length} texts at the provider; ` +
      `start to serving: median ${Math.round(starts[Math.floor(rounds / 2)] ?? 0)} ms, longest ${Math.round(starts.at(-1) ?? 0)} ms, ` +
      `over two seconds: ${starts.filter((took) => took > 2000).length}; of that on a processor: median ${worked[Math.floor(rounds / 2)]} ms, longest ${worked.at(-1)} ms`,
  );
});
