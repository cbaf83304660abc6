import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import type { AttemptResult, Claim, DeliveryChannel } from "~/webhooks/delivery/delivery-loop.server";
import { noteQueue } from "~/webhooks/delivery/delivery-queue.server";
import { orderSystemOf } from "../order-system/order-systems.server";
import { markOf, type NotedTime, type NoteEvent, noteOf, noteOfDay } from "./note-text.server";
import type { DayData } from "./queue-note.server";

interface Place {
  therapist_id: number;
  start: string;
}

interface VisitData extends Place {
  visit_id: number;
  patient_id: number;
  sales_order_no: string | null;
  status: string;
  previous?: Place;
}

type Settings = Row<"note_settings">;

export const noteChannel: DeliveryChannel<Settings> = {
  name: "note",
  queue: noteQueue,
  keyOf: ({ database_name }) => database_name,
  listDue: (db, now) =>
    db
      .selectFrom("note_settings")
      .selectAll()
      .where("off_at", "is", null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("order_system_notes")
            .select("order_system_notes.id")
            .whereRef("order_system_notes.database_name", "=", "note_settings.database_name")
            .where("order_system_notes.due_at", "<=", now),
        ),
      )
      .execute(),
  attempt: writeNote,
};

/** A repeated attempt first checks whether the note was already written. Never throws. */
async function writeNote(app: App, claim: Claim<Settings>, stop?: AbortSignal): Promise<AttemptResult> {
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
    app.log.error({ err: error, database: claim.recipient.database_name }, "writing a note");
    return outcome("Something went wrong on our side.");
  }
}

async function writeOnce(app: App, { delivery, recipient, isRepeat }: Claim<Settings>, stop?: AbortSignal) {
  const { message_id: id, type, payload } = delivery;
  const data = JSON.parse(payload) as VisitData | DayData;
  const { notes } = await orderSystemOf(app, recipient.database_name);
  if (isRepeat && (await notes.isWritten(data.patient_id, markOf(id), stop))) return;
  const note = {
    ...("day" in data ? noteOfDay(data.day, id) : await noteOfVisit(app.reads, type as NoteEvent, data, id)),
    patientId: data.patient_id,
    salesOrderNo: data.sales_order_no,
    reason: recipient.reason,
  };
  await notes.write(note, stop);
}

async function noteOfVisit(db: Db, type: NoteEvent, data: VisitData, messageId: string) {
  const visit = {
    ...(await timeOf(db, data)),
    visitId: data.visit_id,
    status: data.status,
    previous: data.previous ? await timeOf(db, data.previous) : null,
  };
  return noteOf(type, visit, messageId);
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
