import { expect, test } from "vitest";
import { day, hour, minute, second } from "~/core/time";
import {
  claimDue,
  correctFutureTimes,
  isAnythingDue,
  releaseLeases,
} from "~/messages/delivery/claim-due-messages.server";
import { keepLease } from "~/messages/delivery/record-attempt.server";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { agree, rowsTo, say, takeDue, write } from "../../support/http-actions";
import { monday, scratchApp } from "../../support/scratch";
import { seedClinic, seedVisit } from "../../support/seed";

const ana = "+19195550123";
const ben = "+19195550124";
type App = ReturnType<typeof scratchApp>;

/** A clinic with two patients who have agreed to texts. */
async function clinic() {
  const app = scratchApp();
  await agree(app, ana);
  await agree(app, ben);
  return app;
}
const bodiesOf = async (app: App, owner = "one", most = 10) =>
  (await takeDue(app, owner, most)).map((row) => app.secrets.open(row.body_sealed));
const set = (app: App, recipient: string, values: object) =>
  app.db.updateTable("outbox").set(values).where("recipient", "=", recipient).execute();
const mail = (app: App, notice: Partial<Notice>) =>
  app.db
    .transaction()
    .execute((trx) =>
      enqueue({ trx, app }, [
        { channel: "email", recipient: "ana@mail.example", body: "Hello", kind: "visit-moved", ...notice },
      ]),
    );

/** A visit that was moved an hour earlier, and the values of a message written before the move. */
async function movedVisit(app: App) {
  const { order, therapist } = await seedClinic(app);
  const start = monday + 2 * day;
  const { id } = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: start });
  return { start, about: { order_id: order.id, visit_id: id, visit_start: start + hour } };
}

test("a due message is leased to one process for a minute", async () => {
  const app = await clinic();
  expect(await isAnythingDue(app.db, monday)).toBe(false);
  await write(app, ana, "Hello");
  expect(await isAnythingDue(app.db, monday)).toBe(true);
  expect(await takeDue(app, "one", 10)).toMatchObject([
    {
      status: "sending",
      lease_owner: "one",
      lease_until: monday + minute,
      attempts: 1,
      first_tried_at: monday,
      in_doubt: 0,
    },
  ]);
  app.clock.advance(minute - 1);
  expect(await isAnythingDue(app.db, app.clock.now())).toBe(false);
  expect(await bodiesOf(app, "two")).toEqual([]);
});

test("an unfinished message is leased to another process and marked as in doubt", async () => {
  const app = await clinic();
  await write(app, ana, "Hello");
  await takeDue(app, "one", 10);
  app.clock.advance(minute);
  expect(await takeDue(app, "two", 10)).toMatchObject([
    { lease_owner: "two", attempts: 2, first_tried_at: monday, in_doubt: 1 },
  ]);
});

test("messages are leased in the order they come due, up to the limit", async () => {
  const app = await clinic();
  for (const [number, at] of [
    [ana, -1],
    [ben, -3],
    ["+19195550125", -2],
  ] as const) {
    await agree(app, number);
    await write(app, number, `due ${at}`);
    await set(app, number, { not_before: monday + at });
  }
  expect(await bodiesOf(app, "one", 2)).toEqual(["due -3", "due -2"]);
  expect(await bodiesOf(app)).toEqual(["due -1"]);
});

test("a message that is not due stays queued", async () => {
  const app = await clinic();
  await write(app, ana, "Hello");
  await set(app, ana, { not_before: monday + 1 });
  expect(await bodiesOf(app)).toEqual([]);
  app.clock.advance(1);
  expect(await bodiesOf(app)).toEqual(["Hello"]);
});

test("a text waits for an older one that is being sent or retried", async () => {
  const app = await clinic();
  await write(app, ana, "first");
  await write(app, ana, "second");
  await write(app, ben, "to another");
  expect(await bodiesOf(app)).toEqual(["first", "to another"]);
  await set(app, ana, { status: "queued", lease_owner: null, lease_until: null });
  const [first, second_] = await rowsTo(app, ana);
  expect([first?.attempts, second_?.attempts]).toEqual([1, 0]);
  await app.db
    .updateTable("outbox")
    .set({ not_before: monday + hour })
    .where("id", "=", first?.id ?? 0)
    .execute();
  expect(await bodiesOf(app)).toEqual([]);
});

