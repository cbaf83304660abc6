import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { iso, minute } from "~/core/time";
import { Client } from "../../support/client";
import { eventually } from "../../support/eventually";
import { startFakeTwilio } from "../../support/fake-twilio";
import { agree, write } from "../../support/http-actions";
import { startDatabase } from "../../support/libsql/database";
import {
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  signInPatient,
  signInStaff,
} from "../../support/seed";
import { startServer } from "../../support/server";

const database = await startDatabase();
const twilio = await startFakeTwilio();
const { PUBLIC_URL: _, ...texts } = twilio.environment;
const server = await startServer({ ...texts, DATABASE_URL: database.url });
const { app, url } = server;

test("users see an error while the primary is down, and everything works again afterward", async () => {
  const admin = await seedUser(app, ["admin"]);
  const client = new Client(url);
  await signInStaff(app, client, admin.id);
  expect((await client.get("/admin")).status).toBe(200);
  await database.kill();
  const page = await client.get("/admin");
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("10");
  expect(page.text).toContain("The database can&#x27;t be reached right now. Try again in a minute.");
  const call = await client.get("/api/users");
  expect(call.status).toBe(503);
  expect(call.headers.get("retry-after")).toBe("10");
  expect(call.json.error).toBe("The database can't be reached right now. Try again in a minute.");
  expect(await new Client(url).get("/readyz")).toMatchObject({
    status: 503,
    json: { ok: false, database: false },
  });
  expect((await new Client(url).get("/healthz")).status).toBe(200);
  await database.restart();
  expect((await client.get("/admin")).status).toBe(200);
  expect((await client.get("/admin/health")).text).toContain("The database is on");
  await eventually(
    () => new Client(url).get("/readyz"),
    ({ status }) => status === 200,
  );
});

test("texts that are waiting while the primary is down are sent only once after it is back", async () => {
  const phone = "+19195550177";
  await agree(app, phone);
  await write(app, phone, "before");
  await database.kill();
  await expect(write(app, phone, "in between")).rejects.toMatchObject({ code: "database" });
  await database.restart();
  await write(app, phone, "after");
  const bodies = () => twilio.messages.map(({ body }) => body).sort();
  await eventually(bodies, (sent) => sent.length >= 2, 90);
  const open = app.db.selectFrom("outbox").select("id").where("status", "<>", "sent");
  await eventually(
    () => open.execute(),
    (rows) => rows.length === 0,
    90,
  );
  expect(bodies()).toEqual(["after", "before"]);
});

test("nothing is written to a restarted primary that could lose commits in a power failure", async () => {
  const admin = await seedUser(app, ["admin"]);
  const client = new Client(url);
  await signInStaff(app, client, admin.id);
  await database.kill();
  await database.restart("default");
  const add = () =>
    client.post("/api/admin/users", {
      email: "iris.vance@clinic.example.org",
      phone: "9195550123",
      role: "supervisor",
    });
  const refused = await add();
  expect([refused.status, refused.json.error]).toEqual([
    503,
    'Nothing was saved because the database server could lose data in a power failure. The server administrator must set the durability_mode of the database server to "strong" (docs/scaling.md). Then try again.',
  ]);
  expect((await client.get("/admin/health")).text).toContain("could lose data in a power failure");
  expect((await new Client(url).get("/readyz")).json).toMatchObject({ ok: false, database: false });
  await database.setDurability("strong");
  expect((await add()).status).toBe(201);
  expect((await new Client(url).get("/readyz")).json).toMatchObject({ database: true });
});

test("killing the primary five times under load loses no confirmed visit and duplicates none", async () => {
  const therapists = await Promise.all(
    Array.from({ length: 4 }, () => seedTherapist(app, { daily_capacity: 100 })),
  );
  const from = Math.ceil(app.clock.now() / minute) * minute + 3 * 24 * 60 * minute;
  const booked: number[] = [];
  const refused: number[] = [];
  let over = false;

  /** Books one time after another until `over`, each with a new idempotency key. */
  async function keepBooking(therapist: (typeof therapists)[number]): Promise<void> {
    for (let round = 0; !over; round++) {
      const start = from + round * 60 * minute;
      const { client, order: bookedOrder } = await retrying(async () => {
        await seedSlots(app, therapist, [start]).catch(ignoreDuplicate);
        const order = await seedOrder(app);
        const client = new Client(url);
        await signInPatient(app, client, order.id);
        return { client, order };
      });
      const key = { "idempotency-key": randomUUID() };
      const send = () =>
        client.post(
          "/api/schedule-appointment",
          {
            patient_id: bookedOrder.patient_id,
            brightree_db: bookedOrder.brightree_db,
            therapist: therapist.name,
            datetime: iso(start),
            sms_consent: true,
          },
          key,
        );
      // Like the page, it retries with the same key until the server responds.
      let reply = await send();
      while (reply.status === 503) {
        refused.push(bookedOrder.id);
        await sleep(50);
        reply = await send();
      }
      expect(reply.status, reply.text).toBe(201);
      booked.push(bookedOrder.id);
    }
  }

  const work = therapists.map(keepBooking);
  for (let kill = 0; kill < 5; kill++) {
    await sleep(1500 + kill * 130);
    await database.kill();
    await sleep(200);
    await database.restart();
  }
  await eventually(
    () => booked.length,
    (count) => count > 20,
    60,
  );
  over = true;
  await Promise.all(work);
  const visits = await app.db
    .selectFrom("visits")
    .select("order_id")
    .where("order_id", "in", booked)
    .execute();
  expect(refused.length).toBeGreaterThan(0);
  expect(visits.map(({ order_id }) => order_id).sort()).toEqual([...booked].sort());
});

/** Retries the setup of a booking, which may fail too. */
async function retrying<Result>(prepare: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await prepare();
    } catch {
      await sleep(50);
    }
  }
}

function ignoreDuplicate(error: Error): void {
  if (!error.message.includes("UNIQUE")) throw error;
}
