import { describe, expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { findConsent, giveConsent, listConsents } from "~/messages/consent/consents.server";
import { enqueue } from "~/messages/enqueue.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { auditLogOf } from "../support/acts";
import { agree, conversationRows, openConversation, rowsTo, say, write } from "../support/http-actions";
import { monday, scratchApp } from "../support/scratch";
import { seedClinic, seedOrder, seedVisit } from "../support/seed";

const phone = "+19195550123";
const bodies = async (app: ReturnType<typeof scratchApp>, status: string) =>
  (await conversationRows(app, phone)).filter((message) => message.status === status).map(({ body }) => body);

describe("a number without consent", () => {
  test("has its messages held and gets one consent request", async () => {
    const app = scratchApp();
    const { order } = await seedClinic(app);
    await app.db.updateTable("orders").set({ phone }).where("id", "=", order.id).execute();
    await write(app, phone, "Hello");
    await write(app, phone, "Are you there?");
    const [request, ...held] = await conversationRows(app, phone);
    expect(request?.status).toBe("queued");
    expect(request?.body).toMatch(/^Company \d+: .*setup visit/);
    expect(request?.body).toContain("Reply YES to agree, STOP to opt out, HELP for help");
    expect(request?.body).toContain("Msg & data rates may apply");
    expect(held.map(({ body, status }) => [body, status])).toEqual([
      ["Hello", "held"],
      ["Are you there?", "held"],
    ]);
  });

  test("gets at most one consent request a day", async () => {
    const app = scratchApp();
    const requests = async () => (await rowsTo(app, phone)).filter((row) => row.kind === "consent-request");
    await write(app, phone, "one");
    app.clock.advance(day - minute);
    await write(app, phone, "two");
    expect(await requests()).toHaveLength(1);
    app.clock.advance(minute);
    await write(app, phone, "three");
    expect(await requests()).toHaveLength(2);
  });

  test("gets the held messages once and in order after replying YES", async () => {
    const app = scratchApp();
    for (const body of ["one", "two", "three"]) await write(app, phone, body);
    await say(app, phone, "Yes, please.");
    await say(app, phone, "YES");
    expect(await bodies(app, "queued")).toEqual(["one", "two", "three"]);
    const rows = await rowsTo(app, phone);
    expect(rows.map((row) => row.status)).toEqual(["dropped", "queued", "queued", "queued"]);
    const conversation = await openConversation(app, phone);
    expect([conversation.sms_consent, conversation.consented_at]).toEqual([1, monday]);
  });

  test("does not opt in with a word that only starts with YES", async () => {
    const app = scratchApp();
    await write(app, phone, "one");
    await say(app, phone, "Yesterday I was not at home");
    expect(await bodies(app, "held")).toEqual(["one"]);
  });

  test("gets a requested access code, but the thread doesn't show it", async () => {
    const app = scratchApp();
    await app.db.transaction().execute((trx) =>
      enqueue({ trx, app }, [
        {
          channel: "sms",
          recipient: phone,
          kind: "access-code",
          body: "code 123456",
          shown: "[Access code and links]",
        },
      ]),
    );
    expect(await conversationRows(app, phone)).toMatchObject([
      { body: "[Access code and links]", status: "queued" },
    ]);
    const conversation = await openConversation(app, phone);
    expect(conversation.last_body).toBe("[Access code and links]");
    const [row] = await rowsTo(app, phone);
    expect(app.secrets.open(row?.body_sealed ?? "")).toBe("code 123456");
  });
});

describe("a held message about a visit", () => {
  async function heldAboutVisit() {
    const app = scratchApp();
    const { therapist } = await seedClinic(app);
    const order = await seedOrder(app, { phone });
    const start = app.clock.now() + 2 * day;
    const visit = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: start });
    const about = { automated: true, order_id: order.id, visit_id: visit.id, visit_start: start };
    await write(app, phone, "your visit", { ...about, kind: "visit-submitted" });
    await write(app, phone, "from a person");
    return { app, visit };
  }

  test("is sent while the visit is unchanged", async () => {
    const { app } = await heldAboutVisit();
    await say(app, phone, "yes");
    expect(await bodies(app, "queued")).toEqual(["your visit", "from a person"]);
  });

  test.each([
    ["cancelled", "Not sent: the visit was canceled."],
    ["moved", "Not sent: the visit was moved."],
    ["over", "Not sent: the visit's time has passed."],
  ])("is dropped with a note if the visit was %s", async (change, note) => {
    const { app, visit } = await heldAboutVisit();
    if (change === "cancelled") await cancelVisit(app, operator, visit.id, null);
    if (change === "moved") {
      const start_at = visit.start_at + hour;
      await app.db
        .updateTable("visits")
        .set({ start_at, end_at: start_at + hour })
        .where("id", "=", visit.id)
        .execute();
    }
    if (change === "over") app.clock.set(visit.start_at);
    await say(app, phone, "yes");
    const dropped = (await conversationRows(app, phone)).filter(({ body }) => body === "your visit");
    expect(dropped).toMatchObject([{ status: "dropped", error: note }]);
    expect(await bodies(app, "queued")).toContain("from a person");
  });
});

