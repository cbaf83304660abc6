import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { isOverlap } from "~/db/database-errors.server";
import { appOn, startDatabase } from "../../support/libsql/database";
import { openFaultyConnection } from "../../support/libsql/faulty-connection";
import { seedClinic, seedOrder, seedVisit } from "../../support/seed";

const database = await startDatabase();
const connection = await openFaultyConnection(database.ports.http);
const app = appOn({ DATABASE_URL: `ws://127.0.0.1:${connection.port}` });
/** Uses a connection without faults. */
const witness = appOn({ DATABASE_URL: database.url });

const companies = async (name: string) =>
  (await witness.db.selectFrom("companies").select("id").where("name", "=", name).execute()).length;

/** Adds a company and calls `before` before the commit is sent. */
const add = (name: string, before: () => unknown) =>
  app.db.transaction().execute(async (trx) => {
    await trx.insertInto("companies").values({ name, phone: null }).execute();
    await before();
  });

test("a broken reference is rejected", async () => {
  await expect(
    app.db.insertInto("databases").values({ name: "NOBODYS", company_id: 4711 }).execute(),
  ).rejects.toThrow("FOREIGN KEY");
});

test("a write is saved without an error when the response to its commit is lost", async () => {
  await add("Answer lost", () => {
    connection.loseResponses();
    setTimeout(connection.cut, 300);
  });
  expect(await companies("Answer lost")).toBe(1);
});

test("if a commit never arrives, nothing is saved and an error is shown", async () => {
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

test("a request times out if the server doesn't respond, and the next request reconnects", async () => {
  connection.loseResponses();
  const reading = app.reads.selectFrom("companies").select("name").execute();
  // The second attempt uses a new connection, which works.
  setTimeout(connection.repair, 7000);
  expect((await reading).length).toBeGreaterThan(0);
});

test("after the server closes all connections, the next read and the next change succeed", async () => {
  const reading = () => app.reads.selectFrom("companies").select("name").execute();
  await Promise.all(Array.from({ length: 8 }, reading));
  await add("Before the break", () => {});
  connection.cut();
  const changing = add("After the break", () => {});
  expect((await reading()).length).toBeGreaterThan(0);
  await changing;
  expect([await companies("Before the break"), await companies("After the break")]).toEqual([1, 1]);
});

test("a statement outside a transaction correctly reports whether it was saved", async () => {
  const outcomes = [];
  for (let moment = 0; moment < 24; moment++) {
    const name = `Alone ${moment}`;
    const saved = app.db
      .insertInto("companies")
      .values({ name, phone: null })
      .execute()
      .then(
        () => 1,
        () => 0,
      );
    await sleep(moment / 2);
    connection.cut();
    outcomes.push({ name, saved: await saved });
  }
  for (const { name, saved } of outcomes) expect(await companies(name), name).toBe(saved);
});

test("an idle transaction is rolled back and doesn't block others for long", async () => {
  const idle = add("Stood still", () => sleep(7000));
  await sleep(500);
  await witness.db.insertInto("companies").values({ name: "Behind", phone: null }).execute();
  await expect(idle).rejects.toMatchObject({ code: "database", message: /nothing was saved/ });
  expect([await companies("Stood still"), await companies("Behind")]).toEqual([0, 1]);
});

test("if the server ends a transaction, none of its later statements are saved", async () => {
  const idle = app.db.transaction().execute(async (trx) => {
    const insert = (name: string) => trx.insertInto("companies").values({ name, phone: null }).execute();
    await insert("Ended");
    await sleep(7000);
    await Promise.all([insert("Ended, second"), insert("Ended, third")]);
  });
  await sleep(500);
  await witness.db.insertInto("companies").values({ name: "Ends it", phone: null }).execute();
  await expect(idle).rejects.toMatchObject({ code: "database" });
  const saved = await Promise.all(["Ended", "Ended, second", "Ended, third", "Ends it"].map(companies));
  expect(saved).toEqual([0, 0, 0, 1]);
});

test("simultaneous transactions and reads don't share a stream", async () => {
  const shared = app.db.selectFrom("companies").select("id").where("name", "like", "Shared %");
  const reads: number[] = [];
  const change = app.db.transaction().execute(async (trx) => {
    for (let nth = 0; nth < 10; nth++) {
      await trx
        .insertInto("companies")
        .values({ name: `Shared ${nth}`, phone: null })
        .execute();
      const answers = await Promise.all(Array.from({ length: 6 }, () => shared.execute()));
      reads.push(...answers.map((rows) => rows.length));
    }
    throw new Error("undone");
  });
  await expect(change).rejects.toThrow("undone");
  expect(new Set(reads)).toEqual(new Set([0]));
  expect(await shared.execute()).toEqual([]);
});

test("constraint errors are recognized the same way as with a database file", async () => {
  const { therapist, order, starts } = await seedClinic(app);
  const visit = { therapist_id: therapist.id, start_at: starts[0] ?? 0 };
  await seedVisit(app, { ...visit, order_id: order.id });
  const other = await seedOrder(app);
  await expect(
    seedVisit(app, { ...visit, start_at: visit.start_at + minute, order_id: other.id }),
  ).rejects.toSatisfy(isOverlap);
});

test("the read connection can't write", async () => {
  await expect(
    app.reads.insertInto("companies").values({ name: "x", phone: null }).execute(),
  ).rejects.toThrow(/readonly/);
});
