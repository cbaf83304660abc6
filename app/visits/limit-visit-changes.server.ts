import type { Tx } from "~/boot/app.server";
import type { Limit } from "~/boot/rate-limits.server";
import { limitPatient } from "~/company/limit-patient.server";
import type { Patient } from "~/core/who";
import { visitStrings } from "./strings";

// Bookings and moves together, because canceling and booking again is like a move.
const perOrder: Limit = { name: "visit-change-of-order", points: 10, seconds: 3600 };

/** Limits a patient's bookings and moves, because each one sends messages to several people. @throws Refusal "too-many" */
export const limitVisitChanges = ({ trx, app, who }: Tx<Patient>): Promise<void> =>
  limitPatient({ trx, app }, who, { limit: perOrder, text: visitStrings.tooManyChanges });
