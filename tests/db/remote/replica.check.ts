import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { Client } from "../../support/client";
import { eventually } from "../../support/eventually";
import { startDatabase } from "../../support/libsql/database";
import { openFaultyConnection } from "../../support/libsql/faulty-connection";
import { seedClinic, seedOrder, signInPatient } from "../../support/seed";
import { startServer } from "../../support/server";

const primary = await startDatabase();
const connection = await openFaultyConnection(primary.ports.replication);
const replica = await startDatabase({ follows: connection.port });
const { app, url } = await startServer({ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url });
const { therapist, starts } = await seedClinic(app);
const datetime = iso(starts[4] ?? 0);

async function patient() {
  const order = await seedOrder(app);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const book = () =>
    client.post("/api/schedule-appointment", {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      therapist: therapist.name,
      datetime,
      sms_consent: true,
    });
  const offered = async (): Promise<string[]> =>
    (await client.get("/api/availability")).json.map(({ start }: { start: string }) => start);
  return { client, book, offered };
}

test("an up-to-date replica shows open times", async () => {
  const { offered } = await patient();
  await eventually(offered, (times) => times.length === starts.length);
});

test("a booking is checked on the primary if the replica is behind", async () => {
  connection.loseAll();
  const [first, second] = [await patient(), await patient()];
  expect((await first.book()).status).toBe(201);
  // The patient who booked sees the visit immediately.
  expect((await first.client.get("/api/my-appointment")).json).toMatchObject({ appointment: { datetime } });
  expect((await first.client.get("/schedule")).text).toContain("Request sent");
  // The list of times doesn't show the booking yet.
  expect(await second.offered()).toContain(datetime);
  // A patient who chooses the same time sees that it was taken and which times are open.
  const refused = await second.book();
  expect(refused.status).toBe(409);
  expect(refused.json.error).toBe("That time was just taken. Please choose another.");
  expect(refused.json.alternatives.map(({ start }: { start: string }) => start)).not.toContain(datetime);
  connection.cut();
  await eventually(second.offered, (times) => !times.includes(datetime), 30);
});

test("reads use the primary if the replica is unavailable", async () => {
  await replica.kill();
  const { offered } = await patient();
  expect((await offered()).length).toBeGreaterThan(0);
});
