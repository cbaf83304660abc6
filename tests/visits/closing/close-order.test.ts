import { describe, expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { operator, type Staff } from "~/core/who";
import { runWaves } from "~/offers/run-waves.server";
import { saveWish } from "~/offers/wishes.server";
import { generateCode } from "~/orders/access/generate-code.server";
import { findOrderByLink } from "~/orders/access/link-code.server";
import { resendCode } from "~/orders/access/send-code.server";
import { upsertOrdersFromApi } from "~/orders/api/orders";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { addHelper } from "~/orders/helper/add-helper.server";
import { closeOrder, reopenOrder } from "~/visits/closing/close-order.server";
import { moveVisit } from "~/visits/move-visit.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { markNoShow } from "~/visits/outcome/mark-no-show.server";
import { undoOutcome } from "~/visits/outcome/undo-outcome.server";
import { auditLogOf } from "../../support/acts";
import { aClinic, bookerOf } from "../../support/clinic";
import { agree, outboxOf, say } from "../../support/http-actions";
import { anyTime, offersOf, seedOffers } from "../../support/offers";
import { scratchApp } from "../../support/scratch";
import { seedOrder, seedVisit } from "../../support/seed";
import { patientOf, seedStaff } from "../../support/users";

async function closing() {
  const clinic = await aClinic();
  const { app, order, therapist } = clinic;
  const who = await seedStaff(app, ["supervisor"]);
  await agree(app, order.phone ?? "");
  const find = (id = order.id) =>
    app.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const aVisit = (status: "submitted" | "confirmed" = "confirmed") =>
    seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at: app.clock.now() + 2 * day,
      status,
      confirmed_at: status === "confirmed" ? app.clock.now() : null,
    });
  const statusOf = async (id: number) =>
    (await app.db.selectFrom("visits").select("status").where("id", "=", id).executeTakeFirstOrThrow())
      .status;
  /** The messages that will be sent, by channel, kind, and recipient. */
  const queued = async () =>
    (await outboxOf(app))
      .filter(({ status }) => status === "queued")
      .map(({ channel, kind, recipient }) => {
        const to =
          recipient === therapist.email
            ? "therapist"
            : [order.phone, order.email].includes(recipient)
              ? "patient"
              : recipient;
        return `${channel} ${kind} to ${to}`;
      });
  const textOf = async (kind: string) => {
    const row = (await outboxOf(app)).findLast(
      (one) => one.kind === kind && one.recipient !== therapist.email,
    );
    return row ? app.secrets.open(row.body_sealed) : "";
  };
  return { ...clinic, who, find, aVisit, statusOf, queued, textOf };
}

test("closing an order without a visit ends its code, link, call, and unsent messages", async () => {
  const { app, order, who, find, queued } = await closing();
  const { patient_id, brightree_db, phone, sales_order_no } = order;
  const { link, id: code } = await generateCode(app, who, {
    patient_id,
    brightree_db,
    phone: phone ?? undefined,
    sales_order_no: sales_order_no ?? undefined,
  });
  await app.db
    .transaction()
    .execute((trx) => openCallTask({ trx, app, who }, { orderId: order.id, reason: "no_visit" }));
  expect(await queued()).toEqual(["sms access-code to patient"]);
  expect(await closeOrder(app, who, { id: order.id, reason: "not_needed" })).toEqual({
    changed: true,
    canceledVisit: null,
  });
  expect(await find()).toMatchObject({
    closed_at: app.clock.now(),
    staff_closed_at: app.clock.now(),
    staff_closed_by: who.userId,
    close_reason: "not_needed",
  });
  expect(await queued()).toEqual([]);
  expect(await findOrderByLink(app.db, app, link)).toBeNull();
  const codes = await app.db.selectFrom("access_codes").select("ended_at").execute();
  expect(codes.every(({ ended_at }) => ended_at !== null)).toBe(true);
  const tasks = await app.db.selectFrom("call_tasks").select("done_at").execute();
  expect(tasks.map(({ done_at }) => done_at !== null)).toEqual([true]);
  expect(await auditLogOf(app, { action: "order.closed" })).toMatchObject([
    { subject: `order ${order.id}`, details: JSON.stringify({ reason: "not_needed" }) },
  ]);
  await expect(resendCode(app, who, { id: code })).rejects.toThrow(
    "This order was closed by staff: patient doesn't need it. Reopen it on its page first.",
  );
  expect(await queued()).toEqual([]);
});

