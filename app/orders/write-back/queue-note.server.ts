import type { Db } from "~/db/open.server";
import { noteQueue, queueFirstOfSubject } from "~/webhooks/delivery/delivery-queue.server";
import { newMessageId, type QueuedEvent } from "~/webhooks/queue-event.server";
import { findNoteSettings } from "./note-settings.server";
import type { NoteEvent } from "./note-text.server";

/** A day in the plan of the first 90 nights. */
export interface DayData {
  patient_id: number;
  sales_order_no: string | null;
  day: number;
}

const dayType = "nights.day";

/**
 * Queues a note about a day in the plan of the first 90 nights, if the database's notes are on.
 * @returns false if they are off
 */
export const queueNoteOfDay = (
  trx: Db,
  { database, subject, at, data }: Pick<QueuedEvent, "database" | "subject" | "at"> & { data: DayData },
): Promise<boolean> => insertNote(trx, { type: dayType, database, subject, at, data });

/** Queues a note about a change to a visit, if the database's notes are on, in the transaction of the change. */
export async function queueNote(trx: Db, event: QueuedEvent & { type: NoteEvent }): Promise<void> {
  await insertNote(trx, event);
}

type NewNote = Pick<QueuedEvent, "database" | "subject" | "at"> & { type: string; data: object };

async function insertNote(trx: Db, { type, database, subject, at, data }: NewNote): Promise<boolean> {
  const settings = await findNoteSettings(trx, database);
  if (!settings || settings.off_at !== null) return false;
  await trx
    .insertInto("order_system_notes")
    .values({
      database_name: database,
      message_id: newMessageId(),
      type,
      subject,
      payload: JSON.stringify(data),
      status: "waiting",
      created_at: at,
    })
    .execute();
  await queueFirstOfSubject(trx, at, noteQueue, { key: database, subject });
  return true;
}
