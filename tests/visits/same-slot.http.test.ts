import { readdirSync, readlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { Client, type Reply } from "../support/client";
import { eventually } from "../support/eventually";
import { outboxOf } from "../support/http-actions";
import { openScratch, testClock } from "../support/scratch";
import { morningStarts, seedOrder, seedSlots, seedTherapist, signInPatient } from "../support/seed";
import { spawnServer, startCommand, startServer } from "../support/server";

const count = 50;
const taken = "That time was just taken. Please choose another.";

type SeedApp = Parameters<typeof seedOrder>[0];

/** Signs in fifty patients and creates the openings of one therapist. */
async function fiftyPatients(app: SeedApp, url: string) {
  const therapist = await seedTherapist(app);
  const starts = morningStarts(app);
  await seedSlots(app, therapist, starts);
  const signedIn: { order: Awaited<ReturnType<typeof seedOrder>>; client: Client }[] = [];
  for (let index = 0; index < count; index += 1) {
    const order = await seedOrder(app);
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    signedIn.push({ order, client });
  }
  const datetime = iso(starts[8] ?? 0);
  const book = ({ order, client }: (typeof signedIn)[number]) =>
    client.post("/api/schedule-appointment", {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      therapist: therapist.name,
      datetime,
      sms_consent: true,
    });
  return { therapist, signedIn, datetime, book };
}

function expectClearRefusal(reply: Reply): void {
  expect(reply.status).toBe(409);
  expect(reply.json).toMatchObject({ success: false, error: taken });
  expect(reply.json.alternatives).toHaveLength(3);
}

test("when fifty patients book the same time simultaneously, one gets it and the rest get alternatives", async () => {
  const { app, url } = await startServer();
  const { signedIn, book, therapist, datetime } = await fiftyPatients(app, url);
  const replies = await Promise.all(signedIn.map(book));
  const booked = replies.filter((reply) => reply.status === 201);
  expect(booked).toHaveLength(1);
  expect(booked[0]?.json.appointment).toMatchObject({
    therapist: therapist.name,
    datetime,
    status: "submitted",
  });
  for (const reply of replies.filter((each) => each !== booked[0])) expectClearRefusal(reply);
  expect(await app.db.selectFrom("visits").selectAll().execute()).toHaveLength(1);
  expect(await outboxOf(app)).toHaveLength(3);
});

test("a booking sent fifty times with one key creates one visit and returns the same response each time", async () => {
  const { app, url } = await startServer();
  const { signedIn, therapist, datetime } = await fiftyPatients(app, url);
  const patient = signedIn[0];
  const replies = await Promise.all(
    Array.from({ length: count }, () =>
      patient?.client.post(
        "/api/schedule-appointment",
        {
          patient_id: patient.order.patient_id,
          brightree_db: patient.order.brightree_db,
          therapist: therapist.name,
          datetime,
          sms_consent: true,
        },
        { "idempotency-key": "one-key-of-one-page" },
      ),
    ),
  );
  expect(new Set(replies.map((reply) => reply?.text)).size).toBe(1);
  expect(replies.map((reply) => reply?.status)).toEqual(replies.map(() => 201));
  expect(await app.db.selectFrom("visits").selectAll().execute()).toHaveLength(1);
});

test("the command line and the running server never book the same time", async () => {
  const server = await spawnServer({ LOG_LEVEL: "warn" });
  const environment = { DATA_DIR: server.dataDir };
  // The seeding process runs alongside the server, so both use the system time.
  const app = openScratch(environment, testClock(Date.now()));
  const command = async (therapist: string, datetime: string) => {
    const order = await seedOrder(app);
    const { child, output, ended } = startCommand(
      [
        "visits:book",
        `--patient-id=${order.patient_id}`,
        `--db=${order.brightree_db}`,
        `--therapist=${therapist}`,
        `--datetime=${datetime}`,
        "--sms-consent",
      ],
      environment,
    );
    return { order, child, output, ended };
  };
  const hasOpenedDatabase = (pid = 0) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`).endsWith("firstnight.db");
      } catch {
        return false;
      }
    });

  type Command = Awaited<ReturnType<typeof command>>;
  const atStart = async () => {};
  const withDatabaseOpen = ({ child }: Command) => eventually(() => hasOpenedDatabase(child.pid), Boolean);
  const afterEnd = ({ ended }: Command) => ended;
  const isOnServer = Boolean(process.env.TEST_DATABASE_SERVER);
  for (const moment of isOnServer ? [atStart, afterEnd] : [atStart, withDatabaseOpen, afterEnd]) {
    const { signedIn, book, therapist, datetime } = await fiftyPatients(app, server.url);
    const running = await command(therapist.name, datetime);
    await moment(running);
    const replies = await Promise.all(signedIn.map(book));
    const byCommand = { order: running.order, code: await running.ended, output: running.output() };
    const booked = replies.filter((reply) => reply.status === 201);
    for (const reply of replies.filter((each) => each.status !== 201)) expectClearRefusal(reply);
    const visits = await app.db
      .selectFrom("visits")
      .selectAll()
      .where("therapist_id", "=", therapist.id)
      .execute();
    expect(visits).toHaveLength(1);
    expect(booked.length + (byCommand.code === 0 ? 1 : 0)).toBe(1);
    if (byCommand.code === 0) expect(visits[0]?.order_id).toBe(byCommand.order.id);
    else expect(byCommand.output).toContain(taken);
  }
  await app.close();
  expect(await server.end()).toBe(0);
});