describe("a number that texted STOP", () => {
  test("gets no more texts, and the thread shows why", async () => {
    const app = scratchApp();
    await agree(app, phone);
    await say(app, phone, "Stop texting me");
    const message = await write(app, phone, "Hello");
    expect(message).toMatchObject({
      status: "dropped",
      error: "Not sent: this number has opted out of texts (STOP).",
    });
    expect((await rowsTo(app, phone)).map((row) => row.status)).toEqual(["dropped"]);
    const conversation = await openConversation(app, phone);
    expect([conversation.sms_consent, conversation.consented_at]).toEqual([0, null]);
  });

  test("gets its waiting messages only after opting in again", async () => {
    const app = scratchApp();
    await write(app, phone, "one");
    await say(app, phone, "STOP");
    expect(await bodies(app, "held")).toEqual(["one"]);
    await say(app, phone, "START");
    expect(await bodies(app, "queued")).toEqual(["one"]);
  });

  test("is not opted in again by a booking, an import, or a visit that staff book", async () => {
    const app = scratchApp();
    await say(app, phone, "STOP");
    for (const source of ["booking", "import", "staff", "provider"] as const) {
      const open = await app.db
        .transaction()
        .execute((trx) => giveConsent({ trx, app }, { phone, source, wording: null }));
      expect([source, open]).toEqual([source, false]);
    }
    expect(await findConsent(app.db, phone)).toBe("withdrawn");
    await say(app, phone, "UNSTOP");
    expect(await findConsent(app.db, phone)).toBe("given");
  });

  test("gets no reply to HELP, while other numbers get the company's name and phone number", async () => {
    const app = scratchApp();
    await seedClinic(app);
    await say(app, "+19195550124", "HELP");
    const [, help] = await conversationRows(app, "+19195550124");
    expect(help?.body).toMatch(/^Company \d+: .*Call us at \(919\) 555-0100\./);
    await say(app, phone, "STOP");
    await say(app, phone, "help");
    expect((await conversationRows(app, phone)).map(({ direction }) => direction)).toEqual(["in", "in"]);
  });
});

test("the consent log records who agreed, when, how, and to what wording, and its rows can't be changed", async () => {
  const app = scratchApp();
  await agree(app, phone);
  app.clock.advance(hour);
  await say(app, phone, "Stop.");
  app.clock.advance(hour);
  await say(app, phone, "Start");
  const ledger = await listConsents(app.db, phone);
  expect(
    ledger.map(({ given, source, wording, created_at }) => [given, source, wording, created_at]),
  ).toEqual([
    [1, "keyword", "Start", monday + 2 * hour],
    [0, "keyword", "Stop.", monday + hour],
    [1, "import", "agreed on paper", monday],
  ]);
  const entries = await auditLogOf(app);
  expect(entries.map(({ action }) => action)).toEqual([
    "consent.given",
    "consent.withdrawn",
    "consent.given",
  ]);
});

test("a number has one thread, even if two texts arrive at the same time", async () => {
  const app = scratchApp();
  const ids = await Promise.all(Array.from({ length: 10 }, (_, nth) => say(app, phone, `text ${nth}`)));
  expect(new Set(ids.map(({ conversationId }) => conversationId)).size).toBe(1);
  expect(await conversationRows(app, phone)).toHaveLength(10);
});

test("a new thread is linked to the patient of the newest order with its phone number", async () => {
  const app = scratchApp();
  await seedOrder(app, { phone, patient_name: "Ann Older" });
  const order = await seedOrder(app, { phone, patient_name: "Ann Newer" });
  await say(app, "(919) 555-0123", "Hello");
  const { patient_id, brightree_db, patient_name } = await openConversation(app, phone);
  expect({ patient_id, brightree_db, patient_name }).toEqual({
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    patient_name: "Ann Newer",
  });
});
