import { expect, test, vi } from "vitest";
import { day } from "~/core/time";
import { pageOfWaiting } from "~/offers/waits/page-of-waiting.server";
import { scratchApp } from "../support/scratch";
import { seedClinic, seedOrder, seedSlots, seedTherapist } from "../support/seed";

const app = scratchApp();
await seedClinic(app);
await app.db.updateTable("therapists").set({ zip_prefixes: '["606"]' }).execute();
const now = app.clock.now();
const kind = await app.db
  .insertInto("visit_kinds")
  .values({ company_id: 1, name: "Setup at home", name_es: "Configuración en casa", mode: "home" })
  .returning("id")
  .executeTakeFirstOrThrow();
for (const area of ["277", "283"]) {
  const therapist = await seedTherapist(app, { zip_prefixes: JSON.stringify([area]) });
  await seedSlots(
    app,
    therapist,
    Array.from({ length: 40 }, (_, index) => now + (index + 3) * day),
  );
}

// A plugin wouldn't count prepared queries.
const queries = vi.spyOn(app.reads.getExecutor(), "executeQuery");

async function wait(zip: string) {
  const { id: order_id } = await seedOrder(app, { zip });
  await app.db
    .insertInto("waits")
    .values({
      order_id,
      parts: '["morning","afternoon","evening"]',
      weekdays: "[1,2,3,4,5,6,7]",
      notice_hours: 24,
      kinds: `[${kind.id}]`,
      until_at: now + 60 * day,
      zone: "America/New_York",
      asked_at: now,
    })
    .execute();
}

async function listed() {
  queries.mockClear();
  const { patients } = await pageOfWaiting(app, { from: 0, size: 100 });
  return { patients, count: queries.mock.calls.length };
}

test("the waiting list runs the same number of queries for 30 postal codes as for three", async () => {
  await wait("27700");
  await wait("28300");
  await wait("90210");
  await listed();
  const few = await listed();
  for (let index = 1; index < 15; index++) {
    await wait(String(27700 + index));
    await wait(String(28300 + index));
  }
  const many = await listed();
  expect(many.patients).toHaveLength(31);
  expect(few.count).toBeGreaterThan(0);
  expect(many.count).toBe(few.count);
});

test("a patient at home gets a time of a therapist who travels there, and no other patient gets it", async () => {
  const { patients } = await listed();
  const therapists = await app.db.selectFrom("therapists").select(["id", "zip_prefixes"]).execute();
  const fits = patients.flatMap((patient) => patient.fits ?? []);
  expect(fits).toHaveLength(30);
  expect(new Set(fits.map(({ therapistId, start }) => `${therapistId} ${start}`)).size).toBe(30);
  const orders = await app.db.selectFrom("orders").select(["id", "zip"]).execute();
  for (const { orderId, fits: fit } of patients) {
    const zip = orders.find(({ id }) => id === orderId)?.zip ?? "";
    const area = therapists.find(({ id }) => id === fit?.therapistId)?.zip_prefixes;
    expect(area ?? null).toBe(zip === "90210" ? null : JSON.stringify([zip.slice(0, 3)]));
  }
});
