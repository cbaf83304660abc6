import { beforeAll, expect, test, vi } from "vitest";
import { day } from "~/core/time";
import { syncOrders } from "~/orders/order-system/sync-orders.server";
import { atEnd } from "../../support/cleanup";
import { Client } from "../../support/client";
import {
  morningStarts,
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  signInPatient,
  staffClient,
} from "../../support/seed";
import { startServer } from "../../support/server";
import { connectDatabase, order, patient, simulatedClinic } from "../../support/simulated-clinic";
import { type Mode, modes } from "../../support/simulated-order-system";

// Short form of `npm run soak:orders`: the order system fails in every simulated mode.
const { url, app, clock } = await startServer();
const simulator = await simulatedClinic();
const database = await seedDatabase(app);
const therapist = await seedTherapist(app);
const starts = morningStarts(app);
await seedSlots(app, therapist, starts);
await seedOrder(app, {
  brightree_db: database,
  patient_id: patient.key,
  sales_order_no: String(order.key),
});
const supervisor = await staffClient({ app, url }, "supervisor");
const mayFail = modes.filter((mode) => !["well", "rerun once", "slow"].includes(mode));

beforeAll(async () => {
  await connectDatabase(app, simulator, database);
  await app.db
    .insertInto("order_reads")
    // In the far future, so that the server's timer doesn't start this sync.
    .values({ database_name: database, read_until: clock.now() - day, due_at: clock.now() + 365 * day })
    .execute();
});

/** Creates a new client with no recorded failures. */
const reconnect = (zone: string) => app.db.updateTable("order_systems").set({ zone }).execute();

async function book(turn: number): Promise<number> {
  const own = await seedOrder(app, { brightree_db: database });
  const client = new Client(url);
  await signInPatient(app, client, own.id);
  const reply = await client.post("/api/schedule-appointment", {
    patient_id: own.patient_id,
    brightree_db: own.brightree_db,
    therapist: therapist.name,
    // Spread out so that the visits don't overlap.
    datetime: new Date(starts[turn * 2] ?? 0).toISOString(),
    sms_consent: true,
  });
  return reply.status;
}

test.each(mayFail.map((mode, turn) => [mode, turn] as [Mode, number]))(
  "while the order system responds with '%s', details show an error, and pages, counts, and bookings work",
  async (mode, turn) => {
    simulator.mode = mode;
    const limit = new AbortController();
    const limits = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    atEnd(() => limits.mockRestore());
    await reconnect(turn % 2 ? "America/Chicago" : "America/New_York");
    const details = supervisor.get(`/api/order-meta?db=${database}&pid=${patient.key}&so=${order.key}`);
    const reading = syncOrders(app, database);
    const pages = await Promise.all(
      ["/healthz", "/login", "/api/kpi/step-counts", "/supervisordashboard"].map((path) =>
        supervisor.get(path),
      ),
    );
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    if (turn < starts.length / 2) expect(await book(turn)).toBe(201);
    if (mode === "silent") limit.abort(new DOMException("It took too long.", "TimeoutError"));
    const reply = await details;
    expect([502, 504]).toContain(reply.status);
    expect(reply.json).toEqual({ ok: false, error: expect.stringMatching(/^[A-Z].*\.$/) });
    expect((await reading)?.problem).toMatch(/order system/);
  },
);

test("after the order system recovers, details and syncs work again", async () => {
  simulator.mode = "well";
  await reconnect("UTC");
  const details = await supervisor.get(`/api/order-meta?db=${database}&pid=${patient.key}&so=${order.key}`);
  expect(details.json).toMatchObject({ ok: true, data: { branch_office: "Raleigh" } });
  expect(await syncOrders(app, database)).toMatchObject({ problem: null });
});
