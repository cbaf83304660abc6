import { describe, expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { operator } from "~/core/who";
import { receiveReply } from "~/inbox/receive-reply.server";
import { listConsents } from "~/messages/consent/consents.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { findVisit } from "~/visits/visits.server";
import { conversationRows, write } from "../../support/http-actions";
import { deliver, inHours, phone, reminded, start } from "./clinic";

const confirmedReply =
  "Acme Sleep: Thanks. See you on Thu, Mar 5, 3:00 PM EST. Join: https://meet.example/abc\nCall (919) 555-0100";

test("the day-before reminder asks for a reply", async () => {
  const { app } = await reminded();
  expect((await conversationRows(app, phone)).map(({ body }) => body)).toEqual([
    "Acme Sleep: Reminder: visit with Dana Reyes on Thu, Mar 5, 3:00 PM EST. Reply OK if you'll be there, or CHANGE for another time. Join: https://meet.example/abc\nCall (919) 555-0100",
  ]);
});

describe("OK", () => {
  test("marks the visit as confirmed, gets one reply, and needs no staff action", async () => {
    const { app, visit, reply, isConfirmed, isUnanswered } = await reminded();
    expect(await reply("OK")).toEqual([confirmedReply]);
    expect(await isConfirmed()).toBe(true);
    expect(await reply("ok!")).toEqual([]);
    expect(await isUnanswered()).toBe(false);
    const actions = await app.db
      .selectFrom("audit_log")
      .select(["action", "user_email"])
      .where("subject", "=", `visit ${visit.id}`)
      .execute();
    expect(actions).toEqual([
      { action: "visit.patient-confirmed", user_email: `patient of order ${visit.orderId}` },
    ]);
  });

  test("counts as confirmation for 36 hours after the reminder", async () => {
    const { app, reply, isConfirmed, isUnanswered } = await reminded();
    const change = { first_tried_at: app.clock.now() - 36 * hour };
    await app.db.updateTable("outbox").set(change).where("recipient", "=", phone).execute();
    expect(await reply("OK")).toEqual([]);
    expect([await isConfirmed(), await isUnanswered()]).toEqual([false, true]);
  });

  test.each([
    ["after the visit began", 24],
    ["a week later", 7 * 24],
  ])("%s is an ordinary message", async (_, hours) => {
    const { app, reply, isConfirmed, isUnanswered } = await reminded();
    inHours(app, hours);
    expect(await reply("OK")).toEqual([]);
    expect([await isConfirmed(), await isUnanswered()]).toEqual([false, true]);
  });

  test("for a canceled visit is an ordinary message", async () => {
    const { app, visit, reply, isConfirmed } = await reminded();
    await cancelVisit(app, operator, visit.id, null);
    expect(await reply("OK")).toEqual([]);
    expect(await isConfirmed()).toBe(false);
  });

  test("is cleared when the visit moves, and the next reminder asks again", async () => {
    const { app, visit, reply, isConfirmed } = await reminded();
    await reply("OK");
    await moveVisit(app, operator, { id: visit.id, datetime: start + 2 * day });
    expect(await isConfirmed()).toBe(false);
    await deliver(app);
    expect(await reply("OK")).toEqual([]);
    app.clock.set(start + day);
    await remindOfVisits(app);
    await deliver(app);
    expect(await reply("OK")).toHaveLength(1);
    expect(await isConfirmed()).toBe(true);
  });

  test("is kept when a move is undone", async () => {
    const { app, visit, reply, isConfirmed } = await reminded();
    await reply("OK");
    await moveVisit(app, operator, { id: visit.id, datetime: start + 2 * day, hold: true });
    expect(await isConfirmed()).toBe(false);
    await undoMove(app, operator, { id: visit.id });
    expect(await isConfirmed()).toBe(true);
  });

  test("after a text about something else is an ordinary message", async () => {
    const { app, reply, isConfirmed } = await reminded();
    inHours(app, 1);
    await write(app, phone, "Can you come on Friday at 3?");
    await deliver(app);
    expect(await reply("OK")).toEqual([]);
    expect(await isConfirmed()).toBe(false);
  });

  test("doesn't count as a reply to an earlier question", async () => {
    const { reply, isConfirmed, isUnanswered } = await reminded();
    await reply("Where is my mask?");
    await reply("YES");
    expect([await isConfirmed(), await isUnanswered()]).toEqual([true, true]);
  });

  test("delivered twice counts once", async () => {
    const { app } = await reminded();
    const text = { from: phone, body: "OK", providerId: "SM-in", mediaCount: 0 };
    await receiveReply(app, text);
    await receiveReply(app, text);
    expect(await conversationRows(app, phone)).toHaveLength(3);
  });
});

describe("CHANGE", () => {
  test("gets the link in reply, which staff don't see, and cancels an earlier OK", async () => {
    const { app, reply, isConfirmed, isUnanswered } = await reminded();
    await reply("OK");
    await app.db
      .insertInto("link_codes")
      .values(({ selectFrom }) => ({
        order_id: selectFrom("orders").select("id").limit(1),
        code_hash: "hash",
        code_sealed: app.secrets.seal("abc"),
        created_at: app.clock.now(),
      }))
      .execute();
    expect(await reply("I can't make it")).toEqual([
      "Acme Sleep: Choose another time for your visit on Thu, Mar 5, 3:00 PM EST: [link]\nCall (919) 555-0100",
    ]);
    expect([await isConfirmed(), await isUnanswered()]).toEqual([false, false]);
  });

  test("gets the phone number in reply once it's too late to change online, and staff see the message", async () => {
    const { app, reply, isUnanswered } = await reminded();
    app.clock.set(start - hour);
    expect(await reply("CHANGE")).toEqual([
      "Acme Sleep: Your visit on Thu, Mar 5, 3:00 PM EST is still booked. To change it, call (919) 555-0100.",
    ]);
    expect(await isUnanswered()).toBe(true);
  });

  test("marks the visit for staff, until the patient confirms or the visit moves", async () => {
    const { app, visit, reply } = await reminded();
    const isAsked = async () => (await findVisit(app.db, visit.id))?.change_asked;
    await reply("I can't make it");
    expect(await isAsked()).toBe(true);
    await reply("OK");
    expect(await isAsked()).toBe(false);
    await reply("CHANGE");
    await moveVisit(app, operator, { id: visit.id, datetime: start + 2 * day, hold: true });
    expect(await isAsked()).toBe(false);
    await undoMove(app, operator, { id: visit.id });
    expect(await isAsked()).toBe(true);
  });
});

describe("with two visits", () => {
  const two = { starts: [start - hour, start] };

  test("a patient who replies OK is asked which visit, and can reply with a number or BOTH", async () => {
    const { reply, isConfirmed } = await reminded(two);
    expect(await reply("OK")).toEqual([
      "Acme Sleep: Which visit? Reply 1 for Thu, Mar 5, 2:00 PM EST with Dana Reyes, 2 for Thu, Mar 5, 3:00 PM EST with Sam Ortiz.",
    ]);
    expect([await isConfirmed(0), await isConfirmed(1)]).toEqual([false, false]);
    expect(await reply("2")).toEqual([confirmedReply]);
    expect([await isConfirmed(0), await isConfirmed(1)]).toEqual([false, true]);
    await reply("both");
    expect([await isConfirmed(0), await isConfirmed(1)]).toEqual([true, true]);
  });

  test("a patient who replies CHANGE is asked which visit, and staff handle BOTH", async () => {
    const { app, reply, isUnanswered } = await reminded(two);
    expect(await reply("CHANGE")).toEqual([expect.stringContaining("Which visit?")]);
    expect(await reply("both")).toEqual([]);
    expect(await isUnanswered()).toBe(true);
    app.clock.set(start - 2 * hour);
    expect(await reply("1")).toEqual([
      expect.stringContaining("Your visit on Thu, Mar 5, 2:00 PM EST is still booked."),
    ]);
  });

  test("a number counts only after the question, and only for a visit that hasn't been canceled", async () => {
    const { app, visits, reply, isConfirmed, isUnanswered } = await reminded(two);
    expect(await reply("1")).toEqual([]);
    await reply("OK");
    await app.db
      .updateTable("visits")
      .set({ status: "cancelled" })
      .where("id", "=", visits[0]?.id ?? 0)
      .execute();
    expect(await reply("1")).toEqual([]);
    expect(await reply("3")).toEqual([]);
    expect([await isConfirmed(0), await isConfirmed(1), await isUnanswered()]).toEqual([false, false, true]);
  });

  test("staff handle replies about more than three visits", async () => {
    const { reply, isUnanswered } = await reminded({
      starts: [3, 2, 1, 0].map((hours) => start - hours * hour),
    });
    expect(await reply("OK")).toEqual([]);
    expect(await isUnanswered()).toBe(true);
  });
});

describe("keyword precedence", () => {
  test.each(["STOP", "OK, stop texting me", "Stop. OK"])("%j is an opt-out", async (text) => {
    const { app, reply, isConfirmed } = await reminded();
    expect(await reply(text)).toEqual([]);
    expect(await isConfirmed()).toBe(false);
    expect((await listConsents(app.db, phone))[0]?.given).toBe(0);
  });

  test("YES confirms the visit if the number has consent, and isn't recorded as consent again", async () => {
    const { app, reply, isConfirmed } = await reminded();
    expect(await reply("YES")).toEqual([confirmedReply]);
    expect(await isConfirmed()).toBe(true);
    expect(await listConsents(app.db, phone)).toHaveLength(1);
  });

  test("YES after STOP only gives consent, and the next OK confirms the visit", async () => {
    const { reply, isConfirmed } = await reminded();
    await reply("STOP");
    expect(await reply("OK")).toEqual([]);
    expect(await reply("YES")).toEqual([]);
    expect(await isConfirmed()).toBe(false);
    expect(await reply("OK")).toEqual([confirmedReply]);
  });

  test("START gives consent even if the provider treats it as YES", async () => {
    const { app, isConfirmed } = await reminded();
    const text = { from: phone, providerId: null, mediaCount: 0, keyword: "yes" as const };
    await receiveReply(app, { ...text, body: "START" });
    expect(await isConfirmed()).toBe(false);
    await receiveReply(app, { ...text, body: "YES" });
    expect(await isConfirmed()).toBe(true);
  });

  test("HELP gets the help text", async () => {
    const { reply, isConfirmed } = await reminded();
    expect(await reply("HELP")).toEqual([expect.stringContaining("texts about your equipment setup visit")]);
    expect(await isConfirmed()).toBe(false);
  });

  test("a reply from a number on hold is an ordinary message", async () => {
    const { reply, isConfirmed } = await reminded();
    await reply("wrong number");
    expect(await reply("OK")).toEqual([]);
    expect(await isConfirmed()).toBe(false);
  });
});

test("a number gets at most three automatic replies a day, and staff handle later change requests", async () => {
  const { reply, isUnanswered } = await reminded();
  for (let nth = 0; nth < 3; nth++) expect(await reply("CHANGE")).toHaveLength(1);
  expect(await reply("CHANGE")).toEqual([]);
  expect(await isUnanswered()).toBe(true);
  expect(await reply("OK")).toEqual([]);
  expect(await isUnanswered()).toBe(true);
});
