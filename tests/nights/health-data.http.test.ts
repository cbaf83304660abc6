import { expect, test } from "vitest";
import { addDays, day, localDate } from "~/core/time";
import { operator } from "~/core/who";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { atEnd } from "../support/cleanup";
import { Client, type Reply } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { openScratch, testClock } from "../support/scratch";
import { seedClinic, seedOrder, seedUser, seedVisit, signInStaff } from "../support/seed";
import { spawnServer } from "../support/server";

// A separate process writes a whole log. Both use the system's clock.
const server = await spawnServer({ LOG_LEVEL: "debug" });
const { url } = server;
const clock = testClock(Date.now());
const app = openScratch({ DATA_DIR: server.dataDir }, clock);
atEnd(() => app.close());
const { database, therapist } = await seedClinic(app);
const admin = new Client(url);
await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
const zone = "America/New_York";

/** Minutes that stand nowhere else: a log has times and durations, but hardly these. */
const secrets = { api: 1397, file: 1383, staff: 1379 };
const traces = [/\b(1397|1383|1379)\b/, /\b23 h (17|3) min\b/, /\b22 h 59 min\b/];

test("a patient's nights, from setup to report, are in no message, log line, webhook, note, or address", async () => {
  await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
  await app.db
    .insertInto("webhook_endpoints")
    .values({
      company_id: 1,
      url: "https://hooks.example.com/firstnight",
      events: '["visit.completed","order.closed","order.step_changed"]',
      secret_sealed: app.secrets.seal("whsec_x"),
      created_at: clock.now(),
    })
    .execute();
  const order = await seedOrder(app, {
    brightree_db: database,
    patient_name: "Ruth Avery",
    phone: "+19195550140",
    email: "ruth@example.com",
  });
  const start_at = clock.now() - 30 * day;
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    status: "confirmed",
    confirmed_at: start_at - day,
    patient_zone: zone,
  });
  await completeVisit(app, operator, visit.id);
  const first = localDate(start_at, zone);
  const addresses: string[] = [];
  const seen = (page: PlainPage) => {
    addresses.push(page.address, ...page.links(/./));
    return page;
  };
  const key = await makeIntegrationKey(app, operator, { name: "Usage reports" });
  const patient = { brightree_db: database, patient_id: order.patient_id };
  const sent: Reply = await new Client(url).put(
    "/api/usage",
    {
      ...patient,
      nights: [
        { date: first, minutes: secrets.api },
        { date: addDays(first, 1), minutes: 1500 },
      ],
    },
    { authorization: `Bearer ${key}` },
  );
  expect(sent.json.saved).toBe(1);
  const uploaded = await admin.upload(
    "/nights/import",
    "nights.csv",
    `Patient ID,Date,Minutes\n${order.patient_id},${addDays(first, 2)},${secrets.file}\n${order.patient_id},${first},much\n`,
  );
  addresses.push(uploaded.location ?? "");
  seen(await seen(await PlainPage.open(admin, uploaded.location ?? "")).press("Save 1 night"));
  const page = seen(await PlainPage.open(admin, `/orders/${order.id}/nights`));
  const [hours, minutes] = [Math.floor(secrets.staff / 60), secrets.staff % 60];
  const saved = seen(
    await page.press("Save night", { date: addDays(first, 3), hours: `${hours}`, minutes: `${minutes}` }),
  );
  for (const value of ["23 h 17 min", "23 h 3 min", "22 h 59 min"]) expect(saved.text).toContain(value);
  for (const address of ["/nights", "/nights?show=all", "/nights/report", "/nights/import"]) {
    seen(await PlainPage.open(admin, address));
  }
  await admin.get("/nights/report.csv");
  await admin.get(`/api/orders/${order.id}/nights-evidence`);
  const close = seen(await PlainPage.open(admin, `/orders/close?order=${order.id}`));
  seen(await close.press("Close order", { reason: "died" }));

  const outbox = await app.reads.selectFrom("outbox").selectAll().execute();
  expect(outbox.length).toBeGreaterThan(0);
  const letters = outbox.map(({ body_sealed, subject }) => `${subject} ${app.secrets.open(body_sealed)}`);
  const deliveries = await app.reads.selectFrom("webhook_deliveries").select("payload").execute();
  expect(deliveries.length).toBeGreaterThan(0);
  const notes = await app.reads.selectFrom("order_system_notes").select("payload").execute();
  const audit = await app.reads.selectFrom("audit_log").select(["action", "details"]).execute();
  expect(audit.some(({ action }) => action === "nights.file_saved")).toBe(true);
  const places = {
    letters,
    webhooks: [...deliveries, ...notes].map(({ payload }) => payload),
    audit: audit.map(({ details }) => details ?? ""),
    log: server.output().split("\n"),
    addresses,
  };
  for (const [place, texts] of Object.entries(places)) {
    expect([place, texts.length > 0]).toEqual([place, true]);
    for (const trace of traces)
      expect([place, texts.filter((text) => trace.test(text))]).toEqual([place, []]);
  }
});
