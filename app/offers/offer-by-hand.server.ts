import { isOpen } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findBookable } from "~/therapists/therapist-permissions.server";
import { type FreedTime, findFreedTime } from "./due-times.server";
import { listMisfits } from "./fits-wish";
import { kindFinder, wantedFor } from "./kind-to-offer.server";
import { listOfferedOf } from "./list-offers.server";
import { listWaiting, type WaitingPatient } from "./list-waiting-patients.server";
import { byHand, type OfferByHand } from "./offer-schema";
import type { OfferedKind } from "./offered-kinds.server";
import { type Chosen, sendOffers } from "./send-offers.server";

/**
 * The reason that a patient can't be offered a time. `not-waiting` means that the patient stopped waiting
 * since the list was loaded.
 */
export type Obstacle =
  | NonNullable<WaitingPatient["pause"]>
  | "not-earlier"
  | "cut-off"
  | "equipment"
  | "kind"
  | "offered-before"
  | "not-waiting";

export interface Offered {
  /** IDs of orders. */
  sent: number[];
  leftOut: { orderId: number; obstacle: Obstacle }[];
}

interface ChosenTime {
  therapistId: number;
  start: number;
}

/**
 * For a time, a function that finds the kind of visit that a patient can be offered, and what prevents an offer.
 * @param offered IDs of the orders that were already offered this time
 */
export function obstacleFinder(
  db: Db,
  app: Pick<App, "config" | "clock">,
  time: Pick<FreedTime, "therapistId" | "start">,
  offered: ReadonlySet<number>,
) {
  const findKind = kindFinder(db, app, time);
  return async (
    patient: WaitingPatient,
  ): Promise<{ kind: OfferedKind | undefined; obstacle: Obstacle | null }> => {
    const kind = (await findKind(patient)) ?? (await findKind(patient, { ignoresWish: true }));
    if (patient.pause) return { kind, obstacle: patient.pause };
    if (offered.has(patient.orderId)) return { kind, obstacle: "offered-before" };
    const misfits = listMisfits(wantedFor(patient, kind), time.start, app.clock.now());
    const obstacles = ["not-earlier", "cut-off", "equipment"] as const;
    const obstacle = obstacles.find((each) => misfits.includes(each));
    return { kind, obstacle: obstacle ?? (kind ? null : "kind") };
  };
}

/** Offers a time to chosen patients. @returns the number of offers sent @throws what `offerTime` throws */
export async function offerByHand(app: App, who: Staff, input: OfferByHand): Promise<{ sent: number }> {
  const { id: therapistId } = await findBookable(app.reads, who, input.therapist);
  const orderIds = await findOrders(app.reads, input);
  const { sent } = await offerTime(app, who, { therapistId, start: input.start }, orderIds);
  return { sent: sent.length };
}

/**
 * Offers an open time to chosen patients who asked for an earlier one. Doesn't check their preferred days and
 * parts of the day.
 * @throws Refusal "conflict" if the time isn't open, or if all the patients' companies turned off offers;
 *   "invalid" if the time is past all their cutoffs
 */
export function offerTime(
  app: App,
  who: Staff,
  { therapistId, start }: ChosenTime,
  orderIds: readonly number[],
): Promise<Offered> {
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    if (!(await isOpen(trx, app.config, { therapistId, start, now }))) {
      throw new Refusal("conflict", "This time is no longer open. Choose another time.");
    }
    const time = await addFreedTime(trx, now, therapistId, start);
    const offered = await listOfferedOf(trx, time);
    const waiting = await listWaiting(trx, app, orderIds);
    const findObstacle = obstacleFinder(trx, app, time, offered);
    const obstacles = new Map<number, Obstacle | null>();
    const free: Chosen[] = [];
    for (const patient of waiting) {
      const { kind, obstacle } = await findObstacle(patient);
      obstacles.set(patient.orderId, obstacle);
      if (kind && !obstacle) free.push({ ...patient, kind });
    }
    checkCompanies(waiting, [...obstacles.values()]);
    const sent = await sendOffers({ trx, app, who }, { ...time, wave: byHand }, free);
    const leftOut = orderIds
      .filter((id) => !sent.includes(id))
      .map((orderId) => ({ orderId, obstacle: obstacles.get(orderId) ?? "not-waiting" }));
    return { sent, leftOut };
  });
}

function checkCompanies(waiting: readonly WaitingPatient[], obstacles: readonly (Obstacle | null)[]): void {
  if (waiting.length === 0) return;
  if (obstacles.every((obstacle) => obstacle === "turned-off")) {
    throw new Refusal("conflict", "Earlier times are turned off. Nothing was sent.");
  }
  if (obstacles.every((obstacle) => obstacle === "cut-off")) {
    const hours = Math.min(...waiting.map(({ cutoffHours }) => cutoffHours));
    throw invalidField("start", `Choose a time that is at least ${hours} hours from now.`);
  }
}

/** A time that wasn't freed recently is offered only to the chosen patients. */
async function addFreedTime(trx: Db, now: number, therapistId: number, start: number): Promise<FreedTime> {
  await trx
    .insertInto("freed_times")
    .values({ therapist_id: therapistId, start_at: start, freed_at: now, next_wave_at: null, left_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const time = await findFreedTime(trx, therapistId, start);
  if (!time) throw new Error("The offered time was not found.");
  return time;
}

async function findOrders(db: Db, { patient_ids }: OfferByHand): Promise<number[]> {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where(({ or, and }) => or(patient_ids.map((patient) => and(patient))))
    .execute();
  return rows.map(({ id }) => id);
}