describe("closing an order with a visit", () => {
  test.each(["submitted", "confirmed"] as const)(
    "cancels a %s visit and tells the patient",
    async (status) => {
      const { app, order, who, aVisit, statusOf, queued, textOf } = await closing();
      const visit = await aVisit(status);
      await closeOrder(app, who, { id: order.id, reason: "moved_away" });
      expect(await statusOf(visit.id)).toBe("cancelled");
      expect(await queued()).toEqual([
        "sms visit-cancelled to patient",
        "email visit-cancelled to patient",
        "email visit-cancelled to therapist",
      ]);
      const mail = await textOf("visit-cancelled");
      expect(mail).toContain("You don't need to choose another time.");
      expect(mail).not.toMatch(/\/schedule|\/track|\/login/);
    },
  );

  test("sends nothing to the patient after a death unless staff choose to, and never a text", async () => {
    const quiet = await closing();
    const visit = await quiet.aVisit();
    await closeOrder(quiet.app, quiet.who, { id: quiet.order.id, reason: "died" });
    expect(await quiet.statusOf(visit.id)).toBe("cancelled");
    expect(await quiet.queued()).toEqual(["email visit-cancelled to therapist"]);

    const told = await closing();
    await told.aVisit();
    await closeOrder(told.app, told.who, { id: told.order.id, reason: "died", notify: true });
    expect(await told.queued()).toEqual([
      "email visit-cancelled to patient",
      "email visit-cancelled to therapist",
    ]);
  });

  test("tells the helper, too, and ends the helper's link", async () => {
    const { app, order, who, aVisit, queued } = await closing();
    await aVisit();
    await addHelper(app, who, order.id, {
      name: "Dana",
      relation: "daughter",
      email: "dana@mail.example",
    } as Parameters<typeof addHelper>[3]);
    await closeOrder(app, who, { id: order.id, reason: "not_needed" });
    expect(await queued()).toContain("email visit-cancelled to dana@mail.example");
    expect(await queued()).not.toContain("email helper-link to dana@mail.example");
    const helper = await app.db.selectFrom("helpers").select("removed_at").executeTakeFirstOrThrow();
    expect(helper.removed_at).not.toBeNull();
  });

  test("ends a pending move, which can't be undone then", async () => {
    const { app, order, who, aVisit, statusOf, queued } = await closing();
    const visit = await aVisit();
    await moveVisit(app, who, { id: visit.id, datetime: visit.start_at + hour, hold: true, accept: true });
    await closeOrder(app, who, { id: order.id, reason: "died" });
    expect(await app.db.selectFrom("held_moves").selectAll().execute()).toEqual([]);
    await expect(undoMove(app, who, { id: visit.id })).rejects.toThrow();
    expect(await statusOf(visit.id)).toBe("cancelled");
    expect(await queued()).toEqual(["email visit-cancelled to therapist"]);
  });

  test("leaves a reply to an earlier reminder to staff", async () => {
    const { app, order, who, aVisit, statusOf } = await closing();
    const visit = await aVisit();
    app.clock.set(visit.start_at - day + minute);
    await remindOfVisits(app);
    await app.db.updateTable("outbox").set({ status: "sent", finished_at: app.clock.now() }).execute();
    await closeOrder(app, who, { id: order.id, reason: "not_needed", notify: false });
    await say(app, order.phone ?? "", "OK");
    expect(await statusOf(visit.id)).toBe("cancelled");
    const saved = await app.db.selectFrom("visits").select("patient_confirmed_at").executeTakeFirstOrThrow();
    expect(saved.patient_confirmed_at).toBeNull();
    const thread = await app.db
      .selectFrom("threads")
      .selectAll()
      .where("phone", "=", order.phone ?? "")
      .executeTakeFirstOrThrow();
    expect(thread.last_body).toBe("OK");
  });

  test("ends an open offer and the wish for an earlier time", async () => {
    const app = scratchApp();
    const { seedWaiting, free } = await seedOffers(app);
    const who = await seedStaff(app, ["supervisor"]);
    const waiting = await seedWaiting();
    await free();
    app.clock.advance(minute);
    await runWaves(app);
    const [offer] = await offersOf(app);
    expect(offer).toMatchObject({ order_id: waiting.id, status: "open" });
    await closeOrder(app, who, { id: waiting.id, reason: "died" });
    expect((await offersOf(app)).map(({ status }) => status)).not.toContain("open");
    expect(await app.db.selectFrom("earlier_wishes").selectAll().execute()).toEqual([]);
    const toPatient = (await outboxOf(app)).filter(
      ({ order_id, recipient, status }) =>
        order_id === waiting.id && [waiting.phone, waiting.email].includes(recipient) && status === "queued",
    );
    expect(toPatient).toEqual([]);
    await expect(saveWish(app, patientOf(waiting.id), waiting.id, anyTime)).rejects.toThrow();
  });
});

