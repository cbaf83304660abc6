import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { listWaiting, type WaitingPatient } from "./list-waiting-patients.server";

/** A waiting patient, with details for staff. */
export interface ShownPatient extends WaitingPatient {
  patientId: number;
  patientName: string | null;
  db: string;
  /** The therapist of the patient's visit. */
  therapist: string;
  timezone: string;
  referredAt: number;
}

type Reads = Pick<App, "reads" | "clock" | "config">;

/** One page of the waiting patients, in the order in which they get offers. */
export async function pageOfWaiting(app: Reads, { from, size }: { from: number; size: number }) {
  const all = await listWaiting(app.reads, app);
  return {
    patients: await describe(app.reads, all.slice(from, from + size)),
    total: all.length,
    more: all.length > from + size,
    urgent: all.filter(({ urgent }) => urgent).length,
  };
}

export async function describe<Patient extends WaitingPatient>(
  db: Db,
  patients: readonly Patient[],
): Promise<(Patient & ShownPatient)[]> {
  const ids = patients.map(({ orderId }) => orderId);
  const rows = await db
    .selectFrom("orders")
    .innerJoin("visits", "visits.order_id", "orders.id")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select([
      "visits.id",
      "orders.patient_id as patientId",
      "orders.patient_name as patientName",
      "orders.brightree_db as db",
      "therapists.name as therapist",
      "therapists.timezone",
      sql<number>`coalesce(orders.referral_at, orders.created_at)`.as("referredAt"),
    ])
    .where("orders.id", "in", ids)
    .execute();
  const byVisit = new Map(rows.map(({ id, ...row }) => [id, row]));
  return patients.flatMap((patient) => {
    const row = byVisit.get(patient.visitId);
    return row ? { ...patient, ...row } : [];
  });
}

/** Companies that don't offer earlier times. */
export async function listCompaniesWithoutOffers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("companies")
    .select("name")
    .where("offers_on", "=", 0)
    .orderBy("name")
    .limit(20)
    .execute();
  return rows.map(({ name }) => name);
}
