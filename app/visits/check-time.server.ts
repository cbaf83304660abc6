import { isSlotOffered } from "~/availability/is-slot-offered.server";
import { bookingWindow, isOpen } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { visitStrings } from "./strings";
import { UnavailableTime } from "./time-problem.server";
import { timeTaken } from "./time-refusals.server";

interface WantedTime {
  therapistId: number;
  start: number;
  /** A visit that does not stand in the way: the one being moved. */
  exceptVisit?: number | undefined;
}

/** @throws TimeProblem for a time that has passed */
export function checkNotPast(app: App, { start }: WantedTime): void {
  if (start <= app.clock.now()) throw new UnavailableTime("invalid", visitStrings.timePast);
}

/**
 * Patients choose among what is on offer.
 *
 * @throws TimeProblem for a time that is past, too near, too far, not on offer, or taken
 */
export async function checkOpening(trx: Db, app: App, wanted: WantedTime): Promise<void> {
  const now = app.clock.now();
  checkNotPast(app, wanted);
  const window = bookingWindow(app.config, now);
  if (wanted.start < window.from) throw new UnavailableTime("invalid", visitStrings.timeTooNear);
  if (wanted.start >= window.to) throw new UnavailableTime("invalid", visitStrings.timeTooFar);
  if (!(await isSlotOffered(trx, wanted.therapistId, wanted.start))) {
    throw new UnavailableTime("invalid", visitStrings.timeNotOffered);
  }
  if (!(await isOpen(trx, app.config, { ...wanted, now }))) {
    throw new UnavailableTime("conflict", timeTaken);
  }
}