const imported = ({ brightree_db, patient_id, sales_order_no }: Record<string, unknown>, status: string) => ({
  brightree_db,
  patient_id,
  sales_order_no,
  order_status: status,
});

test("an import doesn't reopen an order that staff closed, and staff can", async () => {
  const { app, order, who, find } = await closing();
  await closeOrder(app, who, { id: order.id, reason: "moved_away" });
  for (const status of ["Open", "Closed", "Open", "Ready"]) {
    await upsertOrdersFromApi(app, operator, [{ ...imported(order, status), step: 3 }]);
    expect((await find()).closed_at).not.toBeNull();
  }
  expect(await reopenOrder(app, who, order.id)).toBe(true);
  expect(await find()).toMatchObject({
    closed_at: null,
    staff_closed_at: null,
    close_reason: null,
    step: 3,
  });
  await expect(reopenOrder(app, who, order.id)).rejects.toThrow("This order isn't closed by staff.");
});

test("an order that the order system closed, too, stays closed until it is reopened there", async () => {
  const { app, order, who, find } = await closing();
  await closeOrder(app, who, { id: order.id, reason: "other" });
  await app.db.updateTable("orders").set({ stopped_at: app.clock.now() }).execute();
  expect(await reopenOrder(app, who, order.id)).toBe(false);
  expect((await find()).closed_at).not.toBeNull();
  await upsertOrdersFromApi(app, operator, [imported(order, "Open")]);
  expect((await find()).closed_at).toBeNull();
});

test("closing again changes nothing, and another reason is refused", async () => {
  const { app, order, who } = await closing();
  const close = (reason: "died" | "duplicate_order") => closeOrder(app, who, { id: order.id, reason });
  await close("duplicate_order");
  expect(await close("duplicate_order")).toEqual({ changed: false, canceledVisit: null });
  await expect(close("died")).rejects.toThrow("Staff already closed this order for another reason.");
});

test("no one books for a closed order or brings its visit back", async () => {
  const clinic = await closing();
  const { app, order, who, therapist, starts } = clinic;
  const missed = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: app.clock.now() - hour,
    status: "confirmed",
  });
  await markNoShow(app, who, { id: missed.id, reason: "patient_absent" });
  await closeOrder(app, who, { id: order.id, reason: "died" });
  const refused = "This order was closed by staff: patient died. Reopen it on its page first.";
  await expect(undoOutcome(app, who, missed.id)).rejects.toThrow(refused);
  const book = bookerOf(clinic, starts[12] ?? 0);
  await expect(book({}, who)).rejects.toThrow(refused);
  await expect(book()).rejects.toThrow("This order was closed.");
  await reopenOrder(app, who, order.id);
  expect((await book({}, who)).status).toBe("submitted");
});

test("a therapist can close only orders for which they have a visit", async () => {
  const { app, order, aVisit, therapist, find } = await closing();
  const staff = await seedStaff(app, ["therapist"]);
  const own: Staff = { ...staff, therapistId: therapist.id };
  await expect(closeOrder(app, own, { id: order.id, reason: "died" })).rejects.toThrow("Order not found.");
  await aVisit();
  await closeOrder(app, own, { id: order.id, reason: "died" });
  expect((await find()).close_reason).toBe("died");
  const other = await seedOrder(app);
  await expect(closeOrder(app, own, { id: other.id, reason: "died" })).rejects.toThrow("Order not found.");
});
