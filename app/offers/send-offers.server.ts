import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { day, hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Row } from "~/db/tables";
import { newOfferCode, offerHref } from "~/orders/access/send-code.server";
import { findVisit } from "~/visits/visits.server";
import { type FreedTime, findFreedTime } from "./due-times.server";
import { kindFinder } from "./kind-to-offer.server";
import { listWaiting, type WaitingPatient } from "./list-waiting-patients.server";
import { sendOffer } from "./offer-message.server";
import type { OfferedKind } from "./offered-kinds.server";

/** The record that an offer's audit entries are about. */
export const recordOf = (offer: Pick<Row<"offers">, "order_id" | "visit_id">): string =>
  offer.visit_id === null ? `order ${offer.order_id}` : `visit ${offer.visit_id}`;

/** A patient with an open offer gets no other offers, so an offer expires after a day. */
const longestOffer = day;

/**
 * Sends one wave of offers in one transaction, unless the time or the patients have changed since they were read.
 * @returns IDs of the orders that got an offer
 */
export function sendWave(app: App, time: FreedTime, orderIds: readonly number[]): Promise<number[]> {
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const current = await findFreedTime(trx, time.therapistId, time.start);
    if (!current || current.nextWaveAt === null || current.nextWaveAt > now) return [];
    const findKind = kindFinder(trx, app, time);
    const patients: Chosen[] = [];
    for (const patient of await listWaiting(trx, app, orderIds)) {
      const kind = patient.pause ? undefined : await findKind(patient);
      if (kind) patients.push({ ...patient, kind });
    }
    const sent = await sendOffers(
      { trx, app, who: operator },
      { ...current, wave: current.wave + 1 },
      patients,
    );
    if (sent.length === 0) return [];
    await trx
      .updateTable("freed_times")
      .set((eb) => ({ wave: eb("wave", "+", 1), next_wave_at: now + current.waveMinutes * minute }))
      .where("therapist_id", "=", time.therapistId)
      .where("start_at", "=", time.start)
      .execute();
    return sent;
  });
}

export interface Chosen extends WaitingPatient {
  kind: OfferedKind;
}

/** Writes and queues an offer for each patient who wasn't offered this time before. @returns IDs of orders */
export async function sendOffers(
  { trx, app, who }: Tx,
  time: FreedTime,
  patients: readonly Chosen[],
): Promise<number[]> {
  const now = app.clock.now();
  const sent: number[] = [];
  for (const { orderId, visitId, zone, channel: reachable, cutoffHours, standby, kind } of patients) {
    await yieldToEventLoop();
    const visit = visitId === null ? null : await findVisit(trx, visitId);
    if (visit === undefined || !reachable) continue;
    const { code, columns } = newOfferCode(app);
    const cutoff = time.start - cutoffHours * hour;
    // After the cutoff, the time is for patients who are on standby, who can answer until bookings close.
    const lastAnswer = cutoff > now && !standby ? cutoff : time.start - app.config.bookingLeadHours * hour;
    const until = Math.min(lastAnswer, now + longestOffer);
    const offer = await trx
      .insertInto("offers")
      .values({
        ...columns,
        order_id: orderId,
        visit_id: visitId,
        visit_start: visit?.start_at ?? null,
        kind_id: kind.id,
        therapist_id: time.therapistId,
        start_at: time.start,
        wave: time.wave,
        sent_at: now,
        expires_at: until,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!offer) continue;
    const { start, therapist: name, timezone } = time;
    const href = offerHref(app, code);
    const offered = { start, therapist: { name, timezone } };
    const channel = await sendOffer({ trx, app }, { orderId, visit, zone, kind, time: offered, until, href });
    await logAudit({ trx, app, who }, "offer.sent", recordOf({ order_id: orderId, visit_id: visitId }), {
      offer: offer.id,
      therapist_id: time.therapistId,
      start: iso(start),
      wave: time.wave,
      channel,
    });
    sent.push(orderId);
  }
  return sent;
}
