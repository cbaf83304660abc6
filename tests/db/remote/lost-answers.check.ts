import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { isOverlap } from "~/db/constraint-errors.server";
import { appOn, startDatabase } from "../../support/libsql/database";
import { openFaultyConnection } from "../../support/libsql/faulty-connection";
import { seedClinic, seedOrder, seedVisit } from "../../support/seed";

const database = await startDatabase();
const connection = await openFaultyConnection(database.ports.http);
const app = appOn({ DATABASE_URL: `ws://127.0.0.1:${connection.port}` });
/** Reads the database over a connection without faults. */
const witness = appOn({ DATABASE_URL: database.url });

const companies = async (name: string) =>
  (await witness.db.selectFrom("companies").select("id").where("name", "=", name).execute()).length;

/** Adds a company and runs a callback before the commit is sent. */
const add = (name: string, before: () => unknown) =>
  app.db.transaction().execute(async (trx) => {
    await trx.insertInto("companies").values({ name, phone: null }).execute();
    await before();
  });

test("a broken reference is refused", async () => {
  await expect(
    app.db.insertInto("databases").values({ name: "NOBODYS", company_id: 4711 }).execute(),
  ).rejects.toThrow("FOREIGN KEY");
});

test("a write is known to be saved when the response to its commit is lost", async () => {
  await add("Answer lost", () => {
    connection.loseAnswers();
    setTimeout(connection.cut, 300);
  });
  expect(await companies("Answer lost")).toBe(1);
});

test("a write whose commit never arrived is refused with a message and not saved", async () => {
  const adding = add("Question lost", () => {
    connection.loseAll();
    setTimeout(connection.cut, 300);
  });
  await expect(adding).rejects.toMatchObject({ code: "database", message: /nothing was saved/ });
  expect(await companies("Question lost")).toBe(0);
});

test("a connection that breaks during a write rolls it back", async () => {
  await expect(add("Cut off", connection.cut)).rejects.toMatchObject({ code: "database" });
  expect(await companies("Cut off")).toBe(0);
});

test("a server without a response times out, and the next request reconnects", async () => {
  connection.loseAnswers();
  const asked = app.reads.selectFrom("companies").select("name").execute();
  // The second query uses a new connection, which works.
  setTimeout(connection.repair, 7000);
  expect((await asked).length).toBeGreaterThan(0);
});

test("a statement outside a transaction runs only on its own database", async () => {
  const outcomes = [];
  for (let moment = 0; moment < 24; moment++) {
    const name = `Alone ${moment}`;
    const made = app.db
      .insertInto("companies")
      .values({ name, phone: null })
      .execute()
      .then(
        () => 1,
        () => 0,
      );
    await sleep(moment / 2);
    connection.cut();
    outcomes.push({ name, made: await made });
  }
  for (const { name, made } of outcomes) expect(await companies(name), name).toBe(made);
});

test("an idle transaction is rolled back and does not block others for long", async () => {
  const still = add("Stood still", () => sleep(7000));
  await sleep(500);
  await witness.db.insertInto("companies").values({ name: "Behind", phone: null }).execute();
  await expect(still).rejects.toMatchObject({ code: "database", message: /nothing was saved/ });
  expect([await companies("Stood still"), await companies("Behind")]).toEqual([0, 1]);
});

test("constraint errors are recognized as with a file", async () => {
  const { therapist, order, starts } = await seedClinic(app);
  const visit = { therapist_id: therapist.id, start_at: starts[0] ?? 0 };
  await seedVisit(app, { ...visit, order_id: order.id });
  const other = await seedOrder(app);
  await expect(
    seedVisit(app, { ...visit, start_at: visit.start_at + minute, order_id: other.id }),
  ).rejects.toSatisfy(isOverlap);
});

test("the reading connection can't write", async () => {
  await expect(
    app.reads.insertInto("companies").values({ name: "x", phone: null }).execute(),
  ).rejects.toThrow(/readonly/);
});
