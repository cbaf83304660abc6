import { day, minute } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import type { NewRow } from "~/db/tables";
import type { Random } from "./random.server";
import type { DemoOrder } from "./sample-orders";
import { missedAt } from "./visits/sample-visits";

export function orderRow(order: DemoOrder): NewRow<"orders"> & { id: number } {
  const { id, patient, salesOrderNo, phone, email, sourceStep, step, entries, closedAt } = order;
  const created = entries[0]?.at ?? 0;
  const reached = entries.at(-1)?.at ?? created;
  return {
    id,
    brightree_db: patient.database,
    sales_order_no: salesOrderNo,
    patient_id: patient.patientId,
    patient_name: patient.name,
    dob: patient.dob,
    phone,
    email,
    state: patient.place.state,
    branch_office: patient.place.city,
    company: patient.company,
    source_step: sourceStep,
    source_step_at: entries.findLast((entry) => entry.step <= sourceStep)?.at ?? created,
    step,
    step_at: reached,
    referral_at: created - day,
    recdate: Math.floor((created - day / 4) / minute) * minute,
    created_at: created,
    updated_at: closedAt ?? reached,
    closed_at: closedAt,
  };
}

export function* stepRows(orders: readonly DemoOrder[]): Generator<NewRow<"order_steps">> {
  for (const { id, entries } of orders) {
    for (const { step, at } of entries) yield { order_id: id, reached_at: at, step };
  }
}

export function* visitRows(random: Random, orders: readonly DemoOrder[]): Generator<NewRow<"visits">> {
  const booked = orders.flatMap((order) => order.visits.map((visit) => ({ order, visit })));
  booked.sort((a, b) => a.visit.submittedAt - b.visit.submittedAt);
  for (const [index, { order, visit }] of booked.entries()) {
    const { opening, confirmedAt, completedAt, cancelledAt } = visit;
    yield {
      id: index + 1,
      order_id: order.id,
      therapist_id: opening.therapist.row.id,
      start_at: opening.start,
      end_at: opening.start + visitLength,
      local_date: opening.date,
      status: visit.status,
      visit_type: visit.type,
      meeting_link: confirmedAt === null ? null : (opening.therapist.row.zoom_link ?? null),
      sms_consent: visit.consent && order.phone !== null ? 1 : 0,
      version: 1 + [confirmedAt, completedAt, cancelledAt].filter((at) => at !== null).length,
      uid: uuid(random),
      sequence: confirmedAt !== null && cancelledAt !== null ? 1 : 0,
      created_at: visit.submittedAt,
      submitted_at: visit.submittedAt,
      confirmed_at: confirmedAt,
      completed_at: completedAt,
      cancelled_at: cancelledAt,
      no_show_at: visit.status === "no show" ? missedAt(visit) : null,
      no_show_reason: visit.noShowReason,
      cancel_reason: visit.cancelReason,
    };
  }
}

function uuid(random: Random): string {
  const word = () => random.whole(0, 0xffffffff).toString(16).padStart(8, "0");
  return (word() + word() + word() + word()).replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    "$1-$2-4$3-8$4-$5",
  );
}
