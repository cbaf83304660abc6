import { describe, expect, test } from "vitest";
import { day, hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { callScripts } from "~/orders/call-tasks/call-script.server";
import { whyToCall } from "~/orders/call-tasks/call-task";
import { dueCallTasks, findCallTask, listCallTasks } from "~/orders/call-tasks/call-tasks.server";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { correctPhone, nextBusinessDay, recordCall, undoCall } from "~/orders/call-tasks/record-call.server";
import { stopOrder } from "~/orders/changes/stop-order.server";
import { aClinic, bookerOf } from "../support/clinic";
import { openConversation, rowsTo, write } from "../support/http-actions";
import { seedOrder, seedUser, seedVisit } from "../support/seed";
import { staffOf } from "../support/users";

/** An order with an open call task, and two supervisors. */
async function aCall() {
  const clinic = await aClinic();
  const { app, order } = clinic;
  const by = async (name: string) =>
    staffOf({ userId: (await seedUser(app, ["supervisor"], { name })).id, name, roles: ["supervisor"] });
  const ask = (reason: "no_visit" | "missed_visit" = "no_visit", visitId: number | null = null) =>
    app.db
      .transaction()
      .execute((trx) => openCallTask({ trx, app, who: operator }, { orderId: order.id, reason, visitId }));
  const due = () => listCallTasks(dueCallTasks(app.db, app.clock.now()));
  return { ...clinic, id: await ask(), ask, due, maria: await by("Maria Lopez"), sam: await by("Sam Hill") };
}

test("a new reason to call replaces the order's open call task", async () => {
  const { app, order, therapist, id, ask, due, maria } = await aCall();
  await recordCall(app, maria, { id, outcome: "left_message" });
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: app.clock.now() - hour,
    status: "no show",
  });
  expect(await ask("missed_visit", visit.id)).toBe(id);
  expect(await due()).toMatchObject([{ id, reason: "missed_visit", messages_left: 0, outcome: null }]);
});

