import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { cacheStatements, openDatabase } from "~/db/open.server";
import { atEnd } from "../../support/cleanup";
import { scratchFolder } from "../../support/scratch";

const database = new Database(":memory:");
atEnd(() => database.close());
database.exec("create table things (name text) strict; insert into things values ('a'), ('b')");

test("a prepared statement is reused for different values and works after its table is altered", () => {
  const kept = cacheStatements(database);
  const sql = "select * from things where name = ?";
  const first = kept.prepare(sql);
  expect(first.all(["a"])).toEqual([{ name: "a" }]);
  expect(kept.prepare(sql)).toBe(first);
  expect(kept.prepare(sql).all(["b"])).toEqual([{ name: "b" }]);
  database.exec("alter table things add column size integer");
  expect(kept.prepare(sql).all(["b"])).toEqual([{ name: "b", size: null }]);
});

test("a statement isn't reused while it is running", () => {
  const kept = cacheStatements(database);
  const rows = kept.prepare("select name from things").iterate([]);
  rows.next();
  expect(kept.prepare("select name from things").all([])).toHaveLength(2);
  expect([...rows]).toEqual([{ name: "b" }]);
});

test("SQLite plans a statement once: no parameter shows its value to the planner", async () => {
  const { db, close } = openDatabase(`${scratchFolder()}/firstnight.db`);
  atEnd(close);
  const { sql } = db
    .selectFrom("orders")
    .innerJoin("visits", "visits.order_id", "orders.id")
    .select("orders.id")
    .where("orders.id", "=", 7)
    .where("visits.status", "in", ["pending", "confirmed"])
    .limit(5)
    .compile();
  expect(sql.match(/.\?/g)).toEqual(["+?", "+?", "+?"]);
  expect(sql).toMatch(/ limit 5$/);
});
