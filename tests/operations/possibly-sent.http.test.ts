import { sql } from "kysely";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { day, hour, minute, second } from "~/core/time";
import { operator } from "~/core/who";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { recordReport } from "~/messages/delivery/record-report.server";
import { referenceOf } from "~/messages/delivery/send-attempt.server";
import { listDeliveries, retryDelivery } from "~/messages/message-deliveries.server";
import { runWaves } from "~/offers/run-waves.server";
import { makeBackup } from "~/operations/backup/make-backup.server";
import { restoreBackup } from "~/operations/backup/restore-backup.server";
import { exportCompany } from "~/operations/company-transfer/export-company.server";
import { importCompany } from "~/operations/company-transfer/import-company.server";
import { checkHealth } from "~/operations/health/health.server";
import { queueDueMessages } from "~/operations/possibly-sent.server";
import { moveVisit } from "~/visits/move-visit.server";
import { atEnd } from "../support/cleanup";
import { aVisit } from "../support/clinic";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { agree, outboxOf, rowsTo, write } from "../support/http-actions";
import { offersOf, seedOffers } from "../support/offers";
import { PlainPage } from "../support/plain-page";
import { monday, scratchApp, scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { seedClinic, seedOrder, seedUser, seedVisit, staffClient } from "../support/seed";
import { runCommand, startServer } from "../support/server";

type App = ReturnType<typeof scratchApp>;

const backUp = (app: App) =>
  makeBackup({
    dataDir: app.config.dataDir,
    appSecret: app.config.appSecret,
    settings: app.config.backups,
    at: app.clock.now(),
  });

/** Restores a backup into a new folder and opens it, as if a new server started at `at`. */
async function restoredAt(app: App, file: string, at: number, environment: Record<string, string> = {}) {
  const config = scratchConfig({ ...environment, APP_SECRET: "" });
  const { possiblySent } = await restoreBackup(config, file, { replace: false, at });
  const clock = testClock(at);
  const back = { ...openApp({ ...config, appSecret: app.config.appSecret }, clock), clock };
  atEnd(() => back.close());
  return { back, possiblySent };
}

/** A clinic with an automatic message of each kind that becomes due within three hours after the backup. */
async function clinic(environment: Record<string, string> = {}) {
  const app = scratchApp(environment);
  await seedUser(app, ["admin"]);
  const { therapist, order, starts } = await seedClinic(app);
  await agree(app, order.phone ?? "");
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: monday + day + 2 * hour,
    status: "confirmed",
    confirmed_at: monday,
    meeting_link: "https://meet.example/abc",
  });
  const missed = await seedOrder(app, { step: 5, step_at: monday - 30 * day });
  const moved = await aVisit(app, therapist, starts[0] ?? 0);
  await seedVisit(app, {
    order_id: missed.id,
    therapist_id: therapist.id,
    start_at: monday - hour,
    status: "no show",
    no_show_at: monday,
    no_show_reason: "patient_absent",
  });
  await seedOrder(app, { step: 5, step_at: monday - day + hour });
  await moveVisit(app, operator, { id: moved.id, datetime: starts[3] ?? 0, hold: true });
  return { app, order, therapist, visit, moved };
}

const automatic = ["consent-request", "reminder-day", "visit-moved", "missed-visit", "nudge"];

test("after a restore, messages that were due since the backup are listed and not sent again", async () => {
  const { app, visit } = await clinic();
  const { file } = await backUp(app);
  const { back, possiblySent } = await restoredAt(app, file, monday + 3 * hour);
  const before = await outboxOf(back);
  const aside = before.filter(({ possibly_sent }) => possibly_sent === 1);
  expect(new Set(aside.map(({ kind }) => kind))).toEqual(new Set(automatic));
  expect(aside.map(({ status }) => status)).toEqual(aside.map(() => "failed"));
  expect(possiblySent.messages).toBe(aside.length);
  await queueDueMessages(back);
  back.clock.advance(minute);
  await queueDueMessages(back);
  expect(await outboxOf(back)).toEqual(before);

  const listed = await listDeliveries(back.db, { status: "possibly-sent", limit: 50 });
  expect(listed).toHaveLength(aside.length);
  expect(listed.find(({ kind }) => kind === "reminder-day")).toMatchObject({
    visit_id: visit.id,
    error: "It may have been sent before the restore. If it wasn't, resend it.",
  });
  expect(await checkHealth(back)).toContainEqual(
    expect.objectContaining({
      name: "Possibly sent",
      state: "warn",
      href: "/admin/deliveries?status=possibly-sent",
    }),
  );
});

