import { describe, expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import type { NewRow } from "~/db/tables";
import { stopTexts } from "~/messages/consent/stop-texts.server";
import { holdNumber } from "~/messages/holds/number-holds.server";
import { stopOrder } from "~/orders/changes/stop-order.server";
import { recomputeStep } from "~/orders/recompute-step.server";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { followUpNoShows } from "~/visits/outcome/follow-up-no-show.server";
import { markNoShow } from "~/visits/outcome/mark-no-show.server";
import { undoOutcome } from "~/visits/outcome/undo-outcome.server";
import { aClinic } from "../support/clinic";
import { agree, breakOrder, openConversation, outboxOf, takeDue } from "../support/http-actions";
import { monday } from "../support/scratch";
import { seedOrder, seedVisit } from "../support/seed";
import { patientOf, staffOf } from "../support/users";

type Order = Partial<NewRow<"orders">>;

/** A visit that the patient missed five minutes ago, at 10 AM in New York. */
async function aMissedVisit({ consent = true, ...fields }: Order & { consent?: boolean } = {}) {
  const clinic = await aClinic();
  const { app, order, therapist } = clinic;
  if (consent) await agree(app, order.phone ?? "");
  if (Object.keys(fields).length > 0)
    await app.db.updateTable("orders").set(fields).where("id", "=", order.id).execute();
  const addMissedVisit = async (start_at: number) => {
    const now = app.clock.now();
    const visit = await seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at,
      patient_zone: "America/New_York",
      status: "no show",
      no_show_at: now,
      no_show_reason: "patient_absent" as const,
    });
    await app.db.transaction().execute((trx) => recomputeStep(trx, order.id, now));
    return visit;
  };
  const visit = await addMissedVisit(app.clock.now() - hour);
  app.clock.advance(5 * minute);
  const sent = async () =>
    (await outboxOf(app))
      .filter(({ kind }) => kind === "missed-visit")
      .map(({ channel, status }) => `${channel} ${status}`);
  const calls = async () =>
    (await app.db.selectFrom("call_tasks").select(["reason", "visit_id"]).execute()).map(
      (task) => `${task.reason} ${task.visit_id}`,
    );
  const bodies = async () =>
    (await outboxOf(app))
      .filter(({ kind }) => kind === "missed-visit")
      .map(({ body_sealed }) => app.secrets.open(body_sealed));
  return { ...clinic, visit, addMissedVisit, sent, calls, bodies };
}

