import { describe, expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { operator } from "~/core/who";
import { reportArrival } from "~/equipment/report-arrival.server";
import { saveShipment } from "~/equipment/save-shipment.server";
import { askAboutEquipment } from "~/visits/equipment/ask-about-equipment.server";
import { moveVisit } from "~/visits/move-visit.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { agree, conversationRows, outboxOf, say, write } from "../../support/http-actions";
import { scratchApp } from "../../support/scratch";
import { seedCompany, seedOrder, seedTherapist, seedVisit } from "../../support/seed";
import { deliver } from "../reminder-replies/clinic";

const phone = "+19195550123";
/** Thursday, March 5, 3:00 PM in New York. */
const start = Date.parse("2026-03-05T20:00:00Z");
const question =
  "Acme Sleep: Your visit is on Thu, Mar 5, 3:00 PM EST. Has your equipment arrived? Reply 1 for yes, 2 for no.";

interface Options {
  starts?: number[];
  env?: Record<string, string>;
  setting?: "off" | "inform" | "require";
  email?: string | null;
  isTold?: boolean;
}

/** A clinic that follows equipment, and one confirmed visit for each start. It is 48 hours before the last one. */
async function clinic({
  starts = [start],
  env,
  setting = "inform",
  email = null,
  isTold = true,
}: Options = {}) {
  const app = scratchApp({ QUIET_HOURS: "off", ...env });
  if (isTold) await agree(app, phone);
  const company = await seedCompany(app, "Acme Sleep");
  await app.db
    .updateTable("companies")
    .set({ phone: "+19195550100", equipment: setting })
    .where("id", "=", company)
    .execute();
  const visits: { id: number; order: number }[] = [];
  for (const start_at of starts) {
    const therapist = await seedTherapist(app);
    const order = await seedOrder(app, { phone, email, state: "NC" });
    const { id } = await seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at,
      status: "confirmed",
      confirmed_at: app.clock.now(),
      meeting_link: "https://meet.example/abc",
    });
    visits.push({ id, order: order.id });
  }
  app.clock.set(Math.max(...starts) - 2 * day);
  const [visit = { id: 0, order: 0 }] = visits;
  const round = async () => {
    const asked = await askAboutEquipment(app);
    await deliver(app);
    return asked;
  };
  const texts = async () => (await conversationRows(app, phone)).map(({ body }) => body);
  const sent = async () =>
    (await outboxOf(app)).filter(({ kind, status }) => kind === "equipment-question" && status === "sent");
  const reply = async (body: string) => {
    const before = (await texts()).length;
    await say(app, phone, body);
    await deliver(app);
    return (await texts()).slice(before + 1);
  };
  const said = async () => {
    const { equipment_missing_at: missing } = await app.db
      .selectFrom("visits")
      .select("equipment_missing_at")
      .where("id", "=", visit.id)
      .executeTakeFirstOrThrow();
    const delivered = await app.db
      .selectFrom("shipments")
      .select(["delivered_source", "refuted_at"])
      .where("order_id", "=", visit.order)
      .where("delivered_at", "is not", null)
      .execute();
    if (missing !== null) return "missing";
    return delivered.map(({ delivered_source }) => delivered_source).join() || null;
  };
  const isUnanswered = async () =>
    (await app.db.selectFrom("threads").select("last_dir").where("phone", "=", phone).executeTakeFirst())
      ?.last_dir === "in";
  const ship = (facts: Parameters<typeof saveShipment>[2]) =>
    app.db
      .transaction()
      .execute((trx) =>
        saveShipment({ trx, app }, visit.order, facts, { source: "order_system", by: "the order system" }),
      );
  return { app, company, visit, visits, round, texts, sent, reply, said, isUnanswered, ship };
}

