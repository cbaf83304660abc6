import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { atEnd } from "../../support/cleanup";
import { eventually } from "../../support/eventually";
import { startFakeTwilio } from "../../support/fake-twilio";
import { agree, rowsTo, write } from "../../support/http-actions";
import { scratchApp } from "../../support/scratch";

const phone = "+19195550123";
const waitSeconds = 5;
type App = ReturnType<typeof scratchApp>;

/** Queues an email as another process would, without waking this process's delivery. */
const queueElsewhere = (app: App, recipient: string) =>
  app.db
    .insertInto("outbox")
    .values({
      channel: "email",
      recipient,
      body_sealed: app.secrets.seal("Hello"),
      kind: "visit-moved",
      created_at: 0,
    })
    .execute();
const count = async (app: App, status: "sending" | "sent" | "delivered") =>
  (await app.db.selectFrom("outbox").select("id").where("status", "=", status).execute()).length;
const expectCounted = (app: App, status: "sending" | "sent" | "delivered", expected: number) =>
  eventually(
    () => count(app, status),
    (found) => found === expected,
    waitSeconds,
  );

test("delivery sends waiting messages first, then new ones, then ones queued by another process", async () => {
  const app = scratchApp();
  await agree(app, phone);
  await queueElsewhere(app, "first@mail.example");
  atEnd(startDelivery(app, { lookEvery: 20 }));
  await expectCounted(app, "delivered", 1);
  await write(app, phone, "Hello");
  await expectCounted(app, "delivered", 2);
  await queueElsewhere(app, "last@mail.example");
  await expectCounted(app, "delivered", 3);
});

test("delivery sends nothing after it is stopped", async () => {
  const app = scratchApp();
  await agree(app, phone);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const stop = startDelivery(app);
  await write(app, phone, "one");
  await expectCounted(app, "delivered", 1);
  await stop();
  await write(app, phone, "two");
  await queueElsewhere(app, "last@mail.example");
  expect(vi.getTimerCount()).toBe(0);
  expect((await rowsTo(app, phone)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ["delivered", 1],
    ["queued", 0],
  ]);
  expect(await rowsTo(app, "last@mail.example")).toMatchObject([{ status: "queued", attempts: 0 }]);
});

test("stopping delivery waits until messages in progress are sent", async () => {
  const twilio = await startFakeTwilio(() => ({ delay: 300 }));
  const app = scratchApp(twilio.environment);
  await agree(app, phone);
  const stop = startDelivery(app, { lookEvery: 20 });
  await write(app, phone, "Hello");
  await expectCounted(app, "sending", 1);
  await stop();
  expect(await rowsTo(app, phone)).toMatchObject([{ status: "sent", attempts: 1 }]);
});

test("delivery sends sixteen messages at a time", async () => {
  const twilio = await startFakeTwilio(() => ({ delay: 300 }));
  const app = scratchApp(twilio.environment);
  for (let nth = 0; nth < 20; nth++) {
    const number = `+1919555${2000 + nth}`;
    await agree(app, number);
    await write(app, number, "Hello");
  }
  atEnd(startDelivery(app, { lookEvery: 20 }));
  await expectCounted(app, "sending", 16);
  await expectCounted(app, "sent", 20);
  const rows = await app.db.selectFrom("outbox").select("attempts").execute();
  expect(rows.every(({ attempts }) => attempts === 1)).toBe(true);
});

test("delivery continues after a database error", async () => {
  const app = scratchApp();
  await agree(app, phone);
  await app.db.schema.alterTable("outbox").renameTo("elsewhere").execute();
  const faults: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => faults.push(line) });
  atEnd(startDelivery({ ...app, log }, { lookEvery: 20 }));
  await expect.poll(() => faults.join()).toContain("no such table");
  await app.db.schema.alterTable("elsewhere").renameTo("outbox").execute();
  await write(app, phone, "Hello");
  await expectCounted(app, "delivered", 1);
});