test("a reminder that is due only after the restore is sent", async () => {
  const { app } = await clinic();
  const { file } = await backUp(app);
  const { back } = await restoredAt(app, file, monday + 2 * hour - minute);
  back.clock.advance(2 * minute);
  await queueDueMessages(back);
  const reminders = (await outboxOf(back)).filter(({ kind }) => kind === "reminder-day");
  expect(reminders.length).toBeGreaterThan(0);
  expect(reminders.every(({ status }) => status === "queued")).toBe(true);
});

test("resending a text after a restore sends nothing if Twilio already has it", async () => {
  const phone = "+19195550123";
  const twilio = await startFakeTwilio();
  const app = scratchApp(twilio.environment);
  await seedUser(app, ["admin"]);
  await agree(app, phone);
  for (const body of ["Sent after the backup", "Not sent"]) await write(app, phone, body);
  const { file } = await backUp(app);
  twilio.play(({ body }) => (body === "Not sent" ? { error: { status: 400, code: 21610 } } : undefined));
  const stop = startDelivery(app, { lookEvery: 20 });
  await eventually(
    () => rowsTo(app, phone),
    ([, second]) => second?.status === "failed",
  );
  await stop();
  twilio.play(() => undefined);
  const { back } = await restoredAt(app, file, monday + hour, twilio.environment);
  const stopBack = startDelivery(back, { lookEvery: 20 });
  atEnd(stopBack);
  for (const { id } of await rowsTo(back, phone)) await retryDelivery(back, operator, id);
  const rows = await eventually(
    () => rowsTo(back, phone),
    (found) => found.every(({ status }) => status === "sent"),
  );
  expect(rows.map(({ possibly_sent, in_doubt }) => [possibly_sent, in_doubt])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(twilio.messages.map(({ body }) => body)).toEqual(["Sent after the backup", "Not sent"]);
});

test("a late delivery report never changes a message that was written after the restore", async () => {
  const { app } = await clinic();
  const { file } = await backUp(app);
  const lost = "+19195550177";
  await agree(app, lost);
  app.clock.advance(hour);
  await write(app, lost, "Written after the backup");
  const [sent] = await rowsTo(app, lost);
  if (!sent) throw new Error("The text is missing.");
  const { back } = await restoredAt(app, file, monday + 3 * day);
  await agree(back, lost);
  await write(back, lost, "Written after the restore");
  const [fresh] = await rowsTo(back, lost);
  expect(fresh?.id).toBeGreaterThan(sent.id + 3 * day - hour);
  // Even a text that has the same ID isn't matched.
  const leased = { status: "sending", lease_owner: "one", lease_until: monday + 4 * day } as const;
  await back.db
    .updateTable("outbox")
    .set({ ...leased, id: sent.id + 5000 })
    .where("id", "=", fresh?.id ?? 0)
    .execute();
  const reference = referenceOf({ ...sent, id: sent.id + 5000 });
  await recordReport(back, { providerId: "SM1", state: "delivered", errorCode: null, reference });
  expect(await rowsTo(back, lost)).toMatchObject([{ status: "sending", provider_id: null }]);
});

test("after a restore, the next wave of offers waits for one interval", async () => {
  const app = scratchApp();
  const { seedWaiting, free } = await seedOffers(app);
  await seedWaiting();
  await free();
  const { file } = await backUp(app);
  const { back, possiblySent } = await restoredAt(app, file, monday + hour);
  expect(possiblySent.freedTimes).toBe(1);
  back.clock.advance(29 * minute);
  expect(await runWaves(back)).toBe(0);
  back.clock.advance(minute);
  expect(await runWaves(back)).toBe(1);
  expect(await offersOf(back as unknown as App)).toHaveLength(1);
});

test("after a restore, calendars accept the next update of each upcoming visit", async () => {
  const { app, visit } = await clinic();
  const { file } = await backUp(app);
  for (let times = 0; times < 3; times++) {
    await app.db.updateTable("visits").set({ sequence: sql`sequence + 1` }).execute();
  }
  const { sequence } = await app.db
    .selectFrom("visits")
    .select("sequence")
    .where("id", "=", visit.id)
    .executeTakeFirstOrThrow();
  const { back } = await restoredAt(app, file, monday + hour);
  const after = await back.db
    .selectFrom("visits")
    .select("sequence")
    .where("id", "=", visit.id)
    .executeTakeFirstOrThrow();
  expect(after.sequence).toBeGreaterThan(sequence);
});

test("admins get an email about the restore, and the command explains what is lost", async () => {
  const { app } = await clinic();
  const { file, manifest } = await backUp(app);
  const config = scratchConfig({ APP_SECRET: "" });
  const environment = { DATA_DIR: config.dataDir, APP_SECRET: "" };
  const run = await runCommand(["restore", file, "--no-start"], environment);
  expect(run.code).toBe(0);
  expect(run.output).toContain(`Opt-outs from texts since ${manifest.made_at} are lost.`);
  expect(run.output).toContain("Monitor > Logs > Messaging");
  const back = openApp({ ...config, appSecret: app.config.appSecret });
  atEnd(() => back.close());
  expect((await outboxOf(back)).filter(({ kind }) => kind === "alert")).toMatchObject([
    { subject: "Firstnight: a backup was restored", status: "queued", possibly_sent: 0 },
  ]);
});

test("an admin resends a possibly sent message or marks it as sent", async () => {
  const { app, url } = await startServer();
  const phone = "+19195550155";
  const { order, therapist } = await seedClinic(app);
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: monday + day,
  });
  await agree(app, phone);
  await write(app, phone, "first", { visit_id: visit.id });
  await write(app, phone, "second");
  const aside = { status: "failed", possibly_sent: 1, in_doubt: 1, error: "It may have been sent." } as const;
  await eventually(
    () => rowsTo(app, phone),
    (rows) => rows.every(({ status }) => status === "delivered"),
  );
  await app.db
    .updateTable("outbox")
    .set({ ...aside, provider_id: null })
    .where("recipient", "=", phone)
    .execute();
  const [first, next] = await rowsTo(app, phone);
  const admin = await staffClient({ app, url }, "admin");
  const page = await admin.get("/admin/deliveries?status=possibly-sent");
  expect(page.text).toContain(`href="/visits/${visit.id}"`);
  expect(page.text.match(/Mark as sent<\/button>/g)).toHaveLength(2);
  const status = "possibly-sent";
  const marked = await admin.submit("/admin/deliveries", {
    id: String(first?.id),
    action: "mark-sent",
    status,
  });
  expect(marked.location).toBe(`/admin/deliveries?status=${status}`);
  expect((await admin.get("/admin/deliveries")).text).toContain("Message marked as sent");
  expect((await rowsTo(app, phone))[0]).toMatchObject({ status: "sent", possibly_sent: 0, error: null });
  const again = await admin.submit("/admin/deliveries", { id: String(first?.id), action: "mark-sent" });
  expect(again.text).toContain("This message was already resent or marked as sent.");
  await (await PlainPage.open(admin, "/admin/deliveries?status=possibly-sent")).press(/^Mark as sent/);
  expect((await rowsTo(app, phone))[1]).toMatchObject({ status: "sent", possibly_sent: 0 });
  await app.db
    .updateTable("outbox")
    .set({ ...aside, provider_id: null })
    .where("id", "=", next?.id ?? 0)
    .execute();
  await admin.submit("/admin/deliveries", { id: String(next?.id) });
  await eventually(
    () => rowsTo(app, phone),
    (rows) => rows[1]?.status === "delivered" && rows[1].possibly_sent === 0,
  );
  expect((await admin.get("/api/admin/deliveries?status=possibly-sent")).json).toEqual([]);
});

test("messages that the old installation may have sent before a company was moved are not sent again", async () => {
  const { app } = await clinic();
  await app.db.updateTable("companies").set({ name: "Restwell" }).execute();
  const file = `${scratchFolder()}/company.jsonl`;
  await exportCompany(app, "Restwell", file);
  const target = scratchApp({ APP_SECRET: "another secret that only the tests know" });
  await seedUser(target, ["admin"]);
  target.clock.set(monday + 3 * hour);
  await importCompany(target, file);
  const before = await outboxOf(target);
  const aside = before.filter(({ possibly_sent }) => possibly_sent === 1);
  expect(new Set(aside.map(({ kind }) => kind))).toEqual(new Set(automatic));
  expect(before.filter(({ status }) => status === "queued")).toEqual([]);
  target.clock.advance(30 * second);
  await queueDueMessages(target);
  expect(await outboxOf(target)).toEqual(before);
});
