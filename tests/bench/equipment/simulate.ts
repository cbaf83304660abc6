import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsFrom } from "~/availability/booking-window";
import { listOpenings } from "~/availability/list-openings.server";
import { type App, openApp } from "~/boot/app.server";
import { readConfig } from "~/config.server";
import { addDays, day, hour, localDate, minute, startOfDay } from "~/core/time";
import type { Patient } from "~/core/who";
import { findEquipment, visitsFrom } from "~/equipment/find-equipment.server";
import { saveShipment } from "~/equipment/save-shipment.server";
import { receiveReply } from "~/inbox/receive-reply.server";
import { claimDue } from "~/messages/delivery/claim-due-messages.server";
import { recordSent } from "~/messages/delivery/record-attempt.server";
import { bookVisit } from "~/visits/book-visit.server";
import { askAboutEquipment } from "~/visits/equipment/ask-about-equipment.server";
import { findArrival } from "~/visits/equipment/find-arrival.server";
import { moveMyVisit } from "~/visits/move-visit.server";
import { findActiveVisit } from "~/visits/visits.server";

/** Assumptions, because nothing about late boxes before setup visits is published. */
export const assumed = {
  therapists: 2,
  hours: [9, 10, 11, 13, 14, 15],
  /** New patients per weekday. */
  patients: 5,
  /** Days from the order to the expected delivery, evenly distributed. */
  deliveryDays: [2, 6],
  /** Days from the order to the first day that the patient chooses, evenly distributed. */
  readyDays: [2, 10],
  /** Share of boxes that come later than expected at first, by 1 to 12 days. */
  late: 0.2,
  /** Share of late boxes whose new day is reported on the day on which they should have come. */
  slipReported: 0.5,
  /** Share of deliveries that are reported, on the next morning. */
  deliveryReported: 0.8,
  /** Share of patients who answer the question, and the median time until they do. */
  answers: 0.7,
  medianAnswerMinutes: 90,
  /** Share of patients without their box who then take the first of the three later times. */
  moves: 0.7,
} as const;

export interface Result {
  visits: number;
  /** Visits that began before the box came. */
  withoutEquipment: number;
  /** Texts with the question or with the news that the equipment comes too late. */
  texts: number;
  /** Mean days from the order to the visit. */
  wait: number;
}

const database = "SIM";
const zone = "America/New_York";
/** Monday, January 5, 2026, midnight in New York. */
const begin = Date.parse("2026-01-05T05:00:00Z");
const days = 364;

interface Box {
  orderId: number;
  phone: string;
  orderedAt: number;
  expectedOn: string;
  arrivesAt: number;
  reportsSlip: boolean;
  reportsDelivery: boolean;
}

/** Simulates a year of a clinic with a setting. The same seed creates the same patients and boxes. */
export async function simulate(seed: number, setting: "off" | "inform" | "require"): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-equipment-"));
  let now = begin;
  const config = readConfig({
    NODE_ENV: "production",
    DATA_DIR: folder,
    APP_SECRET: "a secret used only by the simulation",
    LOG_LEVEL: "silent",
  });
  const app = openApp(config, { now: () => now });
  const [boxes, replies] = [randomFrom(seed), randomFrom(seed + 1)];
  const known = new Map<string, Box>();
  const due: { at: number; act(): Promise<unknown> }[] = [];
  let seen = 0;
  try {
    await seedClinic(app, setting);
    for (let date = 0; date < days; date++) {
      const midnight = startOfDay(addDays(localDate(begin, zone), date), zone);
      const weekday = new Date(midnight + 12 * hour).getUTCDay();
      for (let hours = 8; hours < 21; hours += 2) {
        now = midnight + hours * hour;
        for (const each of due.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) {
          due.splice(due.indexOf(each), 1);
          await each.act();
        }
        for (let left = weekday > 0 && weekday < 6 && hours === 8 ? assumed.patients : 0; left > 0; left--) {
          const box = await arrive(app, boxes);
          if (!box) continue;
          known.set(box.phone, box);
          if (box.reportsSlip) {
            const slipped = { expected_on: localDate(box.arrivesAt, zone) };
            due.push({
              at: startOfDay(box.expectedOn, zone) + 18 * hour,
              act: () => report(app, box, slipped),
            });
          }
          if (box.reportsDelivery) {
            const delivered = { delivered_at: box.arrivesAt };
            due.push({ at: box.arrivesAt + 16 * hour, act: () => report(app, box, delivered) });
          }
        }
        await askAboutEquipment(app);
        await deliver(app);
        for (const { id, recipient, kind } of await newQuestions(app, seen)) {
          seen = id;
          const box = known.get(recipient);
          const [answers, moves] = [replies() < assumed.answers, replies() < assumed.moves];
          const delay = -Math.log2(1 - replies()) * assumed.medianAnswerMinutes * minute;
          if (!box || !answers) continue;
          due.push({ at: now + delay, act: () => answer(app, box, kind, moves) });
        }
      }
    }
    return await resultOf(app, [...known.values()], now);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
}

