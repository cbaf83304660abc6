import { expect, test } from "vitest";
import { bookSeatAsStaff } from "~/classes/take-seat.server";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import { seedClass } from "../support/classes";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { openScratch, testClock } from "../support/scratch";
import { seedCompany, seedOrder, seedTherapist, signInPatient } from "../support/seed";
import { spawnServer, startServer } from "../support/server";

const count = 50;

type SeedApp = Parameters<typeof seedOrder>[0];

async function aClass(app: SeedApp) {
  const company = await seedCompany(app);
  const therapist = await seedTherapist(app, { company_id: company });
  return seedClass(app, therapist, app.clock.now() + 3 * day);
}

async function patients(app: SeedApp, url: string, classId: number, number: number) {
  const ready: (() => Promise<number>)[] = [];
  for (let nth = 0; nth < number; nth++) {
    const order = await seedOrder(app);
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    const { hidden } = await PlainPage.open(client, `/schedule/classes/${classId}`);
    const form = { ...hidden, sms_consent: "on" };
    ready.push(async () => (await client.submit(`/schedule/classes/${classId}`, form)).status);
  }
  return ready;
}

const seatsTaken = async (app: SeedApp, classId: number) =>
  (await app.db.selectFrom("visits").select("id").where("class_id", "=", classId).execute()).length;

test("when fifty patients take one of six seats simultaneously, six get one and the rest read that it is full", async () => {
  const { app, url } = await startServer();
  const { id } = await aClass(app);
  const book = await patients(app, url, id, count);
  const statuses = await Promise.all(book.map((one) => one()));
  expect(statuses.filter((status) => status === 303)).toHaveLength(6);
  expect(statuses.filter((status) => status === 409)).toHaveLength(count - 6);
  expect(await seatsTaken(app, id)).toBe(6);
});

test("two processes never give more seats than a class has", async () => {
  const server = await spawnServer({ LOG_LEVEL: "warn" });
  const app = openScratch({ DATA_DIR: server.dataDir }, testClock(Date.now()));
  const { id } = await aClass(app);
  const byHttp = await patients(app, server.url, id, count / 2);
  const orders = [];
  for (let nth = 0; nth < count / 2; nth++) orders.push(await seedOrder(app));
  const here = orders.map(async (order) => {
    const seat = { id, order: order.id, sms_consent: true };
    return bookSeatAsStaff(app, operator, seat).then(
      () => true,
      (error: Error) => {
        expect(error.message).toContain("The last seat in this class was just taken.");
        return false;
      },
    );
  });
  const [there, own] = await Promise.all([Promise.all(byHttp.map((one) => one())), Promise.all(here)]);
  const booked = there.filter((status) => status === 303).length + own.filter(Boolean).length;
  expect(booked).toBe(6);
  expect(await seatsTaken(app, id)).toBe(6);
  await app.close();
  expect(await server.end()).toBe(0);
});
