import { describe, expect, test } from "vitest";
import { Refusal } from "~/core/refusal";
import { day, hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { stopOrder } from "~/orders/changes/stop-order.server";
import { recomputeStep } from "~/orders/recompute-step.server";
import { cancelMyVisit, cancelVisit } from "~/visits/cancel-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { auditLogOf } from "../support/acts";
import { aClinic, bookerOf } from "../support/clinic";
import { outboxOf } from "../support/http-actions";
import { seedOrder, seedSlots, seedTherapist } from "../support/seed";
import { patientOf } from "../support/users";

async function clinic(environment: Record<string, string> = {}) {
  const seeded = await aClinic(environment);
  const start = seeded.starts[6] ?? 0;
  return { ...seeded, start, book: bookerOf(seeded, start) };
}

async function refusal(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}

describe("booking", () => {
  test("a patient's booking saves the visit, consent, step, notices, and audit entry together", async () => {
    const { app, book, order, start, therapist } = await clinic();
    const visit = await book();
    expect(visit).toMatchObject({
      status: "submitted",
      datetime: iso(start),
      end: iso(start + 45 * minute),
      therapist: therapist.name,
      patient_id: order.patient_id,
    });
    const after = await app.db
      .selectFrom("orders")
      .selectAll()
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(after.step).toBe(6);
    const sent = await outboxOf(app);
    expect(sent.map((row) => [row.channel, row.recipient, row.kind])).toEqual([
      ["sms", order.phone, "visit-submitted"],
      ["email", order.email, "visit-submitted"],
      ["email", therapist.email, "visit-submitted"],
    ]);
    const consent = await app.db.selectFrom("consents").selectAll().executeTakeFirstOrThrow();
    expect(consent).toMatchObject({
      phone: order.phone,
      given: 1,
      source: "booking",
      wording:
        "I agree to SMS updates (data rates may apply). Msg frequency varies. Reply STOP to opt out, HELP for help.",
    });
    const acts = await auditLogOf(app);
    expect(acts.map((act) => act.action)).toEqual(["consent.given", "visit.booked"]);
  });

  test("booking texts name no illness or device and contain no opt-out word", async () => {
    const { app, book } = await clinic();
    await book();
    const sent = await outboxOf(app);
    expect(sent.length).toBe(3);
    for (const { subject, body_sealed: sealed } of sent) {
      expect(`${subject} ${app.secrets.open(sealed)}`).not.toMatch(
        /cpap|sleep|apnea|insur|reply\s+(cancel|end|quit)/i,
      );
    }
  });

  test("a patient's booking without consent is refused", async () => {
    const { app, book } = await clinic();
    const refused = await refusal(book({ sms_consent: false }));
    expect(refused.code).toBe("invalid");
    expect(refused.fields).toEqual({
      sms_consent: ["Check the box to agree to text updates."],
    });
    expect(await app.db.selectFrom("visits").selectAll().execute()).toEqual([]);
  });

  test("a patient with a stopped order sees that it was stopped, or sees the visit that is still booked", async () => {
    const { app, book, order, starts } = await clinic();
    await book();
    await app.db.transaction().execute((trx) => stopOrder({ trx, app }, order.id));
    const again = { datetime: starts[10] ?? 0 };
    expect((await refusal(book(again))).message).toMatch(/^You already have a visit/);
    await app.db.transaction().execute(async (trx) => {
      await trx.updateTable("visits").set({ status: "cancelled" }).execute();
      await recomputeStep(trx, order.id, app.clock.now());
    });
    expect((await refusal(book(again))).message).toMatch(
      /^This order was closed\. If you think this is a mistake, call Company \d+ at \(919\) 555-0100\.$/,
    );
  });

  test("staff can book without consent, and no text is sent", async () => {
    const { app, book } = await clinic();
    await book({ sms_consent: false }, operator);
    const sent = await outboxOf(app);
    expect(sent.map((row) => row.channel)).toEqual(["email", "email"]);
  });

  test("a booked time is refused with three alternatives", async () => {
    const { app, book, start, therapist } = await clinic();
    await book();
    const other = await seedOrder(app);
    const refused = await refusal(book({ patient_id: other.patient_id }, patientOf(other.id)));
    expect(refused.code).toBe("conflict");
    expect(refused.message).toBe("That time was just taken. Please choose another.");
    const alternatives = refused.extra?.alternatives as { start: string; therapist: string }[];
    expect(alternatives.length).toBe(3);
    expect(alternatives.map((row) => row.therapist)).toEqual(Array(3).fill(therapist.name));
    // The visit lasts 45 minutes, so it overlaps the next half-hour slot.
    expect(alternatives.map((row) => row.start)).not.toContain(iso(start + 30 * minute));
  });

  test("an overlapping time is refused", async () => {
    const { app, book, start } = await clinic();
    await book();
    const other = await seedOrder(app);
    const refused = await refusal(
      book({ patient_id: other.patient_id, datetime: start + 30 * minute }, patientOf(other.id)),
    );
    expect(refused.code).toBe("conflict");
  });

  test("the database rejects overlapping visits", async () => {
    const { app, book, start, therapist } = await clinic();
    await book();
    const other = await seedOrder(app);
    await expect(
      app.db
        .insertInto("visits")
        .values({
          order_id: other.id,
          therapist_id: therapist.id,
          start_at: start + 44 * minute,
          end_at: start + 60 * minute,
          local_date: "2026-03-03",
          status: "pending",
          uid: "x",
          created_at: 0,
        })
        .execute(),
    ).rejects.toThrow("VISIT_OVERLAP");
  });

  test("back-to-back visits don't overlap", async () => {
    const { app, book, start } = await clinic();
    await book();
    const other = await seedOrder(app);
    const visit = await book({ patient_id: other.patient_id, datetime: start + 45 * minute }, operator);
    expect(visit.datetime).toBe(iso(start + 45 * minute));
  });

  test("a second booking for an order is refused with the first one's date", async () => {
    const { book, start } = await clinic();
    await book();
    const refused = await refusal(book({ datetime: start + 60 * minute }));
    expect(refused.code).toBe("conflict");
    expect(refused.message).toMatch(/^You already have a visit on Wednesday, March 4, 2026 at 9:00 AM EST/);
  });

  test("a query session doesn't reveal the date of an existing visit", async () => {
    const { book, order, start } = await clinic();
    await book();
    const refused = await refusal(book({ datetime: start + 60 * minute }, patientOf(order.id, "query")));
    expect(refused.code).toBe("conflict");
    expect(JSON.stringify([refused.message, refused.extra])).not.toMatch(/March|2026|"id"/);
  });

  test("a canceled visit's time can be booked again", async () => {
    const { app, book, order, start } = await clinic();
    await book();
    await cancelMyVisit(app, patientOf(order.id));
    expect((await book()).datetime).toBe(iso(start));
    const steps = await app.db
      .selectFrom("orders")
      .select("step")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(steps.step).toBe(6);
  });

  test("a repeated request gets the same response and creates one visit", async () => {
    const { app, book } = await clinic();
    const first = await book({ idempotency_key: "page-key-1" });
    const second = await book({ idempotency_key: "page-key-1" });
    expect(second).toEqual(first);
    expect(await app.db.selectFrom("visits").select("id").execute()).toHaveLength(1);
    expect(await outboxOf(app)).toHaveLength(3);
  });

  test("a request that reuses an idempotency key with a different body is refused", async () => {
    const { book, start } = await clinic();
    await book({ idempotency_key: "page-key-1" });
    const refused = await refusal(book({ idempotency_key: "page-key-1", datetime: start + 60 * minute }));
    expect(refused.code).toBe("invalid");
  });

  test("a refusal is not saved under its idempotency key", async () => {
    const { book, start } = await clinic();
    await refusal(book({ idempotency_key: "page-key-1", datetime: start + 5 * minute }));
    const visit = await book({ idempotency_key: "page-key-1" });
    expect(visit.status).toBe("submitted");
  });

  test.each([
    ["in the past", -1 * hour, "That time has passed. Please choose another."],
    ["too soon", 1 * hour, "That time is too soon. Please choose a later one."],
    ["too far ahead", 61 * day, "That time is too far ahead. Please choose an earlier one."],
    ["not a slot", 25 * hour + 7 * minute, "That time isn't available. Please choose one from the list."],
  ])("a time that is %s is refused with a reason", async (_, from, sentence) => {
    const { app, book, therapist } = await clinic();
    const at = app.clock.now() + from;
    if (sentence.includes("passed") || sentence.includes("too")) await seedSlots(app, therapist, [at]);
    const refused = await refusal(book({ datetime: at }));
    expect(refused.code).toBe("invalid");
    expect(refused.message).toBe(sentence);
    expect(refused.fields).toHaveProperty("datetime");
  });

  test("a full day is closed to patients and open to staff", async () => {
    const { app, book, starts, therapist } = await clinic();
    await app.db
      .updateTable("therapists")
      .set({ daily_capacity: 1 })
      .where("id", "=", therapist.id)
      .execute();
    await book();
    const other = await seedOrder(app);
    const later = (starts[6] ?? 0) + 120 * minute;
    const wish = { patient_id: other.patient_id, datetime: later };
    expect((await refusal(book(wish, patientOf(other.id)))).code).toBe("conflict");
    expect((await book(wish, operator)).datetime).toBe(iso(later));
  });

  test("another patient's ID gets the same error as an unknown ID", async () => {
    const { app, book, order } = await clinic();
    const other = await seedOrder(app);
    const refused = await refusal(book({ patient_id: other.patient_id }, patientOf(order.id)));
    const unknown = await refusal(book({ patient_id: 99_999_999 }, patientOf(order.id)));
    expect([refused.code, refused.message]).toEqual([unknown.code, unknown.message]);
    expect(refused.code).toBe("missing");
  });

  test("fifty simultaneous bookings of the same time create one visit", async () => {
    const { app, book } = await clinic();
    const orders = await Promise.all(Array.from({ length: 50 }, () => seedOrder(app)));
    const results = await Promise.allSettled(
      orders.map((order) => book({ patient_id: order.patient_id }, patientOf(order.id))),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect((result.reason as Refusal).code).toBe("conflict");
    }
  });
});

describe("confirming and canceling", () => {
  test("confirming a visit several times confirms it only once", async () => {
    const { app, book, order } = await clinic();
    const { id } = await book();
    const input = { appointment_id: id, meeting_link: "https://meet.example/abc" };
    const first = await confirmVisit(app, operator, input);
    const second = await confirmVisit(app, operator, input);
    expect(first.status).toBe("confirmed");
    expect(second.version).toBe(first.version);
    const kinds = await app.db
      .selectFrom("outbox")
      .select("kind")
      .where("kind", "=", "visit-confirmed")
      .execute();
    expect(kinds).toHaveLength(3);
    const after = await app.db
      .selectFrom("orders")
      .select("step")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(after.step).toBe(7);
  });

  test("a canceled visit can't be confirmed", async () => {
    const { app, book } = await clinic();
    const { id } = await book();
    await cancelVisit(app, operator, id, null);
    const refused = await refusal(
      confirmVisit(app, operator, { appointment_id: id, meeting_link: "https://meet.example/abc" }),
    );
    expect(refused.code).toBe("conflict");
    expect(refused.message).toBe("A visit that is canceled can't be confirmed.");
  });

  test("a patient can't cancel a visit within 24 hours of its start and sees which number to call", async () => {
    const { app, book, order, start } = await clinic();
    await book();
    app.clock.set(start - 23 * hour);
    const cancel = () => refusal(cancelMyVisit(app, patientOf(order.id)));
    const tooLate = "It's less than 24 hours away. To change or cancel it, call";
    expect(await cancel()).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(new RegExp(`^${tooLate} Company \\d+ at \\(919\\) 555-0100\\.$`)),
    });
    await app.db.updateTable("companies").set({ phone: null }).execute();
    expect((await cancel()).message).toBe(`${tooLate} the clinic or equipment company that sent you here.`);
    app.clock.set(start - 24 * hour);
    expect((await cancelMyVisit(app, patientOf(order.id))).status).toBe("cancelled");
  });

  test("a repeated cancellation takes effect once", async () => {
    const { app, book, order } = await clinic();
    expect((await refusal(cancelMyVisit(app, patientOf(order.id)))).code).toBe("missing");
    await book();
    const first = await cancelMyVisit(app, patientOf(order.id));
    expect(await cancelMyVisit(app, patientOf(order.id))).toEqual(first);
  });

  test("a cancellation returns the order to its previous step", async () => {
    const { app, book, order } = await clinic();
    const { id } = await book();
    await cancelVisit(app, operator, id, null);
    const after = await app.db
      .selectFrom("orders")
      .select("step")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(after.step).toBe(4);
  });

  test("another therapist's visit gets the same error as an unknown visit", async () => {
    const { app, book } = await clinic();
    const { id } = await book();
    const otherTherapist = await seedTherapist(app);
    const who = {
      kind: "staff" as const,
      sessionId: 1,
      userId: 1,
      email: "t@clinic.example",
      name: "T",
      roles: ["therapist" as const],
      therapistId: otherTherapist.id,
      therapistName: otherTherapist.name,
      address: null,
    };
    const refused = await refusal(cancelVisit(app, who, id, null));
    const unknown = await refusal(cancelVisit(app, who, 987_654, null));
    expect([refused.code, refused.message]).toEqual([unknown.code, unknown.message]);
    expect(refused.code).toBe("missing");
  });
});
