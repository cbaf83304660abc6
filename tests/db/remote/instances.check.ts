import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { Client } from "../../support/client";
import { eventually } from "../../support/eventually";
import { startFakeTwilio } from "../../support/fake-twilio";
import { agree, write } from "../../support/http-actions";
import { appOn, startDatabase } from "../../support/libsql/database";
import { seedClinic, seedOrder, seedUser, signInPatient, signInStaff } from "../../support/seed";
import { runNode, spawnServer, startServer } from "../../support/server";

const database = await startDatabase();
const shared = { DATABASE_URL: database.url };

test("sign-in and sign-out apply to all instances", async () => {
  const [one, other] = [await startServer(shared), await startServer(shared)];
  const admin = await seedUser(one.app, ["admin"]);
  const client = new Client(one.url);
  await signInStaff(one.app, client, admin.id);
  const elsewhere = new Client(other.url);
  for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
  expect((await elsewhere.get("/admin")).status).toBe(200);
  await client.submit("/logout", {});
  expect((await elsewhere.get("/admin")).location).toBe("/login");
  await Promise.all([one.stop(), other.stop()]);
});

test("wrong codes are counted across all instances", async () => {
  const servers = [await startServer(shared), await startServer(shared)];
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    const client = new Client(servers[attempt % 2]?.url ?? "");
    statuses.push((await client.post("/api/validate-code", { code: `00000${attempt}` })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  await Promise.all(servers.map(({ stop }) => stop()));
});

test("if forty patients book the same time across two instances, only one succeeds", async () => {
  const servers = [await startServer(shared), await startServer(shared)];
  const { app } = servers[0] ?? (await startServer(shared));
  const { therapist, starts } = await seedClinic(app);
  const datetime = iso(starts[3] ?? 0);
  const patients = [];
  for (let index = 0; index < 40; index++) {
    const order = await seedOrder(app);
    const client = new Client(servers[index % 2]?.url ?? "");
    await signInPatient(app, client, order.id);
    patients.push({ order, client });
  }
  const replies = await Promise.all(
    patients.map(({ order, client }) =>
      client.post("/api/schedule-appointment", {
        patient_id: order.patient_id,
        brightree_db: order.brightree_db,
        therapist: therapist.name,
        datetime,
        sms_consent: true,
      }),
    ),
  );
  const count = (status: number) => replies.filter((reply) => reply.status === status).length;
  expect([count(201), count(409)]).toEqual([1, 39]);
  const visits = await app.db
    .selectFrom("visits")
    .select("id")
    .where("therapist_id", "=", therapist.id)
    .execute();
  expect(visits).toHaveLength(1);
  await Promise.all(servers.map(({ stop }) => stop()));
});

test("when the sending instance is killed, the other instance continues and sends nothing twice", async () => {
  const own = await startDatabase();
  const twilio = await startFakeTwilio(({ nth }) => ({ delay: (nth * 7) % 60 }));
  const environment = { ...twilio.environment, DATABASE_URL: own.url };
  const app = appOn(environment);
  const texts = 150;
  for (let nth = 0; nth < texts; nth++) {
    const phone = `+1919555${4000 + (nth % 30)}`;
    if (nth < 30) await agree(app, phone);
    await write(app, phone, `text ${nth}`);
  }
  const first = await spawnServer(environment);
  const second = await spawnServer(environment);
  await eventually(
    () => twilio.messages.length,
    (count) => count >= 40,
    60,
  );
  await first.end("SIGKILL");
  expect(new Set(twilio.messages.map(({ body }) => body)).size).toBeLessThan(texts);
  // The lease expires after 20 seconds. Rows claimed by the killed instance expire after 60 seconds.
  await eventually(
    () => app.db.selectFrom("outbox").select("id").where("status", "<>", "sent").execute(),
    (rows) => rows.length === 0,
    120,
  );
  const bodies = twilio.messages.map(({ body }) => body);
  expect(bodies).toHaveLength(texts);
  expect(new Set(bodies).size).toBe(texts);
  expect(await second.end()).toBe(0);
}, 240_000);

test("when an instance stops, another one takes over immediately", async () => {
  const [one, other] = [await startServer(shared), await startServer(shared)];
  const holder = () =>
    other.app.db.selectFrom("leases").select("owner").where("name", "=", "work").executeTakeFirst();
  const first = await holder();
  expect(first).toBeDefined();
  await one.stop();
  // This is sooner than the first instance's lease would expire.
  await eventually(holder, (now) => now !== undefined && now.owner !== first?.owner, 15);
  await other.stop();
  expect(
    await appOn(shared).db.selectFrom("leases").selectAll().where("name", "=", "work").execute(),
  ).toEqual([]);
});

test("startup shows an error if the database server could lose commits", async () => {
  const careless = await startDatabase();
  await careless.setDurability("relaxed");
  const { code, output } = await runNode(["build/server.js"], { PORT: "0", DATABASE_URL: careless.url });
  expect(code).toBe(1);
  expect(output).toContain("a power failure could lose confirmed bookings");
  expect(output).toContain('Set its durability_mode to "strong"');
});

test("two instances can start on an empty database at the same time", async () => {
  const empty = await startDatabase();
  const servers = await Promise.all([1, 2].map(() => spawnServer({ DATABASE_URL: empty.url })));
  for (const { url } of servers) expect((await new Client(url).get("/readyz")).status).toBe(200);
  for (const { end } of servers) expect(await end()).toBe(0);
});
