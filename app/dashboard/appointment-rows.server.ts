import { sql } from "kysely";
import { formatTime, iso, localDate, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Visit } from "~/scheduling/visits/visit";
import { activeStatuses } from "~/scheduling/visits/visit";
import { selectVisits } from "~/scheduling/visits/visits.server";
import { stepOfStatus } from "./composite";
import { matchesText } from "./like.server";
import type { ListAppointments } from "./schema";

const columns = {
  date: "visits.start_at",
  time: sql`visits.start_at % 86400000`,
  therapist: "therapists.name",
  db: "orders.brightree_db",
  patient: "orders.patient_id",
  type: "visits.visit_type",
  status: "visits.status",
} as const;

const statusesOfStep: Record<number, readonly string[]> = { 6: ["submitted", "pending"], 7: ["confirmed"] };

/** The rows of the appointments view, filtered, sorted and cut to one page. */
export function listAppointments(db: Db, wanted: ListAppointments): Promise<Visit[]> {
  let query = selectVisits(db);
  if (wanted.db) query = query.where("orders.brightree_db", "=", wanted.db);
  if (wanted.therapist) query = query.where("therapists.name", "=", wanted.therapist);
  if (wanted.type) query = query.where("visits.visit_type", "=", wanted.type);
  if (wanted.status) query = query.where("visits.status", "=", wanted.status);
  if (wanted.step) query = query.where("visits.status", "in", statusesOfStep[wanted.step] ?? []);
  if (wanted.search) {
    query = query.where(
      matchesText(wanted.search, [
        "orders.sales_order_no",
        "orders.patient_id",
        "orders.patient_name",
        "therapists.name",
        "orders.brightree_db",
        "visits.local_date",
        "visits.status",
        "visits.visit_type",
        "companies.name",
      ]),
    );
  }
  const offset = Number(wanted.cursor ?? 0);
  return query
    .orderBy(columns[wanted.sort], wanted.direction)
    .orderBy("visits.id", wanted.direction)
    .limit(wanted.limit)
    .offset(offset)
    .execute();
}

/** A row of the appointments view, under all the names that part 2 knows for its fields. */
export function appointmentRow(visit: Visit) {
  const zone = zoneOrUtc(visit.timezone);
  const active = (activeStatuses as readonly string[]).includes(visit.status);
  return {
    id: visit.id,
    date: localDate(visit.start_at, zone),
    start_time: formatTime(visit.start_at, zone),
    datetime: iso(visit.start_at),
    therapist: visit.therapist,
    brightree_db: visit.brightree_db,
    patient_id: visit.patient_id,
    visit_type: visit.visit_type,
    status: visit.status,
    sales_order_id: visit.sales_order_no,
    so_id: visit.sales_order_no,
    soid: visit.sales_order_no,
    step: active ? stepOfStatus(visit.status) : 0,
    version: visit.version,
  };
}