describe("call results", () => {
  test("a call that reached the patient completes the task", async () => {
    const { app, id, due, maria } = await aCall();
    const task = await recordCall(app, maria, { id, outcome: "reached", note: "Books tonight" });
    expect(task).toMatchObject({ outcome: "reached", note: "Books tonight", called_by: "Maria Lopez" });
    expect(await due()).toEqual([]);
  });

  test("after a voicemail, the task is due again on each of the next two business days, then stays on the list", async () => {
    const { app, id, due, maria } = await aCall();
    app.clock.set(Date.parse("2026-03-06T20:00:00Z"));
    const first = await recordCall(app, maria, { id, outcome: "left_message" });
    expect(iso(first.due_at)).toBe("2026-03-09T13:00:00.000Z");
    app.clock.set(first.due_at - 1);
    expect(await due()).toEqual([]);
    app.clock.set(first.due_at);
    expect(await due()).toHaveLength(1);
    const second = await recordCall(app, maria, { id, outcome: "left_message" });
    app.clock.set(second.due_at);
    await recordCall(app, maria, { id, outcome: "left_message" });
    expect(await due()).toMatchObject([{ messages_left: 3 }]);
    await expect(recordCall(app, maria, { id, outcome: "left_message" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await recordCall(app, maria, { id, outcome: "reached" })).done_at).toBe(app.clock.now());
  });

  test("a wrong number pauses automated texts until the correct number is on file", async () => {
    const { app, order, id, due, maria } = await aCall();
    await recordCall(app, maria, { id, outcome: "wrong_number" });
    await write(app, order.phone ?? "", "Automatic", { automated: true, kind: "nudge" });
    expect((await rowsTo(app, order.phone ?? "")).map(({ status }) => status)).toEqual(["held"]);
    const next = await correctPhone(app, maria, { id, phone: "+19195550177" });
    expect(await due()).toMatchObject([{ id: next, phone: "+19195550177", outcome: null }]);
    await expect(correctPhone(app, maria, { id: next, phone: "+19195550177" })).rejects.toMatchObject({
      code: "invalid",
    });
  });

  test("a call that another user already recorded is rejected with that user's name and the result", async () => {
    const { app, id, maria, sam } = await aCall();
    const { version } = await findCallTask(app.db, id);
    await recordCall(app, maria, { id, outcome: "left_message", version });
    for (const one of [{ version }, {}]) {
      if (!one.version) await recordCall(app, maria, { id, outcome: "reached" });
      await expect(recordCall(app, sam, { id, outcome: "reached", ...one })).rejects.toThrow(
        /^Maria Lopez already recorded this call at 10:00 AM EST: (Left message|Spoke with patient)\./,
      );
    }
  });

  test.each(["reached", "left_message", "wrong_number"] as const)(
    "a call marked %s by mistake can be undone",
    async (outcome) => {
      const { app, order, id, maria, sam } = await aCall();
      const before = await findCallTask(app.db, id);
      await recordCall(app, maria, { id, outcome });
      await expect(undoCall(app, sam, { id })).rejects.toMatchObject({ code: "conflict" });
      app.clock.advance(10 * minute);
      await undoCall(app, maria, { id });
      const { version, ...restored } = await findCallTask(app.db, id);
      expect(restored).toEqual({
        ...before,
        version: undefined,
        ...restored,
        due_at: before.due_at,
        done_at: null,
      });
      expect(restored).toMatchObject({ outcome: null, messages_left: 0, called_by: null });
      expect(version).toBe(3);
      const conversation = await app.db
        .selectFrom("threads")
        .select("hold")
        .where("phone", "=", order.phone ?? "")
        .executeTakeFirst();
      expect(conversation?.hold ?? null).toBeNull();
    },
  );

  test("a wrong-number result can be undone even if it took a while to save", async () => {
    const { app, order, id, maria } = await aCall();
    const now = () => {
      app.clock.advance(1);
      return app.clock.now();
    };
    await recordCall({ ...app, clock: { now } }, maria, { id, outcome: "wrong_number" });
    await undoCall(app, maria, { id });
    const conversation = await openConversation(app, order.phone ?? "");
    expect(conversation.hold).toBeNull();
  });

  test("a call can't be undone after ten minutes or once the order has a visit", async () => {
    const late = await aCall();
    await recordCall(late.app, late.maria, { id: late.id, outcome: "reached" });
    late.app.clock.advance(10 * minute + 1);
    await expect(undoCall(late.app, late.maria, { id: late.id })).rejects.toMatchObject({ code: "conflict" });
    const booked = await aCall();
    await recordCall(booked.app, booked.maria, { id: booked.id, outcome: "reached" });
    await bookerOf(booked, booked.starts[6] ?? 0)();
    await expect(undoCall(booked.app, booked.maria, { id: booked.id })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

test("booking a visit closes the order's call task", async () => {
  const clinic = await aCall();
  await bookerOf(clinic, clinic.starts[6] ?? 0)();
  expect(await clinic.due()).toEqual([]);
  expect(await findCallTask(clinic.app.db, clinic.id)).toMatchObject({
    done_at: clinic.app.clock.now(),
    outcome: null,
  });
  await expect(recordCall(clinic.app, clinic.maria, { id: clinic.id, outcome: "reached" })).rejects.toThrow(
    "This call isn't needed anymore: the order has a visit or is closed.",
  );
});

test("stopping an order closes its call task", async () => {
  const { app, order, due } = await aCall();
  await app.db.transaction().execute((trx) => stopOrder({ trx, app }, order.id));
  expect(await due()).toEqual([]);
});

test("every change to a call task is in the audit log", async () => {
  const { app, order, id, maria } = await aCall();
  await recordCall(app, maria, { id, outcome: "left_message" });
  await undoCall(app, maria, { id });
  const entries = await app.db
    .selectFrom("audit_log")
    .select(["action", "subject"])
    .where("action", "like", "call.%")
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(["call.requested", "call.left-message", "call.undone"]);
  expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([`order ${order.id}`]));
});

test("the next business day skips the weekend and stays at 9 AM across DST changes", () => {
  const next = (at: string) => iso(nextBusinessDay(Date.parse(at), "America/New_York"));
  expect(next("2026-03-02T15:00:00Z")).toBe("2026-03-03T14:00:00.000Z");
  expect(next("2026-03-06T15:00:00Z")).toBe("2026-03-09T13:00:00.000Z");
  expect(next("2026-03-07T15:00:00Z")).toBe("2026-03-09T13:00:00.000Z");
});

test("the reason shows the missed visit and how many visits the patient has missed", () => {
  const task = {
    patient_zone: "America/New_York",
    visit_start: Date.parse("2026-11-23T15:00:00Z"),
    wait_call: null,
    about: null,
  };
  const why = (missed_visits: number) => whyToCall({ ...task, reason: "missed_visit", missed_visits });
  expect(why(1)).toBe("Missed the visit on Mon, Nov 23");
  expect(why(3)).toBe("Missed the visit on Mon, Nov 23 · third time");
  expect(why(7)).toBe("Missed the visit on Mon, Nov 23 · 7 times");
});

test("the call script is shown in the patient's language and in English", async () => {
  const { app, order, id } = await aCall();
  const english = callScripts(await findCallTask(app.db, id), "Lopez, Maria");
  expect(english.map(({ language }) => language)).toEqual(["en"]);
  expect(english[0]?.say[0]).toMatch(
    /^Hello, this is Maria from Company \d+\. May I speak with Patient \d+\?$/,
  );
  await app.db.updateTable("orders").set({ language: "es" }).where("id", "=", order.id).execute();
  const both = callScripts(await findCallTask(app.db, id), "Maria Lopez");
  expect(both.map(({ language }) => language)).toEqual(["es", "en"]);
  expect(both[0]?.message).toContain("llámenos al (919) 555-0100");
});

test("the voicemail script leaves out the name if the patient's name is unknown", async () => {
  const { app, order, id } = await aCall();
  const messages = async () =>
    callScripts(await findCallTask(app.db, id), "Maria Lopez").map(({ message }) => message);
  await app.db
    .updateTable("orders")
    .set({ language: "es", patient_name: null })
    .where("id", "=", order.id)
    .execute();
  expect(await messages()).toEqual([
    expect.stringMatching(
      /^Hola, habla Maria, de Company \d+\. Por favor, llámenos al \(919\) 555-0100\. Gracias\.$/,
    ),
    expect.stringMatching(
      /^Hello, this is Maria from Company \d+\. Please call us back at \(919\) 555-0100\. Thank you\.$/,
    ),
  ]);
});

test("the call that has been waiting longest is listed first", async () => {
  const { app, database, id, due } = await aCall();

  const older = await seedOrder(app, { brightree_db: database });
  await app.db
    .insertInto("call_tasks")
    .values({ order_id: older.id, reason: "no_visit", created_at: 1, due_at: app.clock.now() - day })
    .execute();
  expect((await due()).map(({ order_id }) => order_id)).toEqual([
    older.id,
    (await findCallTask(app.db, id)).order_id,
  ]);
});
