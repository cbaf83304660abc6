import { expect, test } from "vitest";
import { day } from "~/core/time";
import { notesOf } from "../orders/write-back/notes-setup";
import { calendarEvent, startCalendarServer } from "../support/calendar-server";
import { eventually } from "../support/eventually";
import { PlainPage } from "../support/plain-page";
import { onFile } from "../support/scratch";
import { seedClinic, seedCompany, seedDatabase, seedOrder, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { connectDatabase, patient, simulatedClinic } from "../support/simulated-clinic";
import { startWebhookReceiver } from "../support/webhook-receiver";
import { deliveriesOf } from "../webhooks/webhook-setup";

const server = await startServer();
const { app, clock } = server;
const clinic = await seedClinic(app);
const { company } = await app.reads
  .selectFrom("databases")
  .innerJoin("companies", "companies.id", "company_id")
  .select("companies.name as company")
  .executeTakeFirstOrThrow();
const simulator = await simulatedClinic();
simulator.patients.set(clinic.order.patient_id, { ...patient, key: clinic.order.patient_id });

const open = async (path: string) => PlainPage.open(await staffClient(server, "admin"), path);

const book = async (nth: number) => {
  const admin = await staffClient(server, "admin");
  const { patient_id, brightree_db } = nth === 0 ? clinic.order : await seedOrder(app);
  const booked = await admin.post("/api/schedule-appointment", {
    therapist: clinic.therapist.name,
    datetime: new Date(clinic.starts[nth] ?? 0).toISOString(),
    patient_id,
    brightree_db,
    sms_consent: true,
  });
  expect(booked.status).toBe(201);
};

test("an admin adds a webhook, tests it, replays its events, renews its secret, turns it on, and removes it", async () => {
  const receiver = await startWebhookReceiver(clock);
  const added = await (await open("/admin/webhooks")).press("Add webhook", {
    url: receiver.url,
    events: ["visit.submitted"],
  });
  receiver.state.secret = /whsec_[A-Za-z0-9+/=]+/.exec(added.html)?.[0] ?? "";
  const address = /\/admin\/webhooks\/\d+/.exec(added.html)?.[0] ?? "";
  const tested = await (await open(address)).press("Send test event");
  expect(tested.text).toContain("The test event arrived.");
  receiver.state.react = () => 500;
  await book(0);
  await eventually(
    () => deliveriesOf(app),
    ([row]) => row?.attempts === 1 && row.status === "queued",
  );
  clock.advance(4 * day);
  await eventually(
    () => deliveriesOf(app),
    ([row]) => row?.status === "failed",
  );
  receiver.state.react = () => 204;
  await (await open(address)).press(/^Replay 1 failed event/);
  await eventually(
    () => deliveriesOf(app),
    ([row]) => row?.status === "delivered",
  );
  const renewed = await (await open(`${address}/secret`)).press("Create new secret");
  expect(renewed.html).toMatch(/whsec_[A-Za-z0-9+/=]+/);
  await app.db.updateTable("webhook_endpoints").set({ off_at: clock.now() }).execute();
  const on = await (await open(address)).press("Turn on");
  expect(on.text).not.toContain("was turned off");
  const removed = await (await open(`${address}/remove`)).press("Remove webhook");
  expect([removed.path, removed.text.includes("No webhooks yet.")]).toEqual(["/admin/webhooks", true]);
});

test("an admin adds and renames a database, connects it, and sets up its order states", async () => {
  const added = await (await open("/admin/databases")).press("Add database", {
    name: "NEW DB",
    company: "North Home Care",
  });
  expect(added.path).toBe("/admin/databases/NEW%20DB");
  const renamed = await (await open(`${added.path}/rename`)).press("Rename NEW DB", { new_name: "NORTH" });
  expect(renamed.path).toBe("/admin/databases/NORTH");
  expect(renamed.text).toContain("Database renamed");
  const page = renamed.path;
  const { settings } = simulator;
  const saved = await renamed.press("Save settings", { ...settings, bt_env: "F1" });
  expect(saved.status).toBe(200);
  const tested = await (await open(`${page}/test`)).press("Test connection");
  expect(tested.text).toContain("The connection works.");
  const states = await (await open(`${page}/order-states`)).press("Save order states");
  expect(states.text).toContain("Order states saved");
  const synced = await (await open(`${page}/changes`)).press("Sync now", {
    from: "2026-02-01",
  });
  expect(synced.text).toContain("The next sync will start in a few seconds");
});

test("an admin tests, turns on, replays, and turns off visit notes", async () => {
  await connectDatabase(app, simulator, clinic.database);
  const page = `/admin/databases/${encodeURIComponent(clinic.database)}/notes`;
  const written = await (await open(`${page}/test`)).press("Write a test note", {
    reason: "12",
    patient_id: String(clinic.order.patient_id),
  });
  expect(written.text).toContain("Visit notes work.");
  const on = await (await open(`${page}/settings`)).press("Turn on", { reason: "12" });
  expect(on.path).toBe(page);
  simulator.mode = "refuse";
  await book(clinic.starts.length - 1);
  await eventually(
    () => notesOf(app),
    (rows) => rows.some(({ status }) => status === "failed"),
  );
  simulator.mode = "well";
  const replayed = await (await open(page)).press(/^Replay 1 failed note/);
  expect(replayed.path).toBe(page);
  const off = await (await open(`${page}/off`)).press("Turn off");
  expect(off.text).toContain("Visit notes were turned off");
});

test("an admin discards an uploaded file, and creates and revokes a key", async () => {
  const admin = await staffClient(server, "admin");
  const csv = `brightree_db,patient_id,sales_order_no\n${clinic.database},1,1\n`;
  const sent = await admin.upload("/admin/import", "orders.csv", csv);
  const path = sent.location ?? "";
  await eventually(
    async () => (await admin.get(path)).text,
    (text) => !text.includes("data-working"),
  );
  const discarded = await (await open(`${path}/discard`)).press("Discard orders.csv");
  expect(discarded.status).toBe(200);
  const next = (await admin.upload("/admin/import", "orders.csv", csv)).location ?? "";
  await eventually(
    async () => (await admin.get(next)).text,
    (text) => !text.includes("data-working"),
  );
  expect((await (await open(next)).press("Import 1 order")).status).toBe(200);
  const created = await (await open("/admin/keys")).press("Create key", { name: "Nightly export" });
  expect(created.text).toMatch(/(?<![\w-])[\w-]{43}(?![\w-])/);
  const revoke = await (await open("/admin/keys")).follow(/^Revoke/);
  const revoked = await revoke.press("Revoke the key for Nightly export");
  expect(revoked.text).toContain("Revoked");
});

test("an admin adds a therapist, changes the settings, and connects and removes calendars", async () => {
  const added = await (await open("/therapists/new")).press("Add therapist", {
    name: "Nora New",
    email: "nora.new@clinic.example",
    phone: "(919) 555-0144",
    region: "NC",
    timezone: "EST",
    daily_capacity: "4",
  });
  const page = added.path.replace("/availability/week", "");
  expect(page).toMatch(/^\/therapists\/\d+$/);
  const edited = await (await open(`${page}/edit`)).press("Save", { office_number: "(919) 555-0145" });
  expect(edited.status).toBe(200);
  const calendar = await startCalendarServer();
  const start = clock.now() + day;
  calendar.serve(calendarEvent(start, start + day, "private"));
  const connected = await (await open(`${page}/calendars`)).press("Add and test", {
    url: calendar.url,
  });
  expect(connected.text).toContain("Last read");
  expect((await connected.press("Test")).text).toContain("Last read");
  expect((await (await open(`${page}/calendars`)).press("Remove calendar")).text).not.toContain("Last read");
  const feed = await (await open(`${page}/calendars`)).press("Create link");
  const link = /\/calendar\/[\w-]+\.ics/.exec(feed.html)?.[0] ?? "";
  const admin = await staffClient(server, "admin");
  expect((await admin.get(link)).status).toBe(200);
  expect((await feed.press("Revoke link")).buttons("Create link")).toEqual(["Create link"]);
  expect((await admin.get(link)).status).not.toBe(200);
});

test("an admin changes the company and the wording, and restores the default", async () => {
  await seedCompany(app, "Restwell");
  await seedDatabase(app);
  const saved = await (await open(`/admin/company?company=${encodeURIComponent(company)}`)).press("Save", {
    phone: "(919) 555-0100",
  });
  expect(saved.values("phone")[0]).toContain("555-0100");
  const path = `/admin/company/wording?company=${encodeURIComponent(company)}`;
  const search = await (await open(path)).press("Show", { q: "Patient" });
  expect(search.status).toBe(200);
  const key = /name="([a-z][\w.]*\.[\w.]+)"/.exec(search.html)?.[1] ?? "";
  const changed = await search.press("Save", { [key]: "Our own sentence" });
  expect(changed.values(key)).toEqual(["Our own sentence"]);
  const restored = await changed.press("Restore default");
  expect(restored.values(key)).toEqual([""]);
});

test("staff add, change, and delete saved replies", async () => {
  const list = `/messages/replies?company=${encodeURIComponent(company)}`;
  const defaults = await (await open(list)).press("Add five replies");
  expect(defaults.status).toBe(200);
  const added = await (await open(list)).press("Add reply", { name: "Late", text_en: "We are late." });
  expect(added.text).toContain("We are late.");
  const { id } = await app.reads
    .selectFrom("saved_replies")
    .select("id")
    .where("name", "=", "Late")
    .executeTakeFirstOrThrow();
  const changed = await (await open(`/messages/replies/${id}`)).press("Save", { text_en: "On our way." });
  expect(changed.text).toContain("On our way.");
  const deleted = await (await open(`/messages/replies/${id}/delete`)).press("Delete Late");
  expect(deleted.text).not.toContain("On our way.");
});

test("an admin replies as a patient and sends a failed message again", async () => {
  const to = "+19195550166";
  const replied = await (await open("/admin/outbox")).press("Send reply", { from: to, body: "YES" });
  expect(replied.status).toBe(200);
  await app.db
    .insertInto("outbox")
    .values({
      channel: "email",
      kind: "invitation",
      recipient: "late@clinic.example",
      subject: "Hello",
      body_sealed: app.secrets.seal("Hello"),
      status: "failed",
      created_at: clock.now(),
      not_before: clock.now(),
      attempts: 5,
    })
    .execute();
  const resent = await (await open("/admin/deliveries")).press("Resend to late@clinic.example");
  expect(resent.text).not.toContain("Resend to late@clinic.example");
});

test("an admin makes a backup", async () => {
  const withFile = await startServer(onFile);
  await seedClinic(withFile.app);
  const health = async () => PlainPage.open(await staffClient(withFile, "admin"), "/admin/health");
  const backup = await (await health()).press("Back up now");
  expect(backup.status).toBe(200);
  await eventually(
    async () => (await health()).table("Backups").length,
    (count) => count === 1,
  );
});
