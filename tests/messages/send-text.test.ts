import { expect, test } from "vitest";
import { day } from "~/core/time";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { agree, conversationRows, openConversation, rowsTo, say, write } from "../support/http-actions";
import { monday, scratchApp } from "../support/scratch";
import { seedClinic, seedDatabase, seedOrder, seedUser, seedVisit } from "../support/seed";

const phone = "+19195550123";
type App = ReturnType<typeof scratchApp>;
const queueNotices = (app: App, notices: Partial<Notice>[]) =>
  app.db.transaction().execute((trx) =>
    enqueue(
      { trx, app },
      notices.map((notice) => ({
        channel: "sms",
        recipient: phone,
        body: "Hello",
        kind: "visit-confirmed",
        ...notice,
      })),
    ),
  );
async function wakesOf(app: App, work: () => Promise<unknown>): Promise<number> {
  let wakes = 0;
  const forget = app.delivery.subscribe(() => {
    wakes += 1;
  });
  await work();
  forget();
  return wakes;
}

test("a staff text is sent at any hour and keeps its author", async () => {
  const app = scratchApp();
  await agree(app, phone);
  const author = await seedUser(app, ["staff"]);
  app.clock.set(Date.parse("2026-03-03T03:00:00Z"));
  await write(app, phone, "Hello", { authorUserId: author.id });
  expect(await rowsTo(app, phone)).toMatchObject([
    {
      channel: "sms",
      status: "queued",
      automated: 0,
      order_id: null,
      visit_id: null,
      visit_start: null,
      dedupe_key: null,
      not_before: app.clock.now(),
      error: null,
      finished_at: null,
    },
  ]);
  const message = await app.db.selectFrom("messages").selectAll().executeTakeFirstOrThrow();
  expect(message).toMatchObject({ direction: "out", body: "Hello", author_user_id: author.id, error: null });
  const conversation = await openConversation(app, phone);
  expect(conversation).toMatchObject({ last_body: "Hello", last_dir: "out", last_msg_at: app.clock.now() });
});

test("a queued text and a consent request wake delivery, and a held or dropped text does not", async () => {
  const app = scratchApp();
  expect(await wakesOf(app, () => write(app, phone, "held"))).toBe(1);
  expect(await wakesOf(app, () => write(app, phone, "held too"))).toBe(0);
  await agree(app, phone);
  expect(await wakesOf(app, () => write(app, phone, "goes"))).toBe(1);
  await say(app, phone, "STOP");
  expect(await wakesOf(app, () => write(app, phone, "dropped"))).toBe(0);
  expect((await rowsTo(app, phone)).at(-1)).toMatchObject({ status: "dropped", finished_at: monday });
});

