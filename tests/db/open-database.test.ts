import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { minute } from "~/core/time";
import { isOverlap, isSecondVisit } from "~/db/database-errors.server";
import { migrate, migrationsOnDisk } from "~/db/migrate.server";
import { onFile, scratchApp, scratchFolder } from "../support/scratch";
import { seedClinic, seedOrder, seedVisit } from "../support/seed";

const app = scratchApp();
const fileApp = scratchApp(onFile);

async function pragma(name: string, db = app.db): Promise<unknown> {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db);
  return Object.values(rows[0] ?? {})[0];
}

/** Copies the released migrations to a folder and adds more. */
function migrationsWith(extra: Record<string, string>): string {
  const folder = scratchFolder();
  cpSync(join(projectRoot, "migrations"), folder, { recursive: true });
  for (const [name, text] of Object.entries(extra)) writeFileSync(join(folder, name), text);
  return folder;
}

test("the write connection is safe in a power failure and enforces foreign keys", async () => {
  expect(await pragma("journal_mode")).toBe("wal");
  expect(await pragma("synchronous")).toBe(2);
  expect(await pragma("foreign_keys")).toBe(1);
  expect(await pragma("busy_timeout")).toBeGreaterThan(0);
});

test("the read connection can't write", async () => {
  expect(await pragma("query_only", fileApp.reads)).toBe(1);
  await expect(
    app.reads.insertInto("companies").values({ name: "x", phone: null }).execute(),
  ).rejects.toThrow(/can.t write|readonly/);
  expect(await app.db.selectFrom("companies").select("id").where("name", "=", "x").execute()).toEqual([]);
});

test("a transaction gets the write lock when it starts", async () => {
  const other = new Database(join(fileApp.config.dataDir, "firstnight.db"), { timeout: 0 });
  await fileApp.db.transaction().execute(async (trx) => {
    await trx.selectFrom("companies").selectAll().execute();
    expect(() => other.exec("begin immediate")).toThrow(/locked/);
  });
  other.exec("begin immediate; rollback");
  other.close();
});

test("a transaction that throws is rolled back", async () => {
  await expect(
    app.db.transaction().execute(async (trx) => {
      await trx.insertInto("companies").values({ name: "Gone again", phone: null }).execute();
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await app.db.selectFrom("companies").selectAll().where("name", "=", "Gone again").execute()).toEqual(
    [],
  );
});

test("migrating again does nothing", () => {
  const database = new Database(":memory:");
  migrate(database);
  const before = database.prepare("select * from migrations").all();
  migrate(database);
  expect(database.prepare("select * from migrations").all()).toEqual(before);
});

test("a failed migration is rolled back completely", () => {
  const folder = migrationsWith({
    "8000_good.sql": "create table good (id integer primary key) strict;",
    "9000_bad.sql": "create table half (id integer primary key) strict; create table half (id integer);",
  });
  const database = new Database(":memory:");
  expect(() => migrate(database, folder)).toThrow(/half/);
  expect(database.prepare("select name from sqlite_master").all()).toEqual([]);
});

test("a migration that was changed after its release is rejected", () => {
  const database = new Database(":memory:");
  migrate(database);
  const folder = migrationsWith({ "0001_people.sql": "-- something else" });
  expect(() => migrate(database, folder)).toThrow(
    "Migration 0001_people.sql was changed after it was applied.",
  );
});

test("a database with the earlier text of a migration that libSQL refused still opens", () => {
  const database = new Database(":memory:");
  migrate(database);
  const earlier = "933e275113d739d0c77aed6880edcad5d51df7b872ea5e520b29d74007e6e796";
  const setHash = database.prepare("update migrations set hash = ? where name = '0246_first_nights.sql'");
  expect(setHash.run(earlier).changes).toBe(1);
  expect(() => migrate(database)).not.toThrow();
  setHash.run("another text");
  expect(() => migrate(database)).toThrow(
    "Migration 0246_first_nights.sql was changed after it was applied.",
  );
});

test("no migration orders values inside an aggregate function, because libSQL's parser refuses it", () => {
  const ordersInside =
    /\b(group_concat|string_agg|json_group_\w+|sum|min|max|count)\((?:[^()]|\([^()]*\))*\border by\b/i;
  expect("select coalesce(group_concat(coalesce(a, '.'), '' order by b), '')").toMatch(ordersInside);
  const refused = migrationsOnDisk().filter(({ sql }) => ordersInside.test(sql));
  expect(refused.map(({ name }) => name)).toEqual([]);
});

test("a database from a newer version is rejected", () => {
  const database = new Database(":memory:");
  migrate(database, migrationsWith({ "9000_later.sql": "create table later (id integer) strict;" }));
  expect(() => migrate(database)).toThrow(/newer version of Firstnight \(it contains 9000_later\.sql\)/);
});

test("the database rejects a new or moved visit that overlaps another of the therapist's visits", async () => {
  const { therapist, order, starts } = await seedClinic(app);
  const [first = 0] = starts;
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: first });
  const other = await seedOrder(app);
  const at = (start_at: number, status = "submitted") =>
    seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at, status });
  for (const offset of [-44, 0, 44]) {
    await expect(at(first + offset * minute)).rejects.toSatisfy(isOverlap);
  }
  const second = await at(first + 45 * minute);
  const move = (start_at: number) =>
    app.db
      .updateTable("visits")
      .set({ start_at, end_at: start_at + 45 * minute })
      .where("id", "=", second.id)
      .execute();
  await expect(move(first + 44 * minute)).rejects.toSatisfy(isOverlap);
  await move(first + 50 * minute);
  await at(first, "cancelled");
  await expect(
    app.db.updateTable("visits").set({ status: "pending" }).where("status", "=", "cancelled").execute(),
  ).rejects.toSatisfy((error) => isOverlap(error) || isSecondVisit(error));
});

test("the database rejects a second active visit for an order", async () => {
  const { therapist, order, starts } = await seedClinic(app);
  const visit = (start_at = 0, status = "submitted") =>
    seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at, status });
  await visit(starts[0], "cancelled");
  await visit(starts[0]);
  await expect(visit(starts[4])).rejects.toSatisfy(isSecondVisit);
});

test("rows can be added to the audit log but not deleted", async () => {
  await app.db
    .insertInto("audit_log")
    .values({ id: 1, created_at: 1, action: "test.made", hash: "x" })
    .execute();
  await expect(app.db.deleteFrom("audit_log").execute()).rejects.toThrow("AUDIT_APPEND_ONLY");
  await expect(app.db.updateTable("audit_log").set({ action: "y" }).execute()).rejects.toThrow(
    "AUDIT_APPEND_ONLY",
  );
});