describe("the question", () => {
  test("is asked once, two days before a visit whose equipment isn't delivered", async () => {
    const { app, round, texts } = await clinic();
    app.clock.set(start - 2 * day - 1);
    expect(await round()).toBe(0);
    app.clock.set(start - 2 * day);
    expect([await round(), await round()]).toEqual([1, 0]);
    expect(await texts()).toEqual([question]);
  });

  test.each([
    ["if the company doesn't follow equipment", { setting: "off" as const }],
    ["without consent to texts or an address", { isTold: false }],
  ])("isn't asked %s", async (_, options) => {
    const { round } = await clinic(options);
    expect(await round()).toBe(0);
  });

  test("isn't asked once the equipment is delivered or handed over at the visit, or less than four hours before", async () => {
    const delivered = await clinic();
    await delivered.ship({ delivered_at: delivered.app.clock.now() });
    const handedOver = await clinic();
    await handedOver.app.db
      .updateTable("visit_kinds")
      .set({ mode: "class", seats: 6, hands_over_equipment: 1 })
      .execute();
    const late = await clinic();
    late.app.clock.set(start - 4 * hour + 1);
    for (const { round } of [delivered, handedOver, late]) expect(await round()).toBe(0);
  });

  test("waits for the evening of the expected day, on which the patient can know it", async () => {
    const { app, ship, round } = await clinic({ setting: "require" });
    await ship({ expected_on: "2026-03-04" });
    const due = Date.parse("2026-03-04T22:00:00Z");
    for (const [at, asked] of [
      [start - 2 * day, 0],
      [due - 1, 0],
      [due, 1],
      [due + hour, 0],
    ] as const) {
      app.clock.set(at);
      expect([at, await round()]).toEqual([at, asked]);
    }
  });

  test("goes by email without consent to texts, and waits for the morning in quiet hours", async () => {
    const byMail = await clinic({ isTold: false, email: "ruth@example.com" });
    expect(await byMail.round()).toBe(1);
    const [mail] = await outboxOf(byMail.app);
    expect([mail?.channel, mail?.subject]).toEqual([
      "email",
      "Equipment setup visit: has your equipment arrived?",
    ]);
    expect(byMail.app.secrets.open(mail?.body_sealed ?? "")).toContain("Answer on your visit page");
    const atNight = await clinic({ env: { QUIET_HOURS: "9-20" }, starts: [start + 9 * hour] });
    await atNight.round();
    expect(await atNight.sent()).toHaveLength(0);
    atNight.app.clock.advance(11 * hour);
    await deliver(atNight.app);
    expect(await atNight.sent()).toHaveLength(1);
  });

  test("isn't sent if the visit moves while it waits", async () => {
    const { app, visit, round, sent } = await clinic({
      env: { QUIET_HOURS: "9-20" },
      starts: [start + 9 * hour],
    });
    await round();
    await moveVisit(app, operator, { id: visit.id, datetime: start + 20 * day, hold: true });
    app.clock.advance(11 * hour);
    await deliver(app);
    expect(await sent()).toEqual([]);
  });
});