test("a consent request names the order's company, or the company of the thread's database, or the first company", async () => {
  const app = scratchApp();
  await seedDatabase(app);
  const other = await app.db
    .insertInto("companies")
    .values({ name: "Other Sleep" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db.insertInto("databases").values({ name: "OTHR", company_id: other.id }).execute();
  const order = await seedOrder(app, { brightree_db: "OTHR", phone: null });
  await write(app, "+19195550101", "Hello", { order_id: order.id });
  await seedOrder(app, { brightree_db: "OTHR", phone: "+19195550102" });
  await write(app, "+19195550102", "Hello");
  await write(app, "+19195550103", "Hello");
  const requests = await app.db
    .selectFrom("messages")
    .select("body")
    .where("body", "like", "%Reply YES%")
    .orderBy("id")
    .execute();
  expect(requests.map(({ body }) => body.split(":")[0])).toEqual([
    "Other Sleep",
    "Other Sleep",
    expect.stringMatching(/^Company \d+$/),
  ]);
});

test("a consent request for an automated text waits until morning, and one for a staff text does not", async () => {
  const app = scratchApp();
  const evening = Date.parse("2026-03-03T03:00:00Z");
  app.clock.set(evening);
  const { order } = await seedClinic(app);
  await write(app, phone, "Hello", { automated: true, order_id: order.id });
  await write(app, "+19195550124", "Hello");
  const nineAm = Date.parse("2026-03-03T14:00:00Z");
  expect(await rowsTo(app, phone)).toMatchObject([
    { kind: "consent-request", not_before: nineAm, order_id: order.id, automated: 1 },
    { kind: "chat", status: "held" },
  ]);
  expect((await rowsTo(app, "+19195550124"))[0]).toMatchObject({ not_before: evening, automated: 0 });
});

test("another kind of text does not count as a consent request", async () => {
  const app = scratchApp();
  await queueNotices(app, [{ kind: "access-code" }]);
  await write(app, phone, "Hello");
  expect((await rowsTo(app, phone)).map(({ kind }) => kind)).toEqual([
    "access-code",
    "consent-request",
    "chat",
  ]);
});

test.each([
  [
    "in the state of its order",
    "17:00",
    async (app: App) => ({ order_id: (await seedOrder(app, { state: "CA" })).id }),
  ],
  [
    "in the state of its thread's patient",
    "17:00",
    async (app: App) => {
      const { patient_id, brightree_db } = await seedOrder(app, { state: "CA" });
      await app.db.updateTable("threads").set({ patient_id, brightree_db }).execute();
      await seedOrder(app, { state: "NC", phone });
    },
  ],
  [
    "in the state of the newest order with its phone number",
    "17:00",
    async (app: App) => {
      await seedOrder(app, { state: "NC", phone });
      await seedOrder(app, { state: "CA", phone });
      await seedOrder(app, { state: null, phone });
      await seedOrder(app, { state: "NC" });
      await app.db.updateTable("threads").set({ patient_id: 17 }).execute();
    },
  ],
  [
    "of the area code's state and of Hawaii if only another number's order has a state",
    "19:00",
    async (app: App) => {
      await seedOrder(app, { state: "NC" });
    },
  ],
] as const)("an automated text follows the texting hours %s", async (_, nineAm, prepare) => {
  const app = scratchApp();
  await agree(app, phone);
  await openConversation(app, phone);
  // 9:30 AM in North Carolina, 6:30 AM in California, 4:30 AM in Hawaii.
  app.clock.set(Date.parse("2026-03-03T14:30:00Z"));
  await write(app, phone, "Hello", { automated: true, kind: "visit-confirmed", ...(await prepare(app)) });
  expect((await rowsTo(app, phone))[0]?.not_before).toBe(Date.parse(`2026-03-03T${nineAm}:00Z`));
});

test("notices with the same key are queued once", async () => {
  const app = scratchApp();
  await agree(app, phone);
  await queueNotices(app, [{ dedupe_key: "a" }, { dedupe_key: "a" }, { dedupe_key: "b" }, {}, {}]);
  const email = { channel: "email" as const, recipient: "ana@mail.example" };
  await queueNotices(app, [{ ...email, dedupe_key: "b" }, { ...email, dedupe_key: "c" }, email]);
  expect((await rowsTo(app, email.recipient)).map(({ dedupe_key }) => dedupe_key)).toEqual(["c", null]);
  expect((await rowsTo(app, phone)).map(({ dedupe_key }) => dedupe_key)).toEqual(["a", "b", null, null]);
});

test("an empty list of notices does not wake delivery", async () => {
  const app = scratchApp();
  expect(await wakesOf(app, () => queueNotices(app, []))).toBe(0);
  expect(await wakesOf(app, () => queueNotices(app, [{ channel: "email" }]))).toBe(1);
});

test("a text to a patient appears in the patient's thread, and a text to staff does not", async () => {
  const app = scratchApp();
  const { order, therapist } = await seedClinic(app);
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: monday + day,
  });
  await agree(app, phone);
  const about = { order_id: order.id, visit_id: visit.id, visit_start: visit.start_at };
  await queueNotices(app, [about, { kind: "sign-in-code", recipient: "+19195550124", ...about }]);
  expect(await rowsTo(app, phone)).toMatchObject([{ ...about, automated: 1, message_id: 1 }]);
  expect(await rowsTo(app, "+19195550124")).toMatchObject([{ ...about, status: "queued", message_id: null }]);
  const { patient_id, patient_name, brightree_db } = order;
  expect(await app.db.selectFrom("threads").selectAll().execute()).toMatchObject([
    { phone, patient_id, patient_name, brightree_db },
  ]);
});

