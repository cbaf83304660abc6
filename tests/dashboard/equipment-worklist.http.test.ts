import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { addDays, day, formatWhen, hour, localDate, startOfDay } from "~/core/time";
import { saveShipment } from "~/equipment/save-shipment.server";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedSlots, seedTherapist, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock } = server;
const { database } = await seedClinic(app);
await app.db.updateTable("companies").set({ equipment: "require" }).execute();
const supervisor = await staffClient(server, "supervisor");
const now = clock.now();
const zone = "America/New_York";
const caption = "Equipment not confirmed";
const openList = (query = "") => PlainPage.open(supervisor, `/calendars?tab=worklist${query}`);

async function visit(
  start_at: number,
  facts: Parameters<typeof saveShipment>[2] | null,
  missing_at?: number,
) {
  const therapist = await seedTherapist(app);
  const order = await seedOrder(app, {
    brightree_db: database,
    state: "NC",
    visit_zone: zone,
    phone: "+19195550142",
  });
  const { id } = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    equipment_missing_at: missing_at ?? null,
  });
  if (facts) {
    await app.db
      .transaction()
      .execute((trx) => saveShipment({ trx, app }, order.id, facts, { source: "api", by: "key 1" }));
  }
  return { id, therapist };
}

const inDays = (days: number) => addDays(localDate(now, zone), days);
const unknown = await visit(now + day, null);
await visit(now + 2 * day, { expected_on: inDays(1) });
await visit(now + 30 * hour, { tracking_number: "1Z5R89390357567127" }, now);
const late = await visit(now + 9 * day, { expected_on: inDays(10) });
await visit(now + day, { delivered_at: now - day });
await visit(now + 3 * day, null);
await visit(now - hour, null);

test("the worklist has the visits whose equipment isn't confirmed, with the reason", async () => {
  const page = await openList();
  expect(page.text).toContain("Equipment not confirmed, visit within 48 hours 4");
  const reasons = page.table(caption).map(({ Equipment }) => Equipment);
  expect(reasons).toEqual([
    "No shipment known",
    expect.stringMatching(/^The patient said .+ that it isn't there$/),
    expect.stringMatching(/^Expected .+, not reported as delivered$/),
    expect.stringMatching(/^Expected .+, too late for the visit$/),
  ]);
  const filtered = await openList(`&therapist=${encodeURIComponent(unknown.therapist.name)}`);
  expect(filtered.table(caption)).toHaveLength(1);
});

test("the export has the same visits", async () => {
  const { text } = await supervisor.get("/worklist.csv");
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  const own = rows.filter(({ List }) => List === "Equipment not confirmed, visit within 48 hours");
  const shown = (await openList()).table(caption);
  expect(own.map(({ Reason }) => Reason)).toEqual(shown.map(({ Equipment }) => Equipment));
});

test("the form to move such a visit lists only times after the equipment comes", async () => {
  const days = [9, 10, 11, 12];
  const at = (days: number) => startOfDay(inDays(days), zone) + 10 * hour;
  await seedSlots(app, late.therapist, days.map(at));
  const form = await PlainPage.open(supervisor, `/visits/${late.id}/move`);
  expect(form.text).toContain("The equipment isn't there for this visit. Only times from");
  expect(form.links(/10:00 AM/)).toHaveLength(2);
  for (const nth of [11, 12]) expect(form.text).toContain(formatWhen(at(nth), zone));
  const free = await PlainPage.open(supervisor, `/visits/${unknown.id}/move`);
  expect(free.text).not.toContain("The equipment isn't there");
});

test("the patient can be called and the visit moved with one click each", async () => {
  const page = await openList();
  expect(page.links(/^Call \(919\) 555-0142/)[0]).toContain("tel:");
  const [address = ""] = page.links(/^Move/).filter((link) => link.includes(`/visits/${late.id}/`));
  const form = await page.open(address);
  const moved = await form.press("Move visit", { date: inDays(12), time: "10:00", accept: "on" });
  expect(moved.text).toContain("Visit moved");
  expect(moved.table(caption)).toHaveLength(3);
});