describe("an answer", () => {
  test("of 1 marks the equipment as delivered, by the patient, and gets one reply", async () => {
    const { round, reply, said, isUnanswered, ship } = await clinic();
    await ship({ tracking_number: "1Z5R89390357567127", expected_on: "2026-03-02" });
    await round();
    expect(await reply("1")).toEqual([
      expect.stringContaining("Acme Sleep: Thanks. See you on Thu, Mar 5, 3:00 PM EST."),
    ]);
    expect([await said(), await isUnanswered()]).toEqual(["patient", false]);
    expect(await reply("yes it came")).toEqual([]);
  });

  test("of 1 without a known shipment is remembered, too", async () => {
    const { round, reply, said } = await clinic();
    await round();
    await reply("sí, ya llegó");
    expect(await said()).toBe("patient");
  });

  test("of 2 gets the link to later times, and a later yes replaces it", async () => {
    const { round, reply, said } = await clinic();
    await round();
    expect(await reply("2")).toEqual([
      expect.stringContaining("Acme Sleep: Thanks for telling us. Choose a later time: "),
    ]);
    expect(await said()).toBe("missing");
    expect(await reply("todavía no")).toEqual([]);
    await reply("yes it came");
    expect(await said()).toBe("patient");
    await reply("no, not yet");
    expect(await said()).toBe("missing");
  });

  test("of 2 once changes have closed gets the phone number and waits for staff", async () => {
    const { round, reply, isUnanswered } = await clinic({ env: { PATIENT_CHANGE_HOURS: "72" } });
    await round();
    expect(await reply("2")).toEqual([
      "Acme Sleep: Thanks for telling us. To choose a later time, call (919) 555-0100.",
    ]);
    expect(await isUnanswered()).toBe(true);
  });

  test.each([
    ["two weeks later", 14 * day],
    ["36 hours later", 36 * hour],
    ["after the visit began", 2 * day],
  ])("%s is an ordinary message", async (_, wait) => {
    const { app, round, reply, said, isUnanswered } = await clinic();
    await round();
    app.clock.advance(wait);
    expect(await reply("2")).toEqual([]);
    expect([await said(), await isUnanswered()]).toEqual([null, true]);
  });

  test("counts only for the question asked last", async () => {
    const { app, round, reply, said } = await clinic();
    await round();
    app.clock.advance(hour);
    await write(app, phone, "Which mask did you order, 1 or 2?");
    await deliver(app);
    expect(await reply("2")).toEqual([]);
    expect(await said()).toBeNull();
    app.clock.set(start - day);
    await remindOfVisits(app);
    await deliver(app);
    expect(await reply("1")).toEqual([]);
    expect(await said()).toBeNull();
  });

  test("is an opt-out or waits for consent first", async () => {
    const { round, reply, said } = await clinic();
    await round();
    await reply("STOP");
    await reply("1");
    expect(await said()).toBeNull();
    const held = await clinic();
    await held.round();
    await held.reply("wrong number");
    await held.reply("2");
    expect(await held.said()).toBeNull();
  });

  test("from a phone with several such visits is left to staff", async () => {
    const { round, reply, said, isUnanswered } = await clinic({ starts: [start, start + hour] });
    expect(await round()).toBe(2);
    expect(await reply("2")).toEqual([]);
    expect([await said(), await isUnanswered()]).toEqual([null, true]);
  });

  test("of 1 holds after the visit moves, and each time gets its one reminder", async () => {
    const { app, visit, round, reply, said, sent } = await clinic();
    const reminders = async () =>
      (await outboxOf(app)).filter(({ kind, status }) => kind === "reminder-day" && status === "sent").length;
    const remind = async () => {
      await remindOfVisits(app);
      await deliver(app);
    };
    await round();
    await reply("1");
    app.clock.set(start - day);
    await remind();
    await remind();
    expect(await reminders()).toBe(1);
    await moveVisit(app, operator, { id: visit.id, datetime: start + 2 * day });
    await deliver(app);
    app.clock.set(start);
    expect(await round()).toBe(0);
    app.clock.set(start + day);
    expect(await round()).toBe(0);
    await remind();
    await remind();
    expect([await reminders(), (await sent()).length, await said()]).toEqual([2, 1, "patient"]);
  });

  test("is cleared when the visit moves, restored when the move is undone, and asked again for the new time", async () => {
    const { app, visit, round, reply, said, texts } = await clinic();
    await round();
    await reply("2");
    await moveVisit(app, operator, { id: visit.id, datetime: start + 2 * day, hold: true });
    expect(await said()).toBeNull();
    await undoMove(app, operator, { id: visit.id });
    expect(await said()).toBe("missing");
    await moveVisit(app, operator, { id: visit.id, datetime: start + 2 * day });
    await deliver(app);
    app.clock.set(start);
    expect(await round()).toBe(1);
    expect((await texts()).at(-1)).toContain("Your visit is on Sat, Mar 7");
  });
});

describe("a slip of the expected day behind the visit", () => {
  const tooLate =
    "Acme Sleep: Your equipment should arrive Thu, Mar 5, too late for your visit on Thu, Mar 5, 3:00 PM EST. Choose a later time: [link]\nCall (919) 555-0100";

  test("leads to one message, long before the visit, instead of the question", async () => {
    const { app, round, texts, ship } = await clinic();
    app.clock.set(start - 7 * day);
    await ship({ expected_on: "2026-03-04" });
    expect(await round()).toBe(0);
    await ship({ expected_on: "2026-03-05" });
    expect([await round(), await round()]).toEqual([1, 0]);
    app.clock.set(start - 2 * day);
    expect(await round()).toBe(0);
    expect(await texts()).toEqual([tooLate]);
  });

  test("is over once the equipment came or the visit moved behind it", async () => {
    const came = await clinic();
    await came.ship({ expected_on: "2026-03-09" });
    await came.app.db
      .transaction()
      .execute((trx) =>
        reportArrival({ trx, app: came.app }, came.visit.order, { source: "staff", by: "user 1" }),
      );
    expect(await came.round()).toBe(0);
    const moved = await clinic();
    await moved.ship({ expected_on: "2026-03-09" });
    await moveVisit(moved.app, operator, { id: moved.visit.id, datetime: start + 5 * day });
    expect(await moved.round()).toBe(0);
  });
});
