import { expect, test } from "vitest";
import { day, hour, minute, second } from "~/core/time";
import { operator } from "~/core/who";
import { sweep } from "~/db/sweep.server";
import { setAsideMessages } from "~/operations/backup/set-aside-messages.server";
import { checkHealth } from "~/operations/health/health.server";
import { orderSystemOf } from "~/orders/order-system/order-systems.server";
import { listMismatches } from "~/orders/write-back/mismatches.server";
import { noteChannel } from "~/orders/write-back/note-channel.server";
import { viewWriteBack } from "~/orders/write-back/note-settings.server";
import {
  replayNotes,
  switchOffNotes,
  switchOnNotes,
  testNotes,
} from "~/orders/write-back/switch-notes.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { markNoShow } from "~/visits/outcome/mark-no-show.server";
import { claimDue, leaseLength } from "~/webhooks/delivery/delivery-loop.server";
import type { Mode } from "../../support/simulated-order-system";
import { notesClinic, notesOf, writeDueNotes } from "./notes-setup";

const link = "https://meet.example/hannah";

const healthOf = async (app: Parameters<typeof checkHealth>[0]) =>
  (await checkHealth(app)).find(({ name }) => name.startsWith("Visit notes"));

test("no notes are written while visit notes are turned off", async () => {
  const { app, simulator, book, notes, database } = await notesClinic({ isOn: false });
  await book();
  await writeDueNotes(app);
  expect([await notesOf(app), notes(), simulator.operations]).toEqual([[], [], []]);
  expect(await viewWriteBack(app.reads, database)).toBeNull();
});

test("each change to a visit writes one note with only the time, status, and therapist", async () => {
  const { app, admin, simulator, book, notes, order, therapist, starts } = await notesClinic();
  const { id } = await book();
  await confirmVisit(app, admin, { appointment_id: id, meeting_link: link });
  await moveVisit(app, admin, { id, datetime: starts[3] ?? 0, accept: true });
  await cancelVisit(app, admin, id, null);
  const later = await book(4);
  await confirmVisit(app, admin, { appointment_id: later.id, meeting_link: link });
  app.clock.advance((starts[4] ?? 0) + hour - app.clock.now());
  await completeVisit(app, admin, later.id);
  await writeDueNotes(app);
  expect(simulator.notes.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(
      ["booked", "confirmed", "moved", "canceled", "completed"].map((is) => `Setup visit ${is}`),
    ),
  );
  const moved = notes().find((text) => text.startsWith("Setup visit moved"));
  expect(moved).toMatch(
    new RegExp(
      `^Setup visit moved: \\w+day, March \\d+, 2026 at \\d+:\\d\\d [AP]M E[SD]T with ${therapist.name}\\. Before: .* with ${therapist.name}\\. Status: \\w+\\. Visit ${id}, Firstnight msg_\\w+$`,
    ),
  );
  for (const personal of [order.patient_name, order.phone, order.email, order.dob, link]) {
    expect(notes().join()).not.toContain(personal);
  }
  expect(simulator.notes[0]).toMatchObject({
    patient: order.patient_id,
    order: Number(order.sales_order_no),
    reason: 12,
  });
});

test("a missed visit also writes a note", async () => {
  const { app, admin, book, notes, starts } = await notesClinic();
  const { id } = await book();
  await confirmVisit(app, admin, { appointment_id: id, meeting_link: link });
  app.clock.advance((starts[0] ?? 0) + hour - app.clock.now());
  await markNoShow(app, admin, { id, reason: "other" });
  await writeDueNotes(app);
  expect(notes().at(-1)).toMatch(/^Setup visit missed: .* Status: a no-show\./);
});

