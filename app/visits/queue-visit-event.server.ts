import { iso } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { NoteEvent } from "~/orders/write-back/note-text.server";
import { queueNote } from "~/orders/write-back/queue-note.server";
import { queueEvent } from "~/webhooks/queue-event.server";
import { isSameTime, type Visit } from "./visit";

const typeOfStatus: Record<string, NoteEvent> = {
  submitted: "visit.submitted",
  confirmed: "visit.confirmed",
  cancelled: "visit.cancelled",
  completed: "visit.completed",
  "no show": "visit.no_show",
};

/** Queues the webhook event of a change and the note to the order system, if it has them. @param before null for a new visit */
export async function queueVisitEvent(
  trx: Db,
  at: number,
  before: Visit | null,
  after: Visit,
): Promise<void> {
  const isMoved = before !== null && !isSameTime(before, after);
  const type = isMoved ? "visit.moved" : typeOfStatus[after.status];
  if (!type || (!isMoved && before?.status === after.status)) return;
  const event = {
    type,
    database: after.brightree_db,
    subject: `visit ${after.id}`,
    at,
    data: {
      visit_id: after.id,
      brightree_db: after.brightree_db,
      patient_id: after.patient_id,
      sales_order_no: after.sales_order_no,
      status: after.status,
      ...timeOf(after),
      ...(isMoved && { previous: timeOf(before) }),
    },
  };
  await queueEvent(trx, event);
  await queueNote(trx, event);
}

const timeOf = (visit: Visit) => ({
  therapist_id: visit.therapist_id,
  start: iso(visit.start_at),
  end: iso(visit.end_at),
});
