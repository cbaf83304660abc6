import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import { newMessageId } from "~/webhooks/queue-event.server";
import { findDatabase } from "../order-system/databases.server";
import { orderSystemOf } from "../order-system/order-systems.server";
import { markOf } from "./note-text.server";
import type { TestNotes } from "./write-back-schema";

export type NoteTest = Awaited<ReturnType<typeof testNotes>>;

/** Writes a test note on a patient and reads it back. @returns the result as a sentence */
export async function testNotes(app: App, who: Who, input: TestNotes) {
  await findDatabase(app, input.name);
  const began = performance.now();
  const result = await tryNote(app, input);
  const milliseconds = Math.round(performance.now() - began);
  await app.db.transaction().execute((trx) =>
    logAudit(trx, app, who, "database.notes-tested", `database ${input.name}`, {
      ok: result.ok,
      patient_id: input.patient_id,
    }),
  );
  return { ...result, milliseconds };
}

async function tryNote(app: App, { name, reason, patient_id: patientId }: TestNotes) {
  const mark = markOf(newMessageId());
  const text = `This is a test. Please ignore this note. ${mark}`;
  try {
    const { notes } = await orderSystemOf(app, name);
    await notes.write({ patientId, salesOrderNo: null, reason, subject: "Firstnight test", text });
    const found = await notes.isWritten(patientId, mark);
    return found
      ? { ok: true, sentence: `The note was written for patient ${patientId} and read back.` }
      : {
          ok: false,
          sentence: "The order system accepted the note but doesn't list it. Contact its support.",
        };
  } catch (error) {
    if (!(error instanceof OrderSystemFailure)) throw error;
    const { message, response } = error;
    return { ok: false, sentence: response ? `${message} It responded: ${response}` : message };
  }
}
