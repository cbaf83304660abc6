import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { second } from "~/core/time";
import { migrateRemote } from "~/db/remote/migrate-remote.server";
import { ServerConnection } from "~/db/remote/server-connection.server";
import { atEnd } from "../../support/cleanup";
import { startDatabase } from "../../support/libsql/database";
import { scratchFolder } from "../../support/scratch";

const landed = readdirSync(join(projectRoot, "migrations")).sort();

/** Copies the first released migrations to a folder and adds others. */
function migrations(count: number, additional: Record<string, string> = {}): string {
  const folder = scratchFolder();
  cpSync(join(projectRoot, "migrations"), folder, { recursive: true });
  for (const name of landed.slice(count)) rmSync(join(folder, name));
  for (const [name, sql] of Object.entries(additional)) writeFileSync(join(folder, name), sql);
  return folder;
}

async function serverAt(level: number) {
  const { url } = await startDatabase();
  const line = new ServerConnection({ url, token: null }, 20 * second);
  atEnd(() => line.close());
  await migrateRemote(line, migrations(level));
  const rows = async (sql: string) =>
    (await line.ask((stream) => stream.query(sql))).rows.map((row) => Object.values(row));
  return { line, rows, schema: () => rows("select type, name, sql from sqlite_schema order by type, name") };
}

test("a server database from any older version is upgraded with its rows", async () => {
  const { schema } = await serverAt(landed.length);
  const today = await schema();
  const { line, rows, schema: upgraded } = await serverAt(1);
  await rows("insert into companies (name) values ('Restwell')");
  for (let level = 2; level <= landed.length; level++) await migrateRemote(line, migrations(level));
  expect(await upgraded()).toEqual(today);
  expect(await rows("select name from companies")).toEqual([["Restwell"]]);
});

test("a failed upgrade leaves the server database unchanged", async () => {
  const { line, schema } = await serverAt(landed.length - 3);
  const before = await schema();
  const bad = migrations(landed.length, {
    "9000_bad.sql": "create table half (id integer primary key) strict; create table half (id integer);",
  });
  await expect(migrateRemote(line, bad)).rejects.toThrow(/failed, and nothing was changed/);
  expect(await schema()).toEqual(before);
  await migrateRemote(line);
});

test("a server database from a newer version is rejected", async () => {
  const { line } = await serverAt(landed.length);
  await migrateRemote(
    line,
    migrations(landed.length, { "9000_later.sql": "create table later (id integer) strict;" }),
  );
  await expect(migrateRemote(line)).rejects.toThrow(/newer version of Firstnight/);
});
