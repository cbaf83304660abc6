import { expect } from "vitest";
import type { openApp } from "~/boot/app.server";
import { day, hour } from "~/core/time";
import { saveWish } from "~/offers/wishes.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { Client } from "./client";
import { eventually } from "./eventually";
import { anyTime } from "./offers";
import { openScratch, scratchFolder, testClock } from "./scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "./seed";
import { type SpawnedServer, spawnServer } from "./server";
import { patientOf, staffOf } from "./users";

interface Waves {
  patients: number;
  /** The server is killed each time the number of sent offers reaches one of these. */
  killedAt: number[];
}

/** Kills the server during waves and replies. Fails if a visit, offer, or message is lost or duplicated. */
export async function killDuringWaves({ patients, killedAt }: Waves): Promise<void> {
  const environment = { DATA_DIR: scratchFolder(), QUIET_HOURS: "off" };
  const seeding = openScratch(environment, testClock(Date.now()));
  const starts = await seedWaiting(seeding, patients);
  await seeding.close();

  const app = openScratch(environment);
  const offers = () => app.reads.selectFrom("offers").selectAll().orderBy("id").execute();
  const accepted: number[] = [];
  for (const reached of [...killedAt, patients]) {
    const server = await spawnServer(environment);
    await eventually(
      async () => (await offers()).length,
      (count) => count >= reached,
      60,
    );
    const replies = reply(server, app, await offers(), accepted);
    await server.end("SIGKILL");
    await replies;
  }
  const last = await spawnServer(environment);
  await reply(last, app, await offers(), accepted);
  await last.end();

  const sent = await offers();
  expect(new Set(sent.map((offer) => `${offer.order_id} ${offer.therapist_id} ${offer.start_at}`)).size).toBe(
    sent.length,
  );
  const messages = await app.reads
    .selectFrom("outbox")
    .selectAll()
    .where("kind", "=", "visit-offer")
    .execute();
  expect(messages).toHaveLength(sent.length);
  const byId = new Map(sent.map((offer) => [offer.id, offer]));
  expect(accepted.map((id) => byId.get(id)?.status)).toEqual(accepted.map(() => "accepted"));
  const visits = await app.reads.selectFrom("visits").selectAll().where("status", "=", "submitted").execute();
  expect(visits).toHaveLength(patients);
  for (const { order_id, start_at } of visits) {
    const taken = sent.filter((offer) => offer.order_id === order_id && offer.status === "accepted");
    expect(start_at).toBe(Math.min(starts.get(order_id) ?? 0, ...taken.map((offer) => offer.start_at)));
  }
  const freed = await app.reads.selectFrom("freed_times").selectAll().execute();
  const isFreed = new Set(freed.map((time) => `${time.therapist_id} ${time.start_at}`));
  for (const { status, therapist_id, start_at } of sent) {
    if (status === "open") expect(isFreed).toContain(`${therapist_id} ${start_at}`);
  }
  await app.close();
}

/** Adds patients who are waiting for an earlier time, and one freed time for every three of them. */
async function seedWaiting(app: ReturnType<typeof openApp>, patients: number): Promise<Map<number, number>> {
  const therapist = await seedTherapist(app, { daily_capacity: 24 });
  const tomorrow = Math.ceil(app.clock.now() / day) * day + 2 * day;
  const startOf = (number: number) => tomorrow + Math.floor(number / 20) * day + (number % 20) * hour;
  const times = patients / 3;
  const starts = new Map<number, number>();
  for (let number = 0; number < times; number++) {
    await seedSlots(app, therapist, [startOf(number)]);
    const order = await seedOrder(app);
    const at = { therapist_id: therapist.id, start_at: startOf(number) };
    const visit = await seedVisit(app, { order_id: order.id, ...at });
    await cancelVisit(app, staffOf(), visit.id, null);
  }
  await app.db.updateTable("freed_times").set({ next_wave_at: 0 }).execute();
  for (let number = 0; number < patients; number++) {
    const order = await seedOrder(app);
    const start_at = startOf(number) + 20 * day;
    await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
    await saveWish(app, patientOf(order.id), order.id, anyTime);
    starts.set(order.id, start_at);
  }
  return starts;
}

type Offers = { id: number; code_sealed: string; status: string }[];

/** Accepts every other open offer and declines the rest. Requests fail once the server is killed. */
async function reply(
  { url }: SpawnedServer,
  app: ReturnType<typeof openApp>,
  offers: Offers,
  accepted: number[],
) {
  const client = new Client(url);
  const open = offers.filter(({ status }) => status === "open");
  await Promise.all(
    open.map(async ({ id, code_sealed }) => {
      const verb = id % 2 ? "accept" : "decline";
      const response = await client
        .post(`/api/offers/${app.secrets.open(code_sealed)}/${verb}`)
        .catch(() => null);
      if (response) expect([200, 409]).toContain(response.status);
      if (response?.status === 200 && verb === "accept") accepted.push(id);
    }),
  );
}