test("an email is stored encrypted with its subject and invitation, and a requested one doesn't wait for others", async () => {
  const app = scratchApp();
  const calendar = { method: "CANCEL" as const, text: "BEGIN:VCALENDAR" };
  await queueNotices(app, [
    { channel: "email", recipient: "ana@mail.example", subject: "Your visit", calendar },
  ]);
  await queueNotices(app, [{ channel: "email", recipient: "ben@mail.example", kind: "invitation" }]);
  const [row] = await rowsTo(app, "ana@mail.example");
  expect(row).toMatchObject({
    subject: "Your visit",
    in_line: 1,
    calendar: "BEGIN:VCALENDAR",
    calendar_method: "CANCEL",
    created_at: monday,
    not_before: monday,
    message_id: null,
  });
  expect(app.secrets.open(row?.body_sealed ?? "")).toBe("Hello");
  expect(await rowsTo(app, "ben@mail.example")).toMatchObject([
    {
      subject: null,
      in_line: 0,
      calendar: null,
      calendar_method: null,
      order_id: null,
      visit_id: null,
      visit_start: null,
    },
  ]);
  expect(await conversationRows(app, "ana@mail.example")).toEqual([]);
});

test("replacement emails are saved for texts to patients and staff, but not for dropped texts", async () => {
  const app = scratchApp();
  const replacement = { recipient: "ana@mail.example", subject: "Code", body: "123456" };
  await queueNotices(app, [
    { kind: "access-code", replacement },
    { kind: "sign-in-code", replacement },
    { kind: "access-code" },
  ]);
  const kept = () => app.db.selectFrom("outbox_instead").select("outbox_id").execute();
  expect((await kept()).map(({ outbox_id }) => outbox_id)).toEqual([1, 2]);
  await say(app, phone, "STOP");
  await queueNotices(app, [{ kind: "access-code", replacement }]);
  expect(await kept()).toEqual([]);
});

test("a patient's question still counts as unanswered after an automated text, and a keyword needs no reply", async () => {
  const app = scratchApp();
  await agree(app, phone);
  const automatic = { automated: true, authorUserId: null, kind: "visit-confirmed" } as const;
  await say(app, phone, "Can I come at noon?");
  await write(app, phone, "Your visit is confirmed", automatic);
  expect(await openConversation(app, phone)).toMatchObject({
    last_dir: "in",
    last_body: "Can I come at noon?",
  });
  await write(app, phone, "Yes, noon works", { authorUserId: (await seedUser(app, ["staff"])).id });
  expect((await openConversation(app, phone)).last_dir).toBe("out");
  await say(app, phone, "YES");
  await write(app, phone, "Your visit was moved", automatic);
  expect((await openConversation(app, phone)).last_dir).toBe("out");
});

test("a keyword needs no reply from staff only if the text contains nothing else", async () => {
  const app = scratchApp();
  for (const body of ["YES", "stop", "Start"]) {
    await say(app, phone, body);
    expect((await openConversation(app, phone)).last_dir, body).toBe("out");
  }
  await say(app, phone, "Stop texting me, I don't want the machine");
  expect((await openConversation(app, phone)).last_dir).toBe("in");
  await say(app, phone, "STOP");
  expect(await openConversation(app, phone)).toMatchObject({ last_dir: "out", last_body: "STOP" });
  await say(app, phone, "START");
  await say(app, phone, "Can I come at noon?");
  await say(app, phone, "STOP");
  expect(await openConversation(app, phone)).toMatchObject({
    last_dir: "in",
    last_body: "Can I come at noon?",
  });
});
