import type { RawBuilder } from "kysely";
import { zoneLabel, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { whyToCall } from "~/orders/call-tasks/call-task";
import { outcomeReason } from "~/visits/outcome/outcome-reasons";
import type { Visit } from "~/visits/visit";
import { listVisitsById } from "~/visits/visits.server";
import { appointmentRow } from "../visit-views";
import {
  whereNeedsConfirmation,
  whereNeedsOutcome,
  whereOnDay,
  whereOverdue,
} from "./calendar-conditions.server";
import type { Filters } from "./calendars-query";
import { listCallsDue } from "./calls-due.server";
import { equipmentTitle, listEquipmentRows } from "./equipment-lacks.server";
import { listVisitIds } from "./page-of-visits.server";
import { listWaiting } from "./waiting-items.server";
import { waitingReason } from "./waiting-time";

const maxRows = 10_000;
// Pages are small because other requests wait while one is read.
const pageSize = 200;

export const worklistColumns = {
  list: "List",
  date: "Date",
  start_time: "Time",
  zone: "Time zone",
  therapist: "Therapist",
  region: "Region",
  brightree_db: "Brightree DB",
  patient_id: "Patient ID",
  patient_name: "Patient",
  phone: "Phone",
  sales_order_no: "Sales Order #",
  status: "Status",
  reason: "Reason",
};

/** All rows of the worklist's lists, on all pages, in the order of the screen. @param today `YYYY-MM-DD` */
export async function* exportWorklist(db: Db, filters: Filters, today: string, now: number) {
  const lists: [string, RawBuilder<boolean>][] = [
    ["Confirmation overdue", whereOverdue(filters, now)],
    ["Needs an outcome", whereNeedsOutcome(filters, now)],
    ["Needs Confirmation (next 72h)", whereNeedsConfirmation(filters, now)],
    ["Today", whereOnDay(today, { ...filters, status: undefined })],
  ];
  for (const [list, condition] of lists) {
    const ids = await listVisitIds(db, condition, maxRows);
    for (let from = 0; from < ids.length; from += pageSize) {
      const visits = await listVisitsById(db, ids.slice(from, from + pageSize));
      const phones = await findPhones(
        db,
        visits.map(({ order_id }) => order_id),
      );
      yield visits.map((visit) => ({
        list,
        ...visitRow(visit, phones.get(visit.order_id)),
        reason: outcomeReason(visit) ?? waitingReason(visit, now),
      }));
    }
  }
  const equipment = await listEquipmentRows(db, filters, now, maxRows);
  for (let from = 0; from < equipment.rows.length; from += pageSize) {
    const page = equipment.rows.slice(from, from + pageSize);
    const visits = await listVisitsById(
      db,
      page.map(({ visit }) => visit.id),
    );
    yield visits.map((visit) => {
      const row = page.find((each) => each.visit.id === visit.id);
      return { list: equipmentTitle, ...visitRow(visit, row?.phone), reason: row?.reason };
    });
  }
  const calls = await listCallsDue(db, filters, now);
  yield calls.map((call) => ({ list: "Patients to call", ...call, reason: whyToCall(call) }));
  const waiting = await listWaiting(db, filters, now);
  const phones = await findPhones(
    db,
    waiting.map(({ order }) => order.id),
  );
  yield waiting.map(({ order, visit, reason }) => ({
    list: "Follow up",
    therapist: visit?.therapist,
    brightree_db: order.brightree_db,
    patient_id: order.patient_id,
    patient_name: order.patient_name,
    phone: phones.get(order.id),
    sales_order_no: order.sales_order_no,
    reason,
  }));
}

const visitRow = (visit: Visit, phone: string | null | undefined) => ({
  ...appointmentRow(visit),
  zone: zoneLabel(visit.start_at, zoneOrUtc(visit.timezone)),
  region: visit.region,
  patient_name: visit.patient_name,
  phone,
  sales_order_no: visit.sales_order_no,
});

export async function findPhones(db: Db, orders: readonly number[]): Promise<Map<number, string | null>> {
  if (orders.length === 0) return new Map();
  const rows = await db.selectFrom("orders").select(["id", "phone"]).where("id", "in", orders).execute();
  return new Map(rows.map(({ id, phone }) => [id, phone]));
}
