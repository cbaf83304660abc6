import { expect } from "vitest";
import { day, hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { findFreedTime } from "~/offers/due-times.server";
import { listWaiting } from "~/offers/list-waiting-patients.server";
import { sendOffers } from "~/offers/send-offers.server";
import { saveWait } from "~/offers/waits/waits.server";
import { saveWish } from "~/offers/wishes.server";
import { Client } from "./client";
import { agree } from "./http-actions";
import { anyTime, offersOf, seedOffers, thursday } from "./offers";
import { monday } from "./scratch";
import { seedOrder, seedVisit } from "./seed";
import { startServer } from "./server";
import { patientOf } from "./users";

interface Race {
  patients: number;
  /** How many of the patients wait without a visit: the first, the third, and so on. */
  without?: number;
  /** How often each patient accepts. */
  times: number;
}

/** All patients accept the same offered time simultaneously, each several times. Fails unless exactly one gets it. */
export async function raceForOffer({ patients, without = 0, times }: Race): Promise<void> {
  const { app, url, clock } = await startServer();
  const { therapist, free } = await seedOffers({ ...app, clock });
  const starts = new Map<number, number>();
  for (let number = 0; number < patients; number++) {
    const order = await seedOrder(app);
    if (number % 2 === 0 && number < 2 * without) {
      await agree(app, order.phone ?? "");
      await saveWait(app, patientOf(order.id), order.id, { ...anyTime, standby: false, sms_consent: true });
      continue;
    }
    const start_at = monday + (10 + Math.floor(number / 20)) * day + (number % 20) * hour;
    await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
    await saveWish(app, patientOf(order.id), order.id, anyTime);
    starts.set(order.id, start_at);
  }
  await free();
  clock.advance(minute);
  const sent = await app.db.transaction().execute(async (trx) => {
    const time = await findFreedTime(trx, therapist.id, thursday);
    const chosen = (await listWaiting(trx, app)).flatMap((patient) =>
      patient.kinds.map((kind) => ({ ...patient, kind })),
    );
    return time ? sendOffers({ trx, app, who: operator }, time, chosen) : [];
  });
  expect(sent).toHaveLength(patients);

  const offers = await offersOf({ ...app, clock });
  const client = new Client(url);
  const replies = await Promise.all(
    Array.from({ length: times }, () => offers)
      .flat()
      .map(async ({ id, code }) => ({ id, ...(await client.post(`/api/offers/${code}/accept`)) })),
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
  if (winner !== undefined) starts.set(winner, thursday);
  const expected = [...starts]
    .sort(([one], [other]) => one - other)
    .map(([order_id, start]) => `${order_id} ${iso(start)}`);
  expect(visits.map((visit) => `${visit.order_id} ${iso(visit.start_at)}`)).toEqual(expected);
  const statuses = (await offersOf({ ...app, clock })).map(({ status }) => status);
  expect(statuses.filter((status) => status === "accepted")).toHaveLength(1);
  expect(statuses.filter((status) => status === "withdrawn")).toHaveLength(patients - 1);
}
