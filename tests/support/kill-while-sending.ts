import { expect } from "vitest";
import { eventually } from "./eventually";
import { startFakeTwilio } from "./fake-twilio";
import { agree, write } from "./http-actions";
import { openScratch, scratchFolder } from "./scratch";
import { spawnServer } from "./server";

// On a database server, a killed process keeps its lease for 20 seconds and its claimed rows for 60 seconds.
const secondsToWait = 180;

interface Deliveries {
  texts: number;
  numbers: number;
  /** The server is killed each time the number of delivered texts reaches one of these. */
  killedAt: number[];
}

/** Kills the server during deliveries. Fails if a text is lost, sent twice, or sent out of order. */
export async function killWhileSending({ texts, numbers, killedAt }: Deliveries): Promise<void> {
  const dataDir = scratchFolder();
  const twilio = await startFakeTwilio(({ nth }) => ({ delay: (nth * 7) % 60 }));
  const environment = { ...twilio.environment, DATA_DIR: dataDir };
  const app = openScratch(environment);
  for (let nth = 0; nth < texts; nth++) {
    const phone = `+1919555${4000 + (nth % numbers)}`;
    if (nth < numbers) await agree(app, phone);
    await write(app, phone, `text ${nth}`);
  }
  const open = () =>
    app.db
      .selectFrom("outbox")
      .select((row) => row.fn.countAll<number>().as("rows"))
      .where("status", "<>", "sent")
      .executeTakeFirstOrThrow()
      .then(({ rows }) => rows);

  for (const reached of killedAt) {
    const server = await spawnServer(environment);
    await eventually(
      () => twilio.messages.length,
      (count) => count >= reached,
      secondsToWait,
    );
    await server.end("SIGKILL");
  }
  expect(await open()).toBeGreaterThan(0);
  const last = await spawnServer(environment);
  await eventually(open, (rows) => rows === 0, secondsToWait);
  await last.end();

  const bodies = twilio.messages.map(({ body }) => body);
  expect(bodies).toHaveLength(texts);
  expect(new Set(bodies).size).toBe(texts);
  const sids = await app.db.selectFrom("outbox").select("provider_id").execute();
  expect(new Set(sids.map((row) => row.provider_id))).toEqual(new Set(twilio.messages.map(({ sid }) => sid)));
  for (let nth = 0; nth < numbers; nth++) {
    const order = twilio.messages.filter(({ to }) => to === `+1919555${4000 + nth}`).map(({ body }) => body);
    expect(order).toEqual(
      Array.from({ length: texts / numbers }, (_, round) => `text ${round * numbers + nth}`),
    );
  }
  await app.close();
}
