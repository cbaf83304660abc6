import { openingsInBatches } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { day, localDate } from "~/core/time";
import type { Patient } from "~/core/who";
import { allParts, allWeekdays, usualNotice } from "~/offers/offer-schema";
import { saveWait } from "~/offers/waits/waits.server";
import { findWish, saveWish } from "~/offers/wishes.server";
import { bookVisit } from "~/visits/book-visit.server";
import { assumed } from "./assumptions";

export const database = "SIM";

let serial = 0;

/** Creates an order with a phone number. */
async function addOrder(app: App): Promise<{ id: number; patient_id: number }> {
  const number = ++serial;
  const now = app.clock.now();
  const phone = `+1919${String(2_000_000 + number)}`;
  const order = await app.db
    .insertInto("orders")
    .values({
      brightree_db: database,
      patient_id: number,
      phone,
      state: "NC",
      source_step: 4,
      source_step_at: now,
      step: 4,
      step_at: now,
      referral_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning(["id", "patient_id"])
    .executeTakeFirstOrThrow();
  return order;
}

export const patientOf = (orderId: number): Patient => ({
  kind: "patient",
  sessionKind: "code",
  orderId,
  sessionId: 1,
  address: null,
});

interface Booked {
  orderId: number;
  start: number;
}

/** Books the first opening after `readyAt`, if any. If offers are off, patients can't ask for an earlier time. */
export async function arrive(app: App, readyAt: number, wantsEarlier: boolean): Promise<Booked | null> {
  const opening = await firstOpening(app, readyAt);
  if (!opening) return null;
  const { id: orderId, patient_id } = await addOrder(app);
  const who = patientOf(orderId);
  const { therapist, start } = opening;
  const consent = { sms_consent: true, updates: undefined };
  await bookVisit(app, who, { patient_id, brightree_db: database, therapist, datetime: start, ...consent });
  if (wantsEarlier && (await findWish(app.reads, orderId))) {
    const wish = { parts: [...allParts], weekdays: [...allWeekdays], notice_hours: usualNotice };
    await saveWish(app, who, orderId, wish);
  }
  return { orderId, start };
}

/** Adds a patient for whom no open time works and who waits for another one. */
export async function arriveToWait(app: App, parts: readonly (typeof allParts)[number][]): Promise<void> {
  const { id: orderId } = await addOrder(app);
  const until = localDate(app.clock.now() + assumed.waitDays * day, "America/New_York");
  await saveWait(app, patientOf(orderId), orderId, {
    parts: [...parts],
    weekdays: [...allWeekdays],
    notice_hours: usualNotice,
    standby: false,
    until,
    sms_consent: true,
  });
}

async function firstOpening(app: App, from: number) {
  const query = { now: app.clock.now(), from, limit: 1 };
  for await (const batch of openingsInBatches(app.reads, app.config, query)) return batch[0];
  return undefined;
}
