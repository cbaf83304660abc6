import type { NewRow } from "~/db/tables";
import { bookVisit } from "~/visits/book-visit.server";
import { scratchApp, type TestClock } from "./scratch";
import { seedClinic, seedOrder, seedTherapist, seedUser, seedVisit } from "./seed";
import { patientOf, staffOf } from "./users";

type App = ReturnType<typeof scratchApp>;

/** Opens an app with a therapist who has openings and an order that is ready to schedule. */
export async function aClinic(environment: Record<string, string> = {}, clock?: TestClock) {
  const app = scratchApp(environment, clock);
  return { app, ...(await seedClinic(app)) };
}

type VisitFields = Partial<Omit<NewRow<"visits">, "start_at">>;

/** Adds a visit without checking booking rules, for a new order by default. */
export async function aVisit(
  app: Parameters<typeof seedVisit>[0],
  therapist: { id: number },
  start_at: number,
  fields: VisitFields = {},
) {
  const order_id = fields.order_id ?? (await seedOrder(app)).id;
  return seedVisit(app, { therapist_id: therapist.id, ...fields, order_id, start_at });
}

/** Adds a therapist with a user account. `who` is that user as the actor. */
export async function aTherapist(app: App, fields: Parameters<typeof seedTherapist>[1] = {}) {
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { ...fields, user_id: user.id });
  const who = staffOf({
    userId: user.id,
    email: user.email,
    roles: ["therapist"],
    therapistId: therapist.id,
    therapistName: therapist.name,
  });
  return { user, therapist, who };
}

type Booking = Parameters<typeof bookVisit>[2];

/** Returns a function that books for the clinic's order, by default as its patient. */
export const bookerOf =
  ({ app, order, therapist }: Awaited<ReturnType<typeof aClinic>>, datetime: number) =>
  (over: Partial<Booking> = {}, who: Parameters<typeof bookVisit>[1] = patientOf(order.id)) =>
    bookVisit(app, who, {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      therapist: therapist.name,
      datetime,
      sms_consent: true,
      ...over,
    });
