import { join } from "node:path";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { Client } from "../../support/client";
import { agree, write } from "../../support/http-actions";
import { appOn, startDatabase } from "../../support/libsql/database";
import { scratchApp, scratchFolder } from "../../support/scratch";
import { seedClinic, seedUser, seedVisit, signInStaff } from "../../support/seed";
import { runCommand, startServer } from "../../support/server";

const onFile = { DATABASE_URL: "" };

/** Fills most tables of a data folder and stops its server. */
async function clinic(): Promise<string> {
  const dataDir = scratchFolder();
  const server = await startServer({ ...onFile, DATA_DIR: dataDir });
  const { therapist, order, starts } = await seedClinic(server.app);
  await seedVisit(server.app, { order_id: order.id, therapist_id: therapist.id, start_at: starts[0] ?? 0 });
  await agree(server.app, "+19195551234");
  await write(server.app, "+19195551234", "Your therapist rings twice.");
  const admin = await seedUser(server.app, ["admin"], { email: "ada@clinic.example" });
  const client = new Client(server.url);
  await signInStaff(server.app, client, admin.id);
  for (const action of ["one", "two"]) {
    await client.post("/api/admin/users", {
      name: action,
      email: `${action}@clinic.example`,
      roles: ["staff"],
    });
  }
  await server.stop();
  return dataDir;
}

test("a database file is copied to a server row by row, and Firstnight runs there afterward", async () => {
  const dataDir = await clinic();
  const database = await startDatabase();
  const { code, output } = await runCommand(["database:copy"], {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
  });
  expect(output).toContain("The copy on the server is complete.");
  expect(output).toMatch(/visits +1 rows {2}[0-9a-f]{16}/);
  expect(output).toMatch(/The audit log's only row is unchanged\./);
  expect(code).toBe(0);
  const { app, url } = await startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const admin = await app.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", "ada@clinic.example")
    .executeTakeFirstOrThrow();
  const client = new Client(url);
  await signInStaff(app, client, admin.id);
  const conversations = await client.get("/api/sms/threads?q=rings");
  expect(conversations.json).toHaveLength(1);
  const pages = sql<{ v: number }>`select v from messages_fts_config where k = 'pgsz'`;
  expect((await pages.execute(app.db)).rows, "the search index settings were copied").toEqual([{ v: 1000 }]);
  const visit = await app.db.selectFrom("visits").selectAll().executeTakeFirstOrThrow();
  await expect(
    app.db
      .insertInto("visits")
      .values({ ...visit, id: undefined, uid: "another", order_id: visit.order_id })
      .execute(),
    "triggers were copied",
  ).rejects.toThrow(/VISIT_OVERLAP|UNIQUE/);
  const again = await runCommand(["database:copy"], {
    DATA_DIR: scratchApp(onFile).config.dataDir,
    DATABASE_URL: database.url,
  });
  expect([again.code, again.output]).toEqual([1, expect.stringContaining("is not empty")]);
});

test("nothing is copied if a server is running, the secret is different, or the folder contains a demo", async () => {
  const database = await startDatabase();
  const running = await startServer(onFile);
  const there = { DATABASE_URL: database.url };
  const second = await runCommand(["database:copy"], { ...there, DATA_DIR: running.app.config.dataDir });
  expect(second.output).toContain("Another Firstnight server is running on");
  const dataDir = scratchFolder();
  const made = await runCommand(["demo:create"], { ...onFile, DATA_DIR: dataDir, APP_SECRET: "" });
  expect(made.code).toBe(0);
  const demo = await runCommand(["database:copy"], { ...there, DATA_DIR: dataDir });
  expect(demo.output).toContain("contains the demo, whose passwords are public");
  const other = await runCommand(["database:copy"], { ...there, DATA_DIR: dataDir, SERVE_DEMO: "on" });
  expect(other.output).toContain("APP_SECRET differs from the secret in");
  const app = appOn(there);
  expect(await app.db.selectFrom("companies").select("id").execute()).toEqual([]);
});

test("copying doesn't change the file", async () => {
  const dataDir = await clinic();
  const counts = () => {
    const database = new Database(join(dataDir, "firstnight.db"), { readonly: true });
    const rows = database
      .prepare("select (select count(*) from visits), (select max(id) from audit_log)")
      .raw()
      .get();
    database.close();
    return rows;
  };
  const before = counts();
  const database = await startDatabase();
  await runCommand(["database:copy"], { DATA_DIR: dataDir, DATABASE_URL: database.url });
  expect(counts()).toEqual(before);
});
