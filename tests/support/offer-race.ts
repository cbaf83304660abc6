import { expect } from "vitest";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { day, hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { acceptOffer } from "~/offers/accept-offer.server";
import { findFreedTime } from "~/offers/due-times.server";
import { listWaiting } from "~/offers/list-waiting-patients.server";
import { sendOffers } from "~/offers/send-offers.server";
import { saveWait } from "~/offers/waits/waits.server";
import { saveWish } from "~/offers/wishes.server";
import { Client } from "./client";
import { agree } from "./http-actions";
import { anyTime, offersOf, seedOffers, thursday } from "./offers";
import { openScratch, scratchFolder, testClock } from "./scratch";
import { seedOrder, seedVisit } from "./seed";
import { spawnServer, startServer } from "./server";
import { patientOf } from "./users";

interface Race {
  patients: number;
  /** How many of the patients wait without a visit: the first, the third, and so on. Every other is on standby. */
  without?: number;
  /** How often each patient accepts. */
  times: number;
  /** Every other patient accepts in a second process. */
  inTwoProcesses?: boolean;
}

/** A server whose clock stands still. */
async function aServer() {
  const { app, clock, url } = await startServer();
  return { app, clock, freedAt: thursday, serve: async () => url };
}

/** An app in this process, and a server in another one that can be started on the same data. */
async function twoProcesses() {
  const environment = { DATA_DIR: scratchFolder(), QUIET_HOURS: "off" };
  const clock = testClock(Date.now());
  const app = openScratch(environment, clock);
  // In New York this is an afternoon, and the clinic has slots in the morning.
  const freedAt = Math.floor(clock.now() / day) * day + 4 * day + 20 * hour;
  return { app, clock, freedAt, serve: async () => (await spawnServer(environment)).url };
}

/** Accepts in this process. @returns what the server would respond */
async function acceptHere(app: App, code: string) {
  try {
    const json = await acceptOffer(app, code, null);
    return { status: 200, text: JSON.stringify(json), json: { error: "" } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 409, text: "", json: { error: error.message } };
  }
}

/** All patients accept the same offered time simultaneously, each several times. Fails unless exactly one gets it. */
export async function raceForOffer(race: Race): Promise<void> {
  const { patients, without = 0, times, inTwoProcesses = false } = race;
  const { app, clock, freedAt, serve } = await (inTwoProcesses ? twoProcesses() : aServer());
  const { therapist, free } = await seedOffers({ ...app, clock }, freedAt);
  const firstLater = freedAt + 7 * day;
  const starts = new Map<number, number>();
  for (let number = 0; number < patients; number++) {
    const order = await seedOrder(app);
    if (number % 2 === 0 && number < 2 * without) {
      await agree(app, order.phone ?? "");
      await saveWait(app, patientOf(order.id), order.id, {
        ...anyTime,
        standby: number % 4 === 0,
        sms_consent: true,
      });
      continue;
    }
    const start_at = firstLater + Math.floor(number / 20) * day + (number % 20) * hour;
    await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
    await saveWish(app, patientOf(order.id), order.id, anyTime);
    starts.set(order.id, start_at);
  }
  await free();
  clock.advance(minute);
  const sent = await app.db.transaction().execute(async (trx) => {
    const time = await findFreedTime(trx, therapist.id, freedAt);
    const chosen = (await listWaiting(trx, app)).flatMap((patient) =>
      patient.kinds.map((kind) => ({ ...patient, kind })),
    );
    return time ? sendOffers({ trx, app, who: operator }, time, chosen) : [];
  });
  expect(sent).toHaveLength(patients);

  const offers = await offersOf({ ...app, clock });
  const client = new Client(await serve());
  const replies = await Promise.all(
    Array.from({ length: times }, () => offers)
      .flat()
      .map(async ({ id, code }, nth) => {
        const isHere = inTwoProcesses && nth % 4 < 2;
        const reply = isHere ? acceptHere(app, code) : client.post(`/api/offers/${code}/accept`);
        return { id, ...(await reply) };
      }),
  );
  const won = replies.filter(({ status }) => status === 200);
  expect(new Set(won.map(({ id }) => id)).size).toBe(1);
  expect(won).toHaveLength(times);
  expect(new Set(won.map(({ text }) => text)).size).toBe(1);
  const lost = replies.filter(({ status }) => status === 409);
  expect(lost).toHaveLength((patients - 1) * times);
  const isFirst = new Map(offers.map(({ id, visit_start }) => [id, visit_start === null]));
  for (const { id, json } of lost) {
    expect(json.error).toBe(`Someone else took it.${isFirst.get(id) ? "" : " Your visit stays as it was."}`);
  }
  const winner = offers.find(({ id }) => id === won[0]?.id)?.order_id;
  const visits = await app.db
    .selectFrom("visits")
    .select(["order_id", "start_at"])
    .where("status", "=", "submitted")
    .orderBy("order_id")
    .execute();
  if (winner !== undefined) starts.set(winner, freedAt);
  const expected = [...starts]
    .sort(([one], [other]) => one - other)
    .map(([order_id, start]) => `${order_id} ${iso(start)}`);
  expect(visits.map((visit) => `${visit.order_id} ${iso(visit.start_at)}`)).toEqual(expected);
  const statuses = (await offersOf({ ...app, clock })).map(({ status }) => status);
  expect(statuses.filter((status) => status === "accepted")).toHaveLength(1);
  expect(statuses.filter((status) => status === "withdrawn")).toHaveLength(patients - 1);
}