test("a requested code does not wait for older texts", async () => {
  const app = await clinic();
  await write(app, ana, "first");
  await write(app, ana, "123456", { kind: "access-code", automated: true });
  expect(await bodiesOf(app)).toEqual(["first", "123456"]);
});

test("a text waiting until morning does not delay newer ones", async () => {
  const app = await clinic();
  await write(app, ana, "in the morning");
  await set(app, ana, { not_before: monday + hour });
  await write(app, ana, "now");
  expect(await bodiesOf(app)).toEqual(["now"]);
});

test("emails do not wait for texts", async () => {
  const app = await clinic();
  await write(app, ana, "first");
  await mail(app, { recipient: ana });
  expect(await bodiesOf(app)).toEqual(["first", "Hello"]);
});

test("a number that texted STOP gets no text, and the row shows why", async () => {
  const app = await clinic();
  await write(app, ana, "Hello");
  await say(app, ana, "STOP");
  expect(await takeDue(app, "one", 10)).toEqual([]);
  expect(await rowsTo(app, ana)).toMatchObject([
    {
      status: "dropped",
      error: "Not sent: this number has opted out of texts (STOP).",
      attempts: 0,
      finished_at: monday,
      lease_owner: null,
    },
  ]);
  const { values } = await app.metrics.deliveries.get();
  expect(values).toMatchObject([{ value: 1, labels: { channel: "sms", kind: "chat", outcome: "dropped" } }]);
});

test("the replacement email for a dropped text is sent once, and the text's row shows it", async () => {
  const app = await clinic();
  const replacement = { recipient: "ana@mail.example", subject: "Code", body: "123456" };
  await app.db
    .transaction()
    .execute((trx) =>
      enqueue({ trx, app }, [
        { channel: "sms", recipient: ana, body: "123456", kind: "access-code", replacement },
      ]),
    );
  await write(app, ana, "Hello");
  await say(app, ana, "STOP");
  await takeDue(app, "one", 10);
  await takeDue(app, "one", 10);
  expect((await rowsTo(app, ana)).map(({ error }) => error)).toEqual([
    "This number has opted out of texts (STOP). An email was sent instead.",
    "Not sent: this number has opted out of texts (STOP).",
  ]);
  expect(await rowsTo(app, "ana@mail.example")).toMatchObject([{ subject: "Code", kind: "access-code" }]);
});

test("a text that the provider may have is looked up even after STOP", async () => {
  const app = await clinic();
  await write(app, ana, "on its way");
  await takeDue(app, "killed", 1);
  await write(app, ben, "in doubt");
  await set(app, ben, { in_doubt: 1 });
  await say(app, ana, "STOP");
  await say(app, ben, "STOP");
  app.clock.advance(minute);
  expect((await bodiesOf(app)).sort()).toEqual(["in doubt", "on its way"]);
});

test("an email is sent even if the number texted STOP", async () => {
  const app = await clinic();
  await say(app, ana, "STOP");
  await mail(app, { recipient: ana });
  expect(await bodiesOf(app)).toEqual(["Hello"]);
});

test("an email reminder for a moved visit is dropped, and an email about the change is sent", async () => {
  const app = await clinic();
  const { start, about } = await movedVisit(app);
  await mail(app, { ...about, recipient: "one", kind: "reminder-day" });
  await mail(app, { ...about, recipient: "two", kind: "visit-moved" });
  await mail(app, { ...about, recipient: "three", kind: "reminder-day", visit_start: start });
  expect((await takeDue(app, "worker", 10)).map(({ recipient }) => recipient)).toEqual(["two", "three"]);
  expect(await rowsTo(app, "one")).toMatchObject([
    { status: "dropped", error: "Not sent: the visit was moved." },
  ]);
});

test("a text about a moved visit is dropped without its replacement email", async () => {
  const app = await clinic();
  const { about } = await movedVisit(app);
  const replacement = { recipient: "ana@mail.example", subject: "Your visit", body: "Hello" };
  await mail(app, { ...about, channel: "sms", recipient: ana, kind: "visit-confirmed", replacement });
  expect(await bodiesOf(app)).toEqual([]);
  expect(await rowsTo(app, ana)).toMatchObject([
    { status: "dropped", error: "Not sent: the visit was moved." },
  ]);
  expect(await rowsTo(app, "ana@mail.example")).toEqual([]);
});