/** Mulberry32, a seeded random number generator. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const between = ([least, most]: readonly [number, number], drawn: number) =>
  least + Math.floor((most - least + 1) * drawn);

const patientOf = (orderId: number): Patient => ({
  kind: "patient",
  sessionKind: "code",
  orderId,
  sessionId: 1,
  address: null,
});

let serial = 0;

/** Creates an order with its box. Its patient books the first open time after the day they chose. */
async function arrive(app: App, random: () => number): Promise<Box | null> {
  const [delivery, ready, late, lateness, slip, reported] = Array.from({ length: 6 }, random) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const number = ++serial;
  const orderedAt = app.clock.now();
  const today = localDate(orderedAt, zone);
  const expectedOn = addDays(today, between(assumed.deliveryDays, delivery));
  const isLate = late < assumed.late;
  const arrivesOn = addDays(expectedOn, isLate ? between([1, 12], lateness) : 0);
  const phone = `+1919${String(2_000_000 + number)}`;
  const step = { source_step: 4, source_step_at: orderedAt, step: 4, step_at: orderedAt };
  const { id: orderId } = await app.db
    .insertInto("orders")
    .values({
      brightree_db: database,
      patient_id: number,
      phone,
      state: "NC",
      visit_zone: zone,
      ...step,
      created_at: orderedAt,
      updated_at: orderedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const box = {
    orderId,
    phone,
    orderedAt,
    expectedOn,
    arrivesAt: startOfDay(arrivesOn, zone) + 16 * hour,
    reportsSlip: isLate && slip < assumed.slipReported,
    reportsDelivery: reported < assumed.deliveryReported,
  };
  await report(app, box, { tracking_number: `T${number}`, expected_on: expectedOn });
  const notBefore = Math.max(
    orderedAt + between(assumed.readyDays, ready) * day,
    visitsFrom(await findEquipment(app.reads, orderId), orderedAt) ?? 0,
  );
  const settings = settingsFrom(app.config, notBefore);
  const [opening] = await listOpenings(app.reads, settings, { now: orderedAt, limit: 1 });
  if (!opening) return null;
  await bookVisit(app, patientOf(orderId), {
    patient_id: number,
    brightree_db: database,
    therapist: opening.therapist,
    datetime: opening.start,
    sms_consent: true,
    updates: undefined,
  });
  return box;
}

const report = (app: App, { orderId }: Box, facts: Parameters<typeof saveShipment>[2]) =>
  app.db
    .transaction()
    .execute((trx) =>
      saveShipment({ trx, app }, orderId, facts, { source: "order_system", by: "the order system" }),
    );

/** Answers the question truthfully. A patient without the box takes a later time or does nothing. */
async function answer(app: App, box: Box, kind: string, moves: boolean): Promise<void> {
  const hasArrived = box.arrivesAt <= app.clock.now();
  if (kind === "equipment-question") {
    const text = { from: box.phone, body: hasArrived ? "1" : "2", providerId: null, mediaCount: 0 };
    await receiveReply(app, text);
  }
  if (hasArrived || !moves) return;
  const visit = await findActiveVisit(app.reads, box.orderId);
  const equipment = await findEquipment(app.reads, box.orderId);
  const arrival = visit && equipment && (await findArrival(app, visit, equipment));
  const [time] = arrival?.later ?? [];
  if (!time) return;
  const { start: datetime, therapist } = time;
  await moveMyVisit(app, patientOf(box.orderId), { datetime, therapist }).catch((error: Error) => {
    if (error.name !== "Refusal" && !("code" in error)) throw error;
  });
}

/** Sends what is due, like the delivery worker. */
async function deliver(app: App): Promise<void> {
  for (;;) {
    const rows = await claimDue(app, "the simulation", () => [{ channel: "sms", limit: 50 }]);
    if (rows.length === 0) return;
    for (const row of rows) await recordSent(app, row, { providerId: `SM${row.id}`, delivered: false });
  }
}

const newQuestions = (app: App, seen: number) =>
  app.reads
    .selectFrom("outbox")
    .select(["id", "recipient", "kind"])
    .where("id", ">", seen)
    .where("kind", "in", ["equipment-question", "equipment-late"])
    .where("status", "=", "sent")
    .orderBy("id")
    .execute();

async function seedClinic(app: App, equipment: "off" | "inform" | "require"): Promise<void> {
  const company = await app.db
    .insertInto("companies")
    .values({ name: "Simulated", phone: "+19195550100", equipment, offers_on: 0, nudge_days: "[]" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db.insertInto("databases").values({ name: database, company_id: company.id }).execute();
  for (let index = 1; index <= assumed.therapists; index++) {
    const { id } = await app.db
      .insertInto("therapists")
      .values({
        name: `Therapist ${index}`,
        email: `t${index}@example.org`,
        timezone: "EST",
        region: "NC",
        company_id: company.id,
        daily_capacity: assumed.hours.length,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const dates = Array.from({ length: days + 61 }, (_, index) => addDays(localDate(begin, zone), index));
    const slots = dates
      .filter((date) => ![0, 6].includes(new Date(date).getUTCDay()))
      .flatMap((local_date) =>
        assumed.hours.map((hours) => ({
          therapist_id: id,
          start_at: startOfDay(local_date, zone) + hours * hour,
          local_date,
        })),
      );
    for (let from = 0; from < slots.length; from += 1000) {
      await app.db
        .insertInto("slots")
        .values(slots.slice(from, from + 1000))
        .execute();
    }
  }
}

async function resultOf(app: App, boxes: Box[], now: number): Promise<Result> {
  const visits = await app.reads
    .selectFrom("visits")
    .select(["order_id", "start_at"])
    .where("status", "in", ["submitted", "confirmed"])
    .where("start_at", "<", now)
    .execute();
  const starts = new Map(visits.map(({ order_id, start_at }) => [order_id, start_at]));
  const held = boxes.flatMap((box) => {
    const start = starts.get(box.orderId);
    return start === undefined ? [] : [{ box, start }];
  });
  const { texts } = await app.reads
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("texts"))
    .where("kind", "in", ["equipment-question", "equipment-late"])
    .where("status", "=", "sent")
    .executeTakeFirstOrThrow();
  return {
    visits: held.length,
    withoutEquipment: held.filter(({ box, start }) => box.arrivesAt > start).length,
    texts,
    wait: held.reduce((sum, { box, start }) => sum + (start - box.orderedAt) / day, 0) / held.length,
  };
}
