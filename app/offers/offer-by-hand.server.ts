import { isOpen } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { hour } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findBookable } from "~/therapists/therapist-permissions.server";
import { shortestGain } from "./fits-wish";
import { type FreedTime, findFreedTime } from "./freed-times.server";
import type { OfferByHand } from "./offer-schema";
import { sendOffers } from "./send-wave.server";
import { listWaiting } from "./waiting-patients.server";

/**
 * Offers a free time to chosen patients who asked for an earlier one. Their days and parts of the day are not checked.
 * Patients who can't get an offer now are left out.
 * @returns the number of offers sent
 * @throws Refusal "conflict" for a time that isn't open or where offers are switched off; "invalid" for a time nearer
 *   than the company's cut-off
 */
export async function offerByHand(app: App, who: Staff, input: OfferByHand): Promise<{ sent: number }> {
  const { id: therapistId } = await findBookable(app.reads, who, input.therapist);
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const { start } = input;
    if (!(await isOpen(trx, app.config, { therapistId, start, now }))) {
      throw new Refusal("conflict", "This time isn't open. Choose another one.");
    }
    const time = await addFreedTime(trx, now, therapistId, start);
    if (start < now + time.cutoffHours * hour) {
      throw invalidField("start", `Offers must be sent at least ${time.cutoffHours} hours ahead.`);
    }
    const orderIds = await findOrders(trx, input);
    const patients = (await listWaiting(trx, app, orderIds)).filter(
      ({ pause, companyId, visitStart }) =>
        pause === null && companyId === time.companyId && start <= visitStart - shortestGain,
    );
    const sent = await sendOffers(trx, app, who, time, patients);
    return { sent: sent.length };
  });
}

/** A time that wasn't freed lately is offered to the chosen patients only. */
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

async function findOrders(trx: Db, { patient_ids }: OfferByHand): Promise<number[]> {
  const rows = await trx
    .selectFrom("orders")
    .select("id")
    .where(({ or, and }) => or(patient_ids.map((patient) => and(patient))))
    .execute();
  return rows.map(({ id }) => id);
}
