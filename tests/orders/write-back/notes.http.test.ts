import { expect, test } from "vitest";
import { switchOnNotes } from "~/orders/write-back/switch-notes.server";
import { bookVisit } from "~/visits/book-visit.server";
import { auditLogOf } from "../../support/acts";
import { eventually } from "../../support/eventually";
import { openScratch, scratchFolder } from "../../support/scratch";
import { seedClinic, staffClient } from "../../support/seed";
import { spawnServer, startServer } from "../../support/server";
import { connectDatabase, patient, simulatedClinic } from "../../support/simulated-clinic";
import { seedStaff } from "../../support/users";
import { notesOf } from "./notes-setup";

const server = await startServer();
const { app } = server;
const { therapist, starts, order, database } = await seedClinic(app);
const simulator = await simulatedClinic();
simulator.patients.set(order.patient_id, { ...patient, key: order.patient_id });
const admin = await staffClient(server, "admin");
const page = `/admin/databases/${database}/notes`;

test("an admin sets up, tests, turns on, replays, and turns off visit notes", async () => {
  expect((await admin.get(page)).text).toContain("This database isn&#x27;t connected to an order system.");
  expect((await admin.submit(`${page}/settings`, { reason: "12" })).status).toBe(409);
  await connectDatabase(app, simulator, database);
  expect((await admin.get(`${page}/settings`)).text).toContain("Scheduling");
  const fields = { reason: "12", patient_id: String(order.patient_id) };
  expect((await admin.submit(`${page}/test`, { ...fields, patient_id: "" })).status).toBe(422);
  expect((await admin.submit(`${page}/test`, fields)).text).toContain("Visit notes work.");
  expect((await admin.submit(`${page}/settings`, { reason: "" })).text).toContain("Choose a reason.");
  expect((await admin.submit(`${page}/settings`, fields)).location).toBe(page);
  expect((await admin.get(page)).text).toContain("Visit notes turned on");
  await admin.submit(`${page}/settings`, fields);
  expect((await admin.get(page)).text).toContain("Reason saved");

  simulator.mode = "refuse";
  await admin.post("/api/schedule-appointment", {
    therapist: therapist.name,
    datetime: new Date(starts[0] ?? 0).toISOString(),
    patient_id: order.patient_id,
    brightree_db: database,
    sms_consent: true,
  });
  await eventually(
    () => notesOf(app),
    ([row]) => row?.status === "failed",
  );
  const failed = (await admin.get(page)).text;
  expect(failed).toContain("A visit is booked");
  expect(failed).toContain("1 note could not be written.");
  expect((await admin.get("/admin/webhooks")).text).toContain("No webhooks yet.");
  expect((await admin.get("/admin/health")).text).toContain(`Visit notes ${database}`);
  simulator.mode = "well";
  expect((await admin.submit(`${page}/replay`, {})).location).toBe(page);
  expect((await admin.get(page)).text).toContain("Notes queued again");
  await eventually(
    () => simulator.notes.length,
    (count) => count === 2,
  );

  expect((await admin.submit(`${page}/off`, {})).location).toBe(page);
  expect((await admin.get(page)).text).toContain("Visit notes turned off");
  expect((await admin.get(page)).text).toContain("Visit notes were turned off");
  expect((await admin.submit(`${page}/off`, {})).status).toBe(409);
  const actions = (await auditLogOf(app)).map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(["on", "tested", "replayed", "off"].map((is) => `database.notes-${is}`)),
  );
});

test("a server killed while waiting for a response writes the note only once", async () => {
  const dataDir = scratchFolder();
  const own = openScratch({ DATA_DIR: dataDir });
  const first = await spawnServer({ DATA_DIR: dataDir });
  const clinic = await seedClinic(own);
  const staff = await seedStaff(own, ["admin"]);
  simulator.recover();
  simulator.notes.length = 0;
  simulator.patients.set(clinic.order.patient_id, { ...patient, key: clinic.order.patient_id });
  await connectDatabase(own, simulator, clinic.database);
  await switchOnNotes(own, staff, { name: clinic.database, reason: 12 });
  Object.assign(simulator, { mode: "silent", modeOf: "PatientNoteCreate" });
  await bookVisit(own, staff, {
    therapist: clinic.therapist.name,
    datetime: clinic.starts[0] ?? 0,
    patient_id: clinic.order.patient_id,
    brightree_db: clinic.database,
    sms_consent: true,
  });
  await eventually(
    () => simulator.notes.length,
    (count) => count === 1,
  );
  await first.end("SIGKILL");
  simulator.mode = "well";
  const second = await spawnServer({ DATA_DIR: dataDir });
  await eventually(
    () => notesOf(own),
    ([row]) => row?.status === "delivered",
    60,
  );
  await second.end();
  expect(simulator.notes).toHaveLength(1);
  await own.close();
});