test("a process never leases a message that it is already sending", async () => {
  const app = await clinic();
  await write(app, ana, "on its way");
  const [row] = await takeDue(app, "one", 1);
  await write(app, ben, "waiting");
  await mail(app, {});
  app.clock.advance(minute);
  const inFlight = new Map([[row?.id ?? 0, null]]);
  const claimed = await claimDue(app, "one", () => [{ channel: "sms", limit: 1, inFlight }]);
  expect(claimed.map(({ recipient }) => recipient)).toEqual([ben]);
  expect(await claimDue(app, "one", () => [{ channel: "sms", limit: 1, inFlight }])).toEqual([]);
  expect(await bodiesOf(app, "one", 1)).toEqual(["on its way"]);
});

test("after a clock error, no message waits longer than a day and no lease lasts longer than usual", async () => {
  const app = await clinic();
  const [after, atMost, soon] = ["+19195550125", "+19195550126", "+19195550127"];
  for (const number of [after, atMost, soon]) await agree(app, number);
  for (const number of [ana, ben, after, atMost, soon]) await write(app, number, "Hello");
  await set(app, ana, { not_before: monday + 3 * day + hour });
  await set(app, ben, { not_before: monday + 3 * day + hour, automated: 1 });
  await set(app, after, { status: "sending", lease_owner: "one", lease_until: monday + hour });
  await set(app, atMost, { not_before: monday + day });
  await set(app, soon, { status: "sending", lease_owner: "one", lease_until: monday + second });
  await correctFutureTimes(app);
  const times = async (number: string) => {
    const [row] = await rowsTo(app, number);
    return [row?.not_before, row?.lease_until];
  };
  expect(await times(ana)).toEqual([monday, null]);
  expect(await times(ben)).toEqual([monday + hour, null]);
  expect(await times(after)).toEqual([monday, monday + minute]);
  expect(await times(atMost)).toEqual([monday + day, null]);
  expect(await times(soon)).toEqual([monday, monday + second]);
});

test("after a restart, the previous process's leases end within five seconds", async () => {
  const app = await clinic();
  await write(app, ana, "taken");
  await takeDue(app, "killed", 10);
  await write(app, ben, "waiting");
  await releaseLeases(app);
  expect((await rowsTo(app, ana))[0]?.lease_until).toBe(monday + 5 * second);
  expect((await rowsTo(app, ben))[0]?.lease_until).toBeNull();
});

test("an alert does not wait for other messages", async () => {
  const app = await clinic();
  await mail(app, {});
  await mail(app, { kind: "alert" });
  const alerts = await claimDue(app, "one", () => [{ channel: "email", limit: 10, kind: "alert" }]);
  expect(alerts.map(({ kind }) => kind)).toEqual(["alert"]);
  expect((await takeDue(app, "two", 10)).map(({ kind }) => kind)).toEqual(["visit-moved"]);
});

test("an email that is interrupted twice fails", async () => {
  const app = await clinic();
  await mail(app, {});
  for (const [attempt, inDoubt] of [
    [1, 0],
    [2, 1],
  ] as const) {
    expect(await takeDue(app, `process ${attempt}`, 1)).toMatchObject([
      { attempts: attempt, in_doubt: inDoubt },
    ]);
    app.clock.advance(minute);
  }
  expect(await takeDue(app, "process 3", 1)).toEqual([]);
  expect(await rowsTo(app, "ana@mail.example")).toMatchObject([
    {
      status: "failed",
      attempts: 2,
      error: "It was sent twice because the first attempt was not confirmed. It may have arrived twice.",
    },
  ]);
});

test("a long attempt renews its lease", async () => {
  const app = await clinic();
  await mail(app, {});
  const [row] = await takeDue(app, "one", 1);
  if (!row) throw new Error("Nothing was due.");
  app.clock.advance(minute - 1);
  await keepLease(app, row);
  app.clock.advance(minute - 1);
  expect(await takeDue(app, "two", 1)).toEqual([]);
  app.clock.advance(1);
  await keepLease(app, { ...row, lease_owner: "two" });
  expect(await takeDue(app, "two", 1)).toMatchObject([{ id: row.id, lease_owner: "two" }]);
});
