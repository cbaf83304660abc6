import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, openApp } from "~/boot/app.server";
import { readConfig } from "~/config.server";
import { day, hour, localDate, minute } from "~/core/time";
import { listFreedTimes } from "~/dashboard/recovery/list-freed-times.server";
import { acceptOffer } from "~/offers/accept-offer.server";
import { declineOffer } from "~/offers/decline-offer.server";
import { runWaves } from "~/offers/run-waves.server";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { assumed, published } from "./assumptions";
import { arrive, arriveToWait, database, patientOf } from "./simulated-patients";

/** Monday, January 5, 2026, midnight in New York. */
const begin = Date.parse("2026-01-05T05:00:00Z");
const warmUp = 40;
const measured = 56;
const step = 30 * minute;

export interface Result {
  /** Past times in the measured weeks that were freed before the cutoff. */
  freed: number;
  filled: number;
  /** Freed times filled by an accepted offer. */
  byOffer: number;
  offers: number;
  accepted: number;
  /** Freed times that patients without a visit took. */
  byWaiting: number;
  /** Days gained by each accepted offer. */
  gains: number[];
  /** Days from booking to visit, for every completed visit. */
  waits: number[];
}

interface Clinic {
  withOffers: boolean;
  /** Patients for whom no open time works wait without a visit. */
  withWaiting: boolean;
}

/** Simulates a clinic. The same seed creates the same patients with or without offers and waiting. */
export async function simulate(seed: number, { withOffers, withWaiting }: Clinic): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-earlier-"));
  let now = begin;
  const config = readConfig({
    NODE_ENV: "production",
    DATA_DIR: folder,
    APP_SECRET: "a secret used only by the simulation",
    LOG_LEVEL: "silent",
  });
  const app = openApp(config, { now: () => now });
  const clinic = randomFrom(seed);
  const replies = randomFrom(seed + 1);
  const waits = randomFrom(seed + 2);
  try {
    await seedTherapists(app, withOffers);
    const cancels: { at: number; orderId: number }[] = [];
    const waiting: { at: number; code: string; accepts: boolean }[] = [];
    let seen = 0;
    for (; now < begin + (warmUp + measured) * day; now += step) {
      const sinceMidnight = (now - begin) % day;
      const weekday = new Date(now).getUTCDay();
      if (weekday > 0 && weekday < 6 && sinceMidnight === 9 * hour) {
        const count = arrivalsToday(clinic);
        for (let left = count; left > 0; left--) await addArrival(app, clinic, cancels);
        for (let left = count; left > 0; left--) {
          const [drawn, which] = [waits(), waits()];
          if (!withWaiting || drawn >= assumed.noTimeWorks / (1 - assumed.noTimeWorks)) continue;
          await arriveToWait(app, assumed.waitParts[Math.floor(which * assumed.waitParts.length)] ?? []);
        }
      }
      for (const cancel of removeDue(cancels, now))
        await cancelMyVisit(app, patientOf(cancel.orderId)).catch(ignoreRefusal);
      for (const { code, accepts } of removeDue(waiting, now)) {
        await (accepts ? acceptOffer(app, code, null, true) : declineOffer(app, code, null)).catch(
          ignoreRefusal,
        );
      }
      await runWaves(app);
      for (const offer of await newOffers(app, seen)) {
        seen = offer.id;
        const drawn = replies();
        if (drawn >= published.accepted + assumed.declined) continue;
        const delay = -Math.log2(1 - replies()) * assumed.medianReplyMinutes * minute;
        waiting.push({
          at: now + delay,
          code: app.secrets.open(offer.code_sealed),
          accepts: drawn < published.accepted,
        });
      }
    }
    return await resultOf(app, now);
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

const timesADay = assumed.therapists * assumed.hours.length;

/** Random number of new patients, on average the demand of one weekday. */
const arrivalsToday = (random: () => number): number => Math.floor(2 * timesADay * assumed.demand * random());

async function addArrival(app: App, random: () => number, cancels: { at: number; orderId: number }[]) {
  const [least, most] = assumed.readyAfterDays;
  const [ready, wish, cancel, when] = [random(), random(), random(), random()];
  const booked = await arrive(
    app,
    app.clock.now() + (least + (most - least) * ready) * day,
    wish < assumed.wish,
  );
  if (!booked || cancel >= assumed.canceled) return;
  const now = app.clock.now();
  cancels.push({ at: now + (booked.start - now) * when, orderId: booked.orderId });
}

/** Removes due entries from the list and returns them in order. */
function removeDue<Due extends { at: number }>(list: Due[], now: number): Due[] {
  const due = list.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
  for (const each of due) list.splice(list.indexOf(each), 1);
  return due;
}

/** A patient can be too late, so the app refuses the request. */
function ignoreRefusal(error: unknown): void {
  if ((error as Error).name !== "Refusal" && !(error as { code?: string }).code) throw error;
}

const newOffers = (app: App, seen: number) =>
  app.reads.selectFrom("offers").select(["id", "code_sealed"]).where("id", ">", seen).orderBy("id").execute();

async function seedTherapists(app: App, withOffers: boolean): Promise<void> {
  const company = await app.db
    .insertInto("companies")
    .values({ name: "Simulated", phone: "+19195550100", offers_on: Number(withOffers) })
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
    const starts = Array.from({ length: warmUp + measured + 61 }, (_, index) => begin + index * day)
      .filter((at) => ![0, 6].includes(new Date(at).getUTCDay()))
      .flatMap((midnight) => assumed.hours.map((hours) => midnight + hours * hour));
    const slots = starts.map((start_at) => ({
      therapist_id: id,
      start_at,
      local_date: localDate(start_at, "America/New_York"),
    }));
    await app.db.insertInto("slots").values(slots).execute();
  }
}

async function resultOf(app: App, now: number): Promise<Result> {
  const from = begin + warmUp * day;
  const cutoff = 24 * hour;
  const times = (await listFreedTimes(app.reads, { weeks: 52 }, { zone: "America/New_York", now })).filter(
    ({ start_at, freed_at }) => start_at >= from && start_at < now && start_at - freed_at >= cutoff,
  );
  const offers = await app.reads
    .selectFrom("offers")
    .selectAll()
    .where("start_at", ">=", from)
    .where("start_at", "<", now)
    .execute();
  const accepted = offers.filter(({ status }) => status === "accepted");
  const visits = await app.reads
    .selectFrom("visits")
    .select(["created_at", "start_at"])
    .where("status", "=", "submitted")
    .where("start_at", ">=", from)
    .where("start_at", "<", now)
    .execute();
  return {
    freed: times.length,
    filled: times.filter(({ state }) => state === "filled").length,
    byOffer: times.filter(({ state, by_offer }) => state === "filled" && by_offer).length,
    byWaiting: accepted.filter(({ visit_start }) => visit_start === null).length,
    offers: offers.length,
    accepted: accepted.length,
    gains: accepted.flatMap(({ visit_start, start_at }) =>
      visit_start === null ? [] : [(visit_start - start_at) / day],
    ),
    waits: visits.map(({ created_at, start_at }) => (start_at - created_at) / day),
  };
}
