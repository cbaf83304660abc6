import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { hour, minute, second } from "~/core/time";
import { operator } from "~/core/who";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { checkHealth } from "~/operations/health/health.server";
import { startWatch } from "~/operations/health/start-watch.server";
import { atEnd } from "../support/cleanup";
import { Client } from "../support/client";
import { aClinic } from "../support/clinic";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { agree, write } from "../support/http-actions";
import { startMailServer } from "../support/mail-server";
import { onFile, scratchApp, scratchFolder } from "../support/scratch";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const state = async (app: App, name: string) =>
  (await checkHealth(app)).find((check) => check.name === name)?.state;

const subjects = async (app: App) =>
  (await app.db.selectFrom("outbox").select("subject").where("kind", "=", "alert").execute()).map(
    ({ subject }) => subject,
  );

test("a server that can write and send messages is ready", async () => {
  const { app, url, clock } = await startServer();
  const client = new Client(url);
  expect(await client.get("/readyz")).toMatchObject({ status: 200, json: { ok: true } });
  await app.db
    .insertInto("outbox")
    .values({
      channel: "email",
      recipient: "a@mail.example",
      body_sealed: app.secrets.seal("x"),
      kind: "alert",
      created_at: clock.now(),
      not_before: clock.now() + hour,
    })
    .execute();
  clock.advance(40 * minute);
  expect((await client.get("/readyz")).status).toBe(200);
});

test("a server with a full disk isn't ready and shows the reason until there is space again", async () => {
  const { app, url, clock } = await startServer();
  const client = new Client(url);
  // Every write to /dev/full fails. The probe then removes the link.
  symlinkSync("/dev/full", join(app.config.dataDir, "disk-probe"));
  const full = {
    status: 503,
    json: {
      ok: false,
      database: true,
      disk: false,
      says: ["This server's disk is full. Free up space."],
    },
  };
  expect(await client.get("/readyz")).toMatchObject(full);
  // Not every probe writes to the disk.
  clock.advance(9 * second);
  expect(await client.get("/readyz")).toMatchObject(full);
  clock.advance(2 * second);
  expect(await client.get("/readyz")).toMatchObject({
    status: 200,
    json: { ok: true, disk: true, says: [] },
  });
});

test("if messages aren't being sent, admins get one email a day that bypasses the queue", async () => {
  const mail = await startMailServer();
  const app = scratchApp(mail.environment);
  const { email } = await seedUser(app, ["admin"]);
  await agree(app, "+19195550123");
  await write(app, "+19195550123", "Hello");
  expect(await state(app, "Outbox")).toBe("good");
  app.clock.advance(20 * minute);
  expect(await state(app, "Outbox")).toBe("bad");
  const stop = startWatch(app, 10);
  atEnd(stop);
  await eventually(
    () => subjects(app),
    (found) => found.length > 0,
  );
  await stop();
  expect(await subjects(app)).toEqual(["Firstnight: messages are not going out"]);
  // No delivery worker runs in this test, so the email bypassed the queue.
  expect(mail.arrived.map(({ recipients, subject }) => [...recipients, subject])).toEqual([
    [email, "Firstnight: messages are not going out"],
  ]);
});

test("the daily check detects an altered audit log", async () => {
  const app = scratchApp();
  await seedUser(app, ["admin"]);
  await app.db.transaction().execute((trx) => logAudit({ trx, app, who: operator }, "visit.booked"));
  await app.auditHead.settle();
  await sql`drop trigger audit_log_keeps_words`.execute(app.db);
  await sql`update audit_log set action = 'x'`.execute(app.db);
  const stop = startWatch(app, 10);
  atEnd(stop);
  app.clock.advance(2 * minute);
  await eventually(
    () => subjects(app),
    (found) => found.length > 0,
  );
  await stop();
  expect(await subjects(app)).toEqual(["Firstnight: the audit log was changed"]);
});

test("messages stored before a provider was set up don't count as accepted by it", async () => {
  const app = scratchApp({
    ...(await startFakeTwilio()).environment,
    ...(await startMailServer()).environment,
  });
  const row = {
    body_sealed: app.secrets.seal("x"),
    kind: "alert",
    created_at: app.clock.now(),
    finished_at: app.clock.now(),
  };
  const kept = { ...row, status: "delivered" as const };
  const sent = { ...row, status: "sent" as const };
  const text = { channel: "sms" as const, recipient: "+19195550123" };
  const email = { channel: "email" as const, recipient: "ann@clinic.example" };
  await app.db
    .insertInto("outbox")
    .values([
      { ...kept, ...text },
      { ...kept, ...text },
      { ...kept, ...email },
      { ...kept, ...text, provider_id: "SM1" },
      { ...sent, ...text, provider_id: "SM2" },
      { ...sent, ...email },
    ])
    .execute();
  const message = async (name: string) =>
    (await checkHealth(app)).find((check) => check.name === name)?.message;
  expect(await message("Texts")).toBe("Twilio is set up. In the last 24 hours: 2 accepted, 0 failed.");
  expect(await message("Email")).toBe(
    "Emails go to 127.0.0.1 without encryption. The mail server is set up. In the last 24 hours: 1 accepted, 0 failed.",
  );
});