const faults: [Mode, RegExp][] = [
  ["fault", /reported an error \(500\)/],
  ["cut", /can't be reached/],
  ["garbage", /couldn't be read/],
];

test.each(faults)("after the fault '%s', a note is retried and written once", async (mode, error) => {
  const { app, simulator, book, notes } = await notesClinic();
  Object.assign(simulator, { mode, modeOf: "PatientNoteCreate" });
  await book();
  await writeDueNotes(app);
  expect(await notesOf(app)).toMatchObject([
    {
      status: "queued",
      attempts: 1,
      error: expect.stringMatching(error),
      due_at: app.clock.now() + 5 * second,
    },
  ]);
  simulator.mode = "well";
  app.clock.advance(5 * second);
  await writeDueNotes(app);
  expect([(await notesOf(app))[0]?.status, notes().length]).toEqual(["delivered", 1]);
});

test("wrong credentials show an error on the page and on Health, and the note is written once they're corrected", async () => {
  const { app, simulator, book, notes, database } = await notesClinic();
  const right = simulator.password;
  simulator.password = "changed";
  await book();
  await writeDueNotes(app);
  expect(await notesOf(app)).toMatchObject([
    { status: "queued", error: "The order system rejected the user name or password." },
  ]);
  app.clock.advance(15 * minute);
  expect(await healthOf(app)).toMatchObject({ state: "warn" });
  expect(await viewWriteBack(app.reads, database)).toMatchObject({ open: 1, failed: 0 });
  simulator.password = right;
  await writeDueNotes(app);
  expect(notes()).toHaveLength(1);
  expect(await healthOf(app)).toMatchObject({ state: "good" });
});

test("a rejected note fails immediately, without the order system's message, and Replay writes it", async () => {
  const { app, admin, simulator, book, notes, database } = await notesClinic();
  simulator.noteReasons = [];
  const { id } = await book();
  await confirmVisit(app, admin, { appointment_id: id, meeting_link: link });
  await writeDueNotes(app);
  const refused = { status: "failed", attempts: 1, error: "The order system refused the request." };
  expect(await notesOf(app)).toMatchObject([refused, refused]);
  expect(await healthOf(app)).toMatchObject({ state: "bad", message: expect.stringContaining("2 notes") });
  simulator.noteReasons = [{ key: 12, name: "Scheduling" }];
  await replayNotes(app, admin, { name: database });
  await writeDueNotes(app);
  expect(notes()).toMatchObject([/booked/, /confirmed/].map((is) => expect.stringMatching(is)));
});

test("a note written before the process was killed is found by its ID and not written again", async () => {
  const { app, book, notes, order, database } = await notesClinic();
  await book();
  const [claim] = await claimDue(app, noteChannel, "killed");
  const text = `Written without an answer. Firstnight ${claim?.delivery.message_id}`;
  const { notes: system } = await orderSystemOf(app, database);
  await system.write({
    patientId: order.patient_id,
    salesOrderNo: null,
    reason: 12,
    subject: "Setup visit booked",
    text,
  });
  app.clock.advance(leaseLength);
  await writeDueNotes(app);
  expect((await notesOf(app))[0]?.status).toBe("delivered");
  expect(notes()).toHaveLength(1);
});

test("after a restore, existing notes are looked up before new ones are written", async () => {
  const { app, simulator, book } = await notesClinic();
  await book();
  await setAsideMessages(app, operator, Date.parse("2026-03-01T00:00:00Z"));
  simulator.operations.length = 0;
  await writeDueNotes(app);
  expect(simulator.operations).toEqual(["PatientNoteFetchByPatient", "PatientNoteCreate"]);
});

test("written notes are deleted after 30 days, failed ones after 90, and unwritten ones are kept", async () => {
  const { app, admin, simulator, book } = await notesClinic();
  simulator.mode = "refuse";
  const { id } = await book();
  await writeDueNotes(app);
  simulator.mode = "well";
  await confirmVisit(app, admin, { appointment_id: id, meeting_link: link });
  await writeDueNotes(app);
  await cancelVisit(app, admin, id, null);
  const remainingAfter = async (time: number) => {
    app.clock.advance(time);
    await sweep(app);
    return (await notesOf(app)).map(({ status }) => status);
  };
  expect(await remainingAfter(30 * day - 1)).toEqual(["failed", "delivered", "queued"]);
  expect(await remainingAfter(1)).toEqual(["failed", "queued"]);
  expect(await remainingAfter(60 * day)).toEqual(["queued"]);
});

test("order details still load while writing a note hangs", async () => {
  const { app, simulator, database, on } = await notesClinic();
  Object.assign(simulator, { mode: "silent", modeOf: "PatientNoteCreate" });
  const system = await orderSystemOf(app, database);
  const note = { patientId: 41_001, salesOrderNo: null, reason: on.reason, subject: "s", text: "t" };
  const cut = new AbortController();
  const hanging = Array.from({ length: 20 }, () => system.notes.write(note, cut.signal).catch(() => "ended"));
  expect(await system.fetchOrderMeta({ patientId: 41_001, salesOrderNo: "70001" })).toMatchObject({
    branch_office: "Raleigh",
  });
  cut.abort();
  expect(new Set(await Promise.all(hanging))).toEqual(new Set(["ended"]));
});

test("turning off notes deletes the unwritten ones, reports how many, and queues no more", async () => {
  const { app, admin, simulator, book, notes, database, on } = await notesClinic();
  simulator.mode = "fault";
  const { id } = await book();
  await confirmVisit(app, admin, { appointment_id: id, meeting_link: link });
  await writeDueNotes(app);
  expect(await switchOffNotes(app, admin, { name: database })).toBe(2);
  expect(await viewWriteBack(app.reads, database)).toMatchObject({ open: 0, dropped: 2 });
  simulator.mode = "well";
  await cancelVisit(app, admin, id, null);
  app.clock.advance(hour);
  await writeDueNotes(app);
  expect([await notesOf(app), notes(), await healthOf(app)]).toEqual([[], [], undefined]);
  await switchOnNotes(app, admin, on);
  await book(2);
  await writeDueNotes(app);
  expect(notes()).toEqual([expect.stringContaining("Setup visit booked")]);
});

test("Test writes a note, reads it back, and shows what the order system responds", async () => {
  const { app, admin, simulator, order, database, on } = await notesClinic({ isOn: false });
  const runTest = (more = {}) => testNotes(app, admin, { ...on, patient_id: order.patient_id, ...more });
  expect(await runTest()).toMatchObject({ ok: true, sentence: expect.stringContaining("and read back") });
  expect(simulator.notes).toMatchObject([{ patient: order.patient_id, subject: "Firstnight test" }]);
  expect((await runTest({ patient_id: 7 })).sentence).toContain("It responded: The patient was not found.");
  expect((await runTest({ reason: 99 })).sentence).toContain("The note's reason is not valid.");
  simulator.password = "changed";
  expect((await runTest()).sentence).toContain("rejected the user name or password");
  expect(await viewWriteBack(app.reads, database)).toBeNull();
});

test("visits that don't match the order system's last known state are listed", async () => {
  const { app, admin, book, order, database } = await notesClinic();
  await app.db
    .insertInto("worklist_states")
    .values([
      { database_name: database, state: "20 - Pre-Auth", step: 3 },
      { database_name: database, state: "23 - Scheduling", step: 4 },
      { database_name: database, state: "30 - Scheduled", step: null },
    ])
    .execute();
  const { id } = await book();
  const listed = async (worklist_state: string, stopped_at: number | null = null) => {
    await app.db
      .updateTable("orders")
      .set({ worklist_state, stopped_at })
      .where("id", "=", order.id)
      .execute();
    return (await listMismatches(app.reads, database, app.clock.now())).map(({ visit_id }) => visit_id);
  };
  expect(await listed("23 - Scheduling")).toEqual([]);
  expect(await listed("30 - Scheduled")).toEqual([]);
  expect(await listed("20 - pre-auth")).toEqual([id]);
  expect(await listed("23 - Scheduling", app.clock.now())).toEqual([id]);
  await confirmVisit(app, admin, { appointment_id: id, meeting_link: link });
  app.clock.advance(day);
  await completeVisit(app, admin, id);
  expect(await listed("23 - Scheduling")).toEqual([]);
  app.clock.advance(day);
  expect(await listed("23 - Scheduling")).toEqual([id]);
  expect(await listed("30 - Scheduled")).toEqual([]);
});
