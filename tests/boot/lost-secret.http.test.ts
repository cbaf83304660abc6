import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { onFile, scratchConfig, scratchFolder } from "../support/scratch";
import { seedOrder } from "../support/seed";
import { runCommand, runNode, spawnServer } from "../support/server";

const secret = "a secret that was stored in the folder";

/** A stopped installation's folder, whose database has a link that only its secret can open. */
async function folderWithoutSecret() {
  const DATA_DIR = scratchFolder();
  const settings = { DATA_DIR, APP_SECRET: "", ...onFile };
  const app = openApp(scratchConfig({ ...settings, APP_SECRET: secret }));
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

test("a database that needs no secret yet gets one that is kept", async () => {
  const { DATA_DIR, settings, file } = await folderWithoutSecret();
  rmSync(join(DATA_DIR, "firstnight.db"));
  await openApp(scratchConfig({ ...settings, APP_SECRET: secret })).close();
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