test("the Texts check shows why messages are waiting for a retry", async () => {
  const twilio = await startFakeTwilio(() => ({ error: { status: 401, code: 20003 } }));
  const app = scratchApp(twilio.environment);
  await agree(app, "+19195550123");
  await write(app, "+19195550123", "Hello");
  const stop = startDelivery(app, { lookEvery: 20 });
  atEnd(stop);
  const texts = await eventually(
    async () => (await checkHealth(app)).find(({ name }) => name === "Texts"),
    (check) => check?.state === "warn",
  );
  expect(texts?.message).toContain(
    "Waiting for a retry: 1. Twilio did not accept the account SID or auth token.",
  );
});

test("the Clock check fails if the clock jumps back", async () => {
  const app = scratchApp();
  await app.db.transaction().execute((trx) => logAudit({ trx, app, who: operator }, "visit.booked"));
  expect(await state(app, "Clock")).toBe("good");
  app.clock.advance(-2 * hour);
  expect(await state(app, "Clock")).toBe("bad");
  // Signing in to see the check also writes to the audit log.
  await app.db.transaction().execute((trx) => logAudit({ trx, app, who: operator }, "sign-in.done"));
  expect(await state(app, "Clock")).toBe("bad");
  app.clock.advance(3 * hour);
  expect(await state(app, "Clock")).toBe("good");
});

test("an admin can make a backup on the Health page, which then lists it", async () => {
  const { app, url } = await startServer(onFile);
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["admin"])).id);
  const before = (await client.get("/admin/health")).text;
  expect(before).toContain("No backups yet.");
  expect(before).toMatch(/restore (-- )?FILE --replace<.*restore:drill</);
  expect(await state(app, "Backup")).toBe("bad");
  expect((await client.submit("/admin/health", {})).status).toBe(303);
  const { text } = await client.get("/admin/health");
  // The page waits at most five seconds for the backup, which a busy machine can exceed.
  expect(text).toMatch(/Backup made|The backup is running\. It will be listed below when it is done\./);
  await eventually(
    async () => (await client.get("/admin/health")).text,
    (page) => page.includes("firstnight-20260302T150000Z.tar.gz"),
  );
});

test("the health page shows an error if the backup folder can't be read", async () => {
  const BACKUP_DIR = join(scratchFolder(), "a file");
  writeFileSync(BACKUP_DIR, "");
  const { app, url } = await startServer({ ...onFile, BACKUP_DIR });
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["admin"])).id);
  const { status, text } = await client.get("/admin/health");
  expect(status).toBe(200);
  expect(text).toContain("The backups can&#x27;t be read: ");
  const reply = await client.submit("/admin/health", {});
  expect(reply.status).toBe(409);
  expect(reply.text).toContain(`${BACKUP_DIR} already exists and is not a folder.`);
  expect(await client.get("/metrics")).toMatchObject({
    status: 200,
    text: expect.stringContaining("firstnight_backup_age_seconds -1"),
  });
});

const smtp = { SMTP_URL: "smtp://127.0.0.1:2525", MAIL_FROM: "visits@clinic.example" };

test.each([
  [{}, "off", "Two-step sign-in is optional."],
  [smtp, "admins", "This is the default once email is set up."],
  [{ ...smtp, REQUIRE_MFA: "off" }, "off", "Two-step sign-in is optional."],
  [{ REQUIRE_MFA: "all" }, "all", "Required for all staff."],
])(
  "with %j, the two-step sign-in requirement is %s, and Health explains it",
  async (settings, rule, message) => {
    const app = scratchApp(settings as Record<string, string>);
    expect(app.config.requireMfa).toBe(rule);
    const check = (await checkHealth(app)).find(({ name }) => name === "Two-step sign-in");
    expect(check?.message).toContain(message);
  },
);

test("the daily check corrects open times that don't match slots and visits", async () => {
  const { app, therapist, starts } = await aClinic();
  expect(await state(app, "Openings")).toBe("good");
  await sql`delete from open_slots where start_at = ${starts[0]}`.execute(app.db);
  await sql`update open_slots set region = 'XX' where start_at = ${starts[1]}`.execute(app.db);
  const stop = startWatch(app, 10);
  atEnd(stop);
  app.clock.advance(2 * minute);
  await eventually(
    () => state(app, "Openings"),
    (found) => found === "warn",
  );
  await stop();
  const open = await app.db.selectFrom("open_slots").selectAll().orderBy("start_at").execute();
  expect(open.map(({ start_at }) => start_at)).toEqual(starts);
  expect(new Set(open.map(({ region }) => region))).toEqual(new Set([therapist.region]));
  app.clock.advance(8 * 24 * hour);
  expect(await state(app, "Openings")).toBe("good");
});
