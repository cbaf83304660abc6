import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import type { NewRow } from "~/db/tables";
import { expectNoProblems, expectNoSidewaysScroll, openBrowser, show } from "../support/browser";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";
import { expectTablesToFit } from "../support/tables";

const { app, url } = await startServer();
const now = app.clock.now();
const longName = "Marguerite Featherstonehaugh-Castellanos de la Vega";
const longEmail = "marguerite.featherstonehaugh-castellanos@respiratory-therapy-of-the-southeast.example";
const databases = [
  await seedDatabase(app, "RESPIRATORYTHERAPYOFTHESOUTHEAST"),
  await seedDatabase(app, "QHMS"),
];
const admin = await seedUser(app, ["admin", "supervisor"], { email: longEmail, name: longName });
// Visits in three time zones: the viewer's is New York.
const western = await seedTherapist(app, {
  name: "Wolfeschlegelsteinhausenbergerdorff",
  email: longEmail,
  timezone: "PST",
  region: "CA",
});
const eastern = await seedTherapist(app, { name: "Jo Li" });

async function visit(start_at: number, fields: Partial<NewRow<"visits">> = {}, interpreter?: string) {
  const therapist_id = fields.therapist_id ?? western.id;
  const order = await seedOrder(app, {
    brightree_db: databases[therapist_id === western.id ? 0 : 1] ?? "",
    patient_name: therapist_id === western.id ? "Wilhelmina Wolfeschlegelsteinhausen-Bergerdorff" : "Al Oh",
    ...(interpreter && { interpreter, language: "es" }),
  });
  const patient_zone = therapist_id === western.id ? "Pacific/Honolulu" : "America/New_York";
  return seedVisit(app, { order_id: order.id, therapist_id, start_at, patient_zone, ...fields });
}

const confirmed = { status: "confirmed", confirmed_at: now - day } as const;
await visit(now + 20 * minute, { late_minutes: 15, patient_confirmed_at: now } as object, "Vietnamese");
await visit(now + 2 * hour, confirmed);
await visit(now + 26 * hour);
await visit(now + 28 * hour, {}, "American Sign Language");
await visit(now + 30 * hour, { therapist_id: eastern.id });
await visit(now - 2 * hour, confirmed, "Vietnamese");
await visit(now - 26 * hour, { ...confirmed, therapist_id: eastern.id });
await visit(now - 3 * day, { status: "no show", no_show_reason: "technical", no_show_at: now - 2 * day });
await visit(now - 4 * day, {
  status: "cancelled",
  cancelled_at: now - 5 * day,
  cancel_reason: "equipment_not_arrived",
});
const freed = { therapist_id: western.id, start_at: now + 2 * day };
await seedSlots(app, western, [freed.start_at]);
await app.db
  .insertInto("freed_times")
  .values({ ...freed, freed_at: now, next_wave_at: now + hour })
  .execute();

const unbooked = await seedOrder(app, { brightree_db: databases[0] ?? "", patient_name: longName });
await app.db
  .insertInto("call_tasks")
  .values({ order_id: unbooked.id, reason: "no_visit", created_at: now, due_at: now })
  .execute();
await app.db
  .insertInto("outbox")
  .values(
    (["failed", "queued"] as const).map((status) => ({
      channel: "email" as const,
      recipient: longEmail,
      subject: "Your setup visit on Thursday, March 5 with Marguerite Featherstonehaugh-Castellanos",
      body_sealed: app.secrets.seal("Hello"),
      kind: "visit.reminder",
      status,
      created_at: now,
      not_before: now + day,
      error:
        status === "failed" ? "550 5.1.1 The email account that you tried to reach does not exist." : null,
    })),
  )
  .execute();

const visitor = await openBrowser(url, { size: { width: 1440, height: 900 } });
const { page } = visitor;
const client = new Client(url);
await signInStaff(app, client, admin.id);
client.cookies.set("tz", encodeURIComponent("America/New_York"));
const code = await client.post("/api/generate-code", {
  email: longEmail,
  phone: "+19195550142",
  patient_id: unbooked.patient_id,
  brightree_db: unbooked.brightree_db,
  sales_order_no: Number(unbooked.sales_order_no),
});
expect(code.status).toBe(200);
const webhook = await client.post("/api/admin/webhooks", {
  url: "https://hooks.respiratory-therapy-of-the-southeast.example/firstnight/events/received",
  events: ["visit.confirmed", "visit.cancelled", "visit.moved"],
});
expect(webhook.status, webhook.text).toBeLessThan(300);

const screens = [
  "/appointments",
  "/appointments?status=cancelled",
  "/supervisordashboard/unconfirmed",
  "/supervisordashboard/codes",
  "/supervisordashboard/steps/5",
  "/calendars?tab=worklist",
  "/calendars?tab=worklist&select=needs-all",
  "/calendars?tab=capacity",
  "/users",
  "/offers",
  "/offers?tab=sent",
  "/offers?tab=times",
  `/offers/new?therapist=${western.id}`,
  "/recovery",
  "/recovery/visits",
  "/recovery/times",
  "/capacity",
  "/admin",
  "/admin/audit",
  "/admin/outbox",
  "/admin/deliveries",
  "/admin/webhooks",
  "/admin/databases",
  `/therapists/${western.id}`,
];

test.each(screens)("no cell of %s covers another on a laptop or desktop", async (screen) => {
  const { html } = await PlainPage.open(client, screen);
  // At one address, the browser only replaces the content.
  await show(visitor, new PlainPage(client, "/shown", { text: html, status: 200 } as never));
  expect(await page.locator(".table tbody tr").count(), screen).toBeGreaterThan(0);
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectTablesToFit(page, `${screen} at ${width}`);
    await expectNoSidewaysScroll(page, `${screen} at ${width}`);
  }
  expectNoProblems(visitor);
});
