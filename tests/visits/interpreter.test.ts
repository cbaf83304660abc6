import { expect, test } from "vitest";
import { day, hour, iso } from "~/core/time";
import { orderRow } from "~/orders/order-row";
import { upsertOrder } from "~/orders/upsert-orders.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { interpreterText, markOf } from "~/visits/interpreter";
import { moveVisit } from "~/visits/move-visit.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { bookAsStaff } from "~/visits/new-appointment/book-as-staff.server";
import { NewAppointmentForm } from "~/visits/new-appointment/new-appointment-schema";
import { reassignVisit } from "~/visits/reassign/reassign-visits.server";
import { ConfirmVisit } from "~/visits/visit-schema";
import { findVisit } from "~/visits/visits.server";
import { aTherapist, aVisit } from "../support/clinic";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist } from "../support/seed";

async function clinic(interpreter: string | null = "Spanish") {
  const app = scratchApp();
  const { therapist, who } = await aTherapist(app);
  const order = await seedOrder(app, { language: "es", interpreter });
  const start = app.clock.now() + day;
  const { id } = await aVisit(app, therapist, start, { order_id: order.id });
  const confirm = (answer: object = {}) =>
    confirmVisit(
      app,
      who,
      ConfirmVisit.parse({ appointment_id: id, meeting_link: "https://meet.example/a", ...answer }),
    );
  const state = async () => {
    const visit = await findVisit(app.db, id);
    return visit && [visit.status, visit.interpreter_arranged, visit.interpreter_note];
  };
  return { app, who, therapist, order, start, id, confirm, state };
}

const unanswered = {
  code: "invalid",
  fields: {
    interpreter_arranged: [
      "Interpreter needed: Spanish. Check the box if one is arranged, or enter a reason to confirm without one.",
    ],
  },
};

test.for([
  {},
  { interpreter_arranged: false },
  { interpreter_note: "" },
  { interpreter_note: "  " },
  { interpreter_note: null },
  { interpreter_arranged: "false", interpreter_note: " " },
])("a visit that needs an interpreter is not confirmed with %j", async (answer) => {
  const { confirm, state } = await clinic();
  await expect(confirm(answer)).rejects.toMatchObject(unanswered);
  expect(await state()).toEqual(["submitted", false, null]);
});

test.for([
  [{ interpreter_arranged: true }, [true, null], "arranged"],
  [{ interpreter_arranged: "on" }, [true, null], "arranged"],
  [{ interpreter_note: " Her daughter helps. " }, [false, "Her daughter helps."], "none"],
] as const)("a visit is confirmed with %j, and the audit log shows it", async ([answer, saved, logged]) => {
  const { app, confirm, state } = await clinic();
  expect(await confirm(answer)).toMatchObject({
    status: "confirmed",
    language: "es",
    interpreter: "Spanish",
    interpreter_arranged: saved[0],
  });
  expect(await state()).toEqual(["confirmed", ...saved]);
  const { details } = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "visit.confirmed")
    .executeTakeFirstOrThrow();
  expect(details).toContain(`"interpreter":"${logged}"`);
});

test("a visit that needs no interpreter is confirmed, and any answer about interpreters is ignored", async () => {
  const { confirm, state } = await clinic(null);
  expect(await confirm({ interpreter_arranged: true, interpreter_note: "x" })).toMatchObject({
    status: "confirmed",
    interpreter: null,
    interpreter_arranged: false,
  });
  expect(await state()).toEqual(["confirmed", false, null]);
});

test("confirming again needs no answer", async () => {
  const { confirm, state } = await clinic();
  await confirm({ interpreter_arranged: true });
  expect(await confirm()).toMatchObject({ status: "confirmed" });
  expect(await state()).toEqual(["confirmed", true, null]);
});

test.for([{ interpreter_arranged: "perhaps" }, { interpreter_arranged: 1 }, { interpreter_note: 5 }])(
  "%j is not a valid answer about an interpreter",
  (answer) => {
    const input = { appointment_id: 1, meeting_link: "https://meet.example/a", ...answer };
    expect(ConfirmVisit.safeParse(input).success).toBe(false);
    expect(
      ConfirmVisit.safeParse({ ...input, interpreter_arranged: true, interpreter_note: "x".repeat(501) })
        .success,
    ).toBe(false);
  },
);

test("moving a visit clears its arranged interpreter, and undoing the move restores it", async () => {
  const { app, who, id, start, confirm, state } = await clinic();
  await confirm({ interpreter_arranged: true, interpreter_note: "Booking 12" });
  await moveVisit(app, who, { id, datetime: start, end: start + hour });
  expect(await state()).toEqual(["confirmed", true, "Booking 12"]);
  await moveVisit(app, who, { id, datetime: start + hour, hold: true });
  expect(await state()).toEqual(["confirmed", false, null]);
  await undoMove(app, who, { id });
  expect(await state()).toEqual(["confirmed", true, "Booking 12"]);
  await moveVisit(app, who, { id, datetime: start + hour });
  expect(await state()).toEqual(["confirmed", false, null]);
});