describe("a patient who missed a visit", () => {
  test("gets one text with a link to choose a new time, five minutes later", async () => {
    const { app, order, visit, sent, calls, bodies } = await aMissedVisit();
    app.clock.set(app.clock.now() - 1);
    expect(await followUpNoShows(app)).toBe(0);
    app.clock.advance(1);
    expect([await followUpNoShows(app), await followUpNoShows(app)]).toEqual([1, 0]);
    expect(await sent()).toEqual(["sms queued"]);
    expect((await bodies())[0]).toMatch(
      /^Company \d+: We missed you on Mon, Mar 2, 9:00 AM EST\. Choose a new time: \S+\/schedule\/\w{20}\nCall \(919\) 555-0100$/,
    );
    expect(await calls()).toEqual([]);
    const { step } = await app.db
      .selectFrom("orders")
      .select("step")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(step).toBe(5);
    const [row] = await outboxOf(app);
    expect(row).toMatchObject({ order_id: order.id, visit_id: visit.id });
  });

  test("gets the text in Spanish if the order is in Spanish", async () => {
    const { app, bodies } = await aMissedVisit({ language: "es" });
    await followUpNoShows(app);
    expect((await bodies())[0]).toMatch(
      /: Sentimos no haberle visto el lun 2 de mar, .* Elija otra hora: https?:/,
    );
  });

  test("gets an email if they haven't agreed to texts, opted out, are on hold, or prefer email", async () => {
    const withoutConsent = await aMissedVisit({ consent: false });
    const byChoice = await aMissedVisit({ updates: "email" });
    const optedOut = await aMissedVisit();
    await optedOut.app.db
      .transaction()
      .execute((trx) =>
        stopTexts(
          { trx, app: optedOut.app },
          { phone: optedOut.order.phone ?? "", source: "staff", wording: null },
        ),
      );
    const held = await aMissedVisit();
    const conversation = await openConversation(held.app, held.order.phone ?? "");
    await held.app.db
      .transaction()
      .execute((trx) => holdNumber(trx, held.app.clock.now(), conversation.id, "wrong_number"));
    for (const { app, sent, bodies } of [withoutConsent, byChoice, optedOut, held]) {
      await followUpNoShows(app);
      expect(await sent()).toEqual(["email queued"]);
      expect((await bodies())[0]).toContain("Choose a new time:\nhttp");
    }
  });

  test.each([
    ["chose phone calls", { updates: "phone" as const }],
    ["have neither text consent nor an email address", { consent: false, email: null }],
    ["have no phone number and no email address", { phone: null, email: null }],
  ])("gets a call if they %s", async (_, fields) => {
    const { app, visit, sent, calls } = await aMissedVisit(fields);
    expect([await followUpNoShows(app), await followUpNoShows(app)]).toEqual([1, 0]);
    expect([await sent(), await calls()]).toEqual([[], [`missed_visit ${visit.id}`]]);
  });

  test("gets only a call after the third missed visit", async () => {
    const { app, addMissedVisit, sent, calls } = await aMissedVisit();
    await followUpNoShows(app);
    await addMissedVisit(app.clock.now() + hour);
    app.clock.advance(5 * minute);
    await followUpNoShows(app);
    expect([(await sent()).length, await calls()]).toEqual([2, []]);
    const third = await addMissedVisit(app.clock.now() + 3 * hour);
    app.clock.advance(5 * minute);
    await followUpNoShows(app);
    expect([(await sent()).length, await calls()]).toEqual([2, [`missed_visit ${third.id}`]]);
  });

  test("gets no message if the no-show was undone, the order was closed, or another visit was booked", async () => {
    const undone = await aMissedVisit();
    await undone.app.db.updateTable("visits").set({ status: "confirmed" }).execute();
    const stopped = await aMissedVisit();
    await stopped.app.db
      .transaction()
      .execute((trx) => stopOrder({ trx, app: stopped.app }, stopped.order.id));
    const booked = await aMissedVisit();
    await book(booked);
    for (const { app, sent, calls } of [undone, stopped, booked]) {
      await followUpNoShows(app);
      expect([await sent(), await calls()]).toEqual([[], []]);
    }
  });

  test("gets a call instead of a text after an outage of more than a day", async () => {
    const { app, visit, sent, calls } = await aMissedVisit();
    app.clock.advance(day);
    expect([await followUpNoShows(app), await followUpNoShows(app)]).toEqual([1, 0]);
    expect([await sent(), await calls()]).toEqual([[], [`missed_visit ${visit.id}`]]);
  });

  test("gets no message about a visit that was missed more than a week ago or imported", async () => {
    const old = await aMissedVisit();
    old.app.clock.advance(7 * day);
    const imported = await aMissedVisit();
    await imported.app.db.updateTable("visits").set({ no_show_at: null }).execute();
    for (const { app, calls } of [old, imported]) {
      expect(await followUpNoShows(app)).toBe(0);
      expect(await calls()).toEqual([]);
    }
  });

  test("gets no call about a missed visit if a later one was canceled", async () => {
    const clinic = await aMissedVisit();
    const { app, order, calls } = clinic;
    await book(clinic);
    await cancelMyVisit(app, patientOf(order.id));
    app.clock.advance(2 * day);
    expect([await followUpNoShows(app), await calls()]).toEqual([0, []]);
  });

  test("gets one message about two visits that were marked as no-shows together", async () => {
    const { app, visit, sent } = await aMissedVisit();
    const { id: _, uid: __, end_at: ___, ...fields } = visit;
    const second = await seedVisit(app, { ...fields, start_at: visit.start_at + hour });
    expect([await followUpNoShows(app), await followUpNoShows(app)]).toEqual([1, 0]);
    expect(await sent()).toEqual(["sms queued"]);
    expect(await outboxOf(app)).toMatchObject([{ visit_id: second.id }]);
  });

  test("gets the message even if the one about an earlier visit can't be created", async () => {
    const { app, order, visit, therapist, sent } = await aMissedVisit();
    const other = await seedOrder(app, { step: 5 });
    await seedVisit(app, {
      order_id: other.id,
      therapist_id: therapist.id,
      start_at: visit.start_at + hour,
      status: "no show",
      no_show_at: visit.no_show_at,
    });
    await breakOrder(app, order.id);
    expect(await followUpNoShows(app)).toBe(1);
    expect(await sent()).toEqual(["email queued"]);
  });

  test("gets one text if a no-show is undone during quiet hours and marked again", async () => {
    const { app, visit, sent } = await aMissedVisit();
    await app.db.updateTable("visits").set({ no_show_at: null, status: "confirmed" }).execute();
    app.clock.set(monday + 13 * hour);
    const addMissedVisit = async () => {
      await markNoShow(app, staffOf(), { id: visit.id, reason: "patient_absent", note: undefined });
      app.clock.advance(5 * minute);
      expect(await followUpNoShows(app)).toBe(1);
    };
    await addMissedVisit();
    await undoOutcome(app, staffOf(), visit.id);
    expect(await sent()).toEqual(["sms dropped"]);
    await addMissedVisit();
    expect(await sent()).toEqual(["sms dropped", "sms queued"]);
  });

  test("doesn't get a text delayed by quiet hours if a visit was booked in the meantime", async () => {
    const clinic = await aMissedVisit();
    const { app, sent } = clinic;
    await app.db
      .updateTable("visits")
      .set({ no_show_at: app.clock.now() + 13 * hour })
      .execute();
    app.clock.advance(13 * hour + 5 * minute);
    await followUpNoShows(app);
    expect(await takeDue(app, "test", 10)).toEqual([]);
    await book(clinic);
    app.clock.advance(10 * hour);
    await takeDue(app, "test", 10);
    expect(await sent()).toEqual(["sms dropped"]);
  });
});

const book = ({ app, order, therapist, starts }: Awaited<ReturnType<typeof aMissedVisit>>) =>
  bookVisit(app, operator, {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: starts[12] ?? 0,
    sms_consent: true,
  });
