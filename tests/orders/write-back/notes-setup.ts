import type { App } from "~/boot/app.server";
import { noteChannel } from "~/orders/write-back/note-channel.server";
import { switchOnNotes } from "~/orders/write-back/switch-notes.server";
import { bookVisit } from "~/visits/book-visit.server";
import { scratchApp } from "../../support/scratch";
import { seedClinic } from "../../support/seed";
import { connectDatabase, patient, simulatedClinic } from "../../support/simulated-clinic";
import { seedStaff } from "../../support/users";
import { deliverAllDue } from "../../webhooks/webhook-setup";

/** A clinic that writes visit notes to a simulated order system. */
export async function notesClinic({ isOn = true } = {}) {
  const app = scratchApp();
  const clinic = await seedClinic(app);
  const admin = await seedStaff(app, ["admin"]);
  const simulator = await simulatedClinic();
  simulator.patients.set(clinic.order.patient_id, { ...patient, key: clinic.order.patient_id });
  await connectDatabase(app, simulator, clinic.database);
  const on = { name: clinic.database, reason: 12 };
  if (isOn) await switchOnNotes(app, admin, on);
  const book = (nth = 0) =>
    bookVisit(app, admin, {
      therapist: clinic.therapist.name,
      datetime: clinic.starts[nth] ?? 0,
      patient_id: clinic.order.patient_id,
      brightree_db: clinic.database,
      sms_consent: true,
    });
  const notes = () => simulator.notes.map(({ description }) => description);
  return { app, admin, simulator, book, notes, on, ...clinic };
}

/** Writes due notes the way the server does until none are left. */
export const writeDueNotes = (app: App) => deliverAllDue(app, noteChannel);

export const notesOf = (app: Pick<App, "db">) =>
  app.db.selectFrom("order_system_notes").selectAll().orderBy("id").execute();
