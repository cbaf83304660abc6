import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import type { AttemptResult } from "~/webhooks/delivery/sign-and-send-event.server";
import type { Claim, WriteNote } from "~/webhooks/delivery/webhook-delivery-loop.server";
import { orderSystemOf } from "../order-system/order-systems.server";
import { markOf, type NotedTime, type NoteEvent, noteOf } from "./note-text.server";

interface Place {
  therapist_id: number;
  start: string;
}

/** The visit of a queued event. */
interface VisitData extends Place {
  visit_id: number;
  patient_id: number;
  sales_order_no: string | null;
  status: string;
  previous?: Place;
}

/** Writes one note. A repeated attempt first checks whether the note was already written. Never throws. */
export const writeNote: WriteNote = async (app, claim, stop) => {
  const began = performance.now();
  const outcome = (error: string | null, isFinal = false): AttemptResult => ({
    status: null,
    error,
    isFinal,
    retryAfter: 0,
    milliseconds: Math.round(performance.now() - began),
  });
  try {
    await writeOnce(app, claim, stop);
    return outcome(null);
  } catch (error) {
    if (error instanceof OrderSystemFailure) return outcome(error.message, error.kind === "refused");
    app.log.error({ err: error, database: claim.endpoint.database_name }, "writing a note");
    return outcome("Something went wrong on our side.");
  }
};

async function writeOnce(app: App, { delivery, endpoint, isRepeat }: Claim, stop?: AbortSignal) {
  const { message_id: id, type, payload } = delivery;
  const { data } = JSON.parse(payload) as { data: VisitData };
  const { notes } = await orderSystemOf(app, endpoint.database_name ?? "");
  if (isRepeat && (await notes.isWritten(data.patient_id, markOf(id), stop))) return;
  const visit = {
    ...(await timeOf(app.reads, data)),
    visitId: data.visit_id,
    status: data.status,
    previous: data.previous ? await timeOf(app.reads, data.previous) : null,
  };
  const note = {
    ...noteOf(type as NoteEvent, visit, id),
    patientId: data.patient_id,
    salesOrderNo: data.sales_order_no,
    reason: endpoint.note_reason ?? 0,
  };
  await notes.write(note, stop);
}

async function timeOf(db: Db, { therapist_id, start }: Place): Promise<NotedTime> {
  const therapist = await db
    .selectFrom("therapists")
    .select(["name", "timezone"])
    .where("id", "=", therapist_id)
    .executeTakeFirst();
  return {
    start: Date.parse(start),
    therapist: therapist?.name ?? "a former therapist",
    zone: zoneOrUtc(therapist?.timezone ?? "UTC"),
  };
}
