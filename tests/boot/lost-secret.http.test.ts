import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { secretsFrom } from "~/core/secrets.server";
import { migrate } from "~/db/migrate.server";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { onFile, openScratch, scratchFolder } from "../support/scratch";
import { seedOrder } from "../support/seed";
import { runCommand, runNode, spawnServer } from "../support/server";

const secret = "a secret that was stored in the folder";

/** A stopped installation's folder, whose database has a link that only its secret can open. */
async function folderWithoutSecret() {
  const DATA_DIR = scratchFolder();
  const settings = { DATA_DIR, APP_SECRET: "", ...onFile };
  const app = openScratch({ ...settings, APP_SECRET: secret });
  const { id } = await seedOrder(app);
  await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, id));
  await app.close();
  return { DATA_DIR, settings, file: join(DATA_DIR, "app-secret") };
}

test("a start without the database's secret changes nothing, and works again with the secret", async () => {
  const { settings, file } = await folderWithoutSecret();
  for (const { code, output } of [
    await runNode(["build/server.js"], { ...settings, PORT: "0" }),
    await runCommand(["audit:verify"], settings),
  ]) {
    expect([code, output]).toEqual([1, expect.stringContaining("Nothing was changed.")]);
    expect(existsSync(file)).toBe(false);
  }
  writeFileSync(file, secret);
  const server = await spawnServer(settings);
  expect(readFileSync(file, "utf8")).toBe(secret);
  expect(await server.end()).toBe(0);
});

test("a database from an older version isn't upgraded with the wrong secret", async () => {
  const DATA_DIR = scratchFolder();
  const path = join(DATA_DIR, "firstnight.db");
  const older = scratchFolder();
  for (const name of readdirSync(join(projectRoot, "migrations")).filter((file) => file < "0160")) {
    cpSync(join(projectRoot, "migrations", name), join(older, name));
  }
  const database = new Database(path);
  database.pragma("journal_mode = wal");
  migrate(database, older);
  database.exec(
    `insert into outbox (channel, recipient, body_sealed, kind, created_at)
     values ('email', 'a@b.example', '${secretsFrom(secret).seal("Hello")}', 'chat', 1)`,
  );
  database.close();
  const settings = { DATA_DIR, PORT: "0", APP_SECRET: "another secret, which is wrong here", ...onFile };
  const before = readFileSync(path);
  const { code, output } = await runNode(["build/server.js"], settings);
  expect([code, output]).toEqual([1, expect.stringContaining("Nothing was changed.")]);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith("firstnight.db"))).toEqual(["firstnight.db"]);
  const server = await spawnServer({ ...settings, APP_SECRET: secret });
  expect(await server.end()).toBe(0);
});

test("a database that needs no secret yet gets one that is kept", async () => {
  const { DATA_DIR, settings, file } = await folderWithoutSecret();
  rmSync(join(DATA_DIR, "firstnight.db"));
  await openScratch({ ...settings, APP_SECRET: secret }).close();
  const server = await spawnServer(settings);
  const kept = readFileSync(file, "utf8");
  expect(kept).toMatch(/^[\w-]{43}$/);
  expect(await server.end()).toBe(0);
  const again = await spawnServer(settings);
  expect(readFileSync(file, "utf8")).toBe(kept);
  expect(await again.end()).toBe(0);
});

test("a start removes what killed processes left of the audit log's newest entry", async () => {
  const DATA_DIR = scratchFolder();
  const { pid: dead = 0 } = spawnSync(process.execPath, ["-e", ""]);
  const [stale, running] = [`audit-head.${dead}`, `audit-head.${process.pid}`];
  for (const name of [stale, running]) writeFileSync(join(DATA_DIR, name), "1 abc\n");
  const server = await spawnServer({ DATA_DIR, ...onFile });
  const names = readdirSync(DATA_DIR);
  expect(names).toContain(running);
  expect(names).not.toContain(stale);
  expect(await server.end()).toBe(0);
});
