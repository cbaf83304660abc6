import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import { noteQueue, queueFailed } from "~/webhooks/delivery/delivery-queue.server";
import { newMessageId } from "~/webhooks/queue-event.server";
import { findDatabase } from "../order-system/databases.server";
import { orderSystemOf } from "../order-system/order-systems.server";
import { findNoteSettings, listReasons } from "./note-settings.server";
import { markOf } from "./note-text.server";
import type { ReplayNotes, SwitchOnNotes, TestNotes } from "./write-back-schema";

export async function switchOnNotes(app: App, who: Who, { name, reason }: SwitchOnNotes): Promise<void> {
  const { reasons } = await listReasons(app, name);
  const reasonName = reasons.find(({ key }) => key === reason)?.name ?? null;
  await app.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom("order_systems")
      .select("database_name")
      .where("database_name", "=", name)
      .where("kind", "=", "brightree")
      .executeTakeFirstOrThrow(
        () => new Refusal("conflict", "This database isn't connected to an order system."),
      );
    const chosen = { reason, reason_name: reasonName, off_at: null, dropped: 0 };
    await trx
      .insertInto("note_settings")
      .values({ database_name: name, ...chosen, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.column("database_name").doUpdateSet(chosen))
      .execute();
    await logAudit({ trx, app, who }, "database.notes-on", `database ${name}`, {
      reason,
      reason_name: reasonName,
    });
  });
}

/** Turns off visit notes and deletes those not yet written. @returns the number deleted */
export function switchOffNotes(app: App, who: Who, { name }: { name: string }): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    const notes = await findNoteSettings(trx, name);
    if (!notes || notes.off_at !== null) throw new Refusal("conflict", "Visit notes are turned off.");
    const { numDeletedRows } = await trx
      .deleteFrom("order_system_notes")
      .where("database_name", "=", name)
      .where("status", "<>", "delivered")
      .executeTakeFirst();
    const dropped = Number(numDeletedRows);
    await trx
      .updateTable("note_settings")
      .set({ off_at: app.clock.now(), dropped })
      .where("database_name", "=", name)
      .execute();
    await logAudit({ trx, app, who }, "database.notes-off", `database ${name}`, { dropped });
    return dropped;
  });
}

export type NoteTest = Awaited<ReturnType<typeof testNotes>>;

/** Writes a test note on a patient and reads it back. @returns the result as a sentence */
export async function testNotes(app: App, who: Who, input: TestNotes) {
  await findDatabase(app, input.name);
  const began = performance.now();
  const result = await tryNote(app, input);
  const milliseconds = Math.round(performance.now() - began);
  await app.db.transaction().execute((trx) =>
    logAudit({ trx, app, who }, "database.notes-tested", `database ${input.name}`, {
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

/** Queues failed notes again. The notes of a visit keep their order. */
export function replayNotes(app: App, who: Who, { name, delivery }: ReplayNotes): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const count = await queueFailed(trx, app.clock.now(), noteQueue, { key: name, delivery });
    if (count === 0) return;
    await logAudit({ trx, app, who }, "database.notes-replayed", `database ${name}`, { count });
  });
}