test("undoing a move doesn't restore an interpreter for a different language", async () => {
  const { app, who, order, id, start, confirm, state } = await clinic();
  await confirm({ interpreter_arranged: true, interpreter_note: "Booking 12" });
  await moveVisit(app, who, { id, datetime: start + hour, hold: true });
  await app.db.updateTable("orders").set({ interpreter: "ASL" }).where("id", "=", order.id).execute();
  await undoMove(app, who, { id });
  expect(await state()).toEqual(["confirmed", false, null]);
});

test("reassigning a visit at the same time clears its arranged interpreter", async () => {
  const { app, who, id, confirm, state } = await clinic();
  await confirm({ interpreter_arranged: true });
  const therapist = await seedTherapist(app);
  const visit = await findVisit(app.db, id);
  if (!visit) throw new Error("The visit is missing.");
  await app.db.transaction().execute((trx) => reassignVisit({ trx, app, who }, visit, { therapist }));
  expect(await state()).toEqual(["submitted", false, null]);
});

test("the reason for confirming without an interpreter stays when the visit moves", async () => {
  const { app, who, id, start, confirm, state } = await clinic();
  await confirm({ interpreter_note: "Her daughter helps." });
  await moveVisit(app, who, { id, datetime: start + hour });
  expect(await state()).toEqual(["confirmed", false, "Her daughter helps."]);
});

test("importing a different interpreter clears the arranged one; importing the same one keeps it", async () => {
  const { app, order, confirm, state } = await clinic();
  await confirm({ interpreter_arranged: true });
  const row = (interpreter: string) =>
    orderRow(app.clock.now()).parse({
      brightree_db: order.brightree_db,
      patient_id: order.patient_id,
      sales_order_no: order.sales_order_no,
      interpreter,
    });
  await upsertOrder(app.db, app.clock.now(), row("Spanish"));
  expect(await state()).toEqual(["confirmed", true, null]);
  await upsertOrder(app.db, app.clock.now(), row("ASL"));
  expect(await state()).toEqual(["confirmed", false, null]);
});

test("a visit that staff book as confirmed needs an answer about the interpreter", async () => {
  const { app, who, therapist } = await clinic();
  const order = await seedOrder(app, { interpreter: "ASL" });
  const slot = Date.parse("2026-03-04T14:00:00Z");
  await seedSlots(app, therapist, [slot]);
  const book = (over: object) =>
    bookAsStaff(
      app,
      who,
      NewAppointmentForm.parse({
        order: order.id,
        therapist: therapist.id,
        date: "2026-03-04",
        slot: iso(slot),
        status: "confirmed",
        meeting_link: "https://meet.example/a",
        ...over,
      }),
    );
  await expect(book({})).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("Interpreter needed: ASL."),
  });
  expect(await app.db.selectFrom("visits").select("id").where("order_id", "=", order.id).execute()).toEqual(
    [],
  );
  expect(await book({ interpreter_arranged: "on" })).toMatchObject({
    status: "confirmed",
    interpreter: "ASL",
    interpreter_arranged: true,
  });
});

test("a visit that staff book as submitted needs no answer about the interpreter", async () => {
  const { app, who, therapist } = await clinic();
  const order = await seedOrder(app, { interpreter: "ASL" });
  const slot = Date.parse("2026-03-04T14:00:00Z");
  await seedSlots(app, therapist, [slot]);
  const form = { order: order.id, therapist: therapist.id, date: "2026-03-04", slot: iso(slot) };
  expect(await bookAsStaff(app, who, NewAppointmentForm.parse(form))).toMatchObject({
    status: "submitted",
    interpreter: "ASL",
    interpreter_arranged: false,
  });
});

test.for([
  ["en", null, false, null, null, undefined],
  ["es", null, false, null, null, "ES"],
  ["es", "Spanish", false, null, "Interpreter needed: Spanish, not arranged", "INT?"],
  ["en", "ASL", true, null, "Interpreter needed: ASL, arranged", "INT ✓"],
  ["en", "ASL", false, "Signs herself", "Interpreter needed: ASL, none (Signs herself)", "INT?"],
] as const)("%s with %s is marked", ([language, interpreter, isArranged, note, text, short]) => {
  const visit = { language, interpreter, interpreter_arranged: isArranged, interpreter_note: note };
  expect([interpreterText(visit), markOf(visit)?.short]).toEqual([text, short]);
});
