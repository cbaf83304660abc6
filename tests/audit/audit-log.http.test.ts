import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { logAudit } from "~/audit/log-audit.server";
import { verifyAudit } from "~/audit/verify-audit.server";
import type { App } from "~/boot/app.server";
import { operator } from "~/core/who";
import { Client } from "../support/client";
import { scratchApp, scratchFolder } from "../support/scratch";
import { seedUser, signInStaff } from "../support/seed";
import { runCommand, startServer } from "../support/server";

const addEntry = (app: ReturnType<typeof scratchApp>, subject: string) =>
  app.db.transaction().execute((trx) => logAudit({ trx, app, who: operator }, "visit.booked", subject));

async function written(rows = 10) {
  const folder = scratchFolder();
  const app = scratchApp({ DATA_DIR: folder });
  await app.db.transaction().execute(async (trx) => {
    for (let i = 1; i <= rows; i++) await logAudit({ trx, app, who: operator }, "visit.booked", `visit ${i}`);
  });
  await app.auditHead.settle();
  return { app, folder };
}

/** Changes the database as an attacker without the secret could. */
async function tamper({ db }: Pick<App, "db">, statements: string): Promise<void> {
  for (const name of ["audit_log_keeps_rows", "audit_log_keeps_words", "audit_log_grows_by_one"]) {
    await sql.raw(`drop trigger ${name}`).execute(db);
  }
  for (const statement of statements.split(";")) await sql.raw(statement).execute(db);
}

test("an unaltered log of any length passes verification", async () => {
  const { app } = await written(2500);
  expect(await verifyAudit(app)).toEqual({ rows: 2500, olderRows: 0, problems: [] });
});

test("the audit table refuses updates, deletions, and out-of-order rows", async () => {
  const { app } = await written(3);
  const refused = /AUDIT_APPEND_ONLY/;
  await expect(app.db.updateTable("audit_log").set({ action: "x" }).execute()).rejects.toThrow(refused);
  await expect(app.db.deleteFrom("audit_log").execute()).rejects.toThrow(refused);
  const replace = "insert or replace into audit_log (id, created_at, action, hash) values (2, 1, 'x', 'x')";
  await expect(sql.raw(replace).execute(app.db)).rejects.toThrow(refused);
});

test.each([
  ["edited", "update audit_log set action = 'visit.cancelled' where id = 4", ["Row 4 was changed."]],
  [
    "edited to show a different user",
    "update audit_log set user_email = 'x' where id = 4",
    ["Row 4 was changed."],
  ],
  ["removed", "delete from audit_log where id in (4, 5)", ["Rows 4 to 5 are missing."]],
  ["deleted at the start", "delete from audit_log where id = 1", ["Row 1 is missing."]],
  ["deleted at the end", "delete from audit_log where id = 10", ["Row 10 is missing."]],
  ["truncated along with later rows", "delete from audit_log where id > 6", ["Rows 7 to 10 are missing."]],
  [
    "inserted at the end",
    "delete from audit_log where id = 10; insert into audit_log (id, created_at, action, hash) values (10, 1, 'x', 'y')",
    ["Row 10 was changed."],
  ],
  [
    "swapped",
    "update audit_log set id = 99 where id = 3; update audit_log set id = 3 where id = 4; update audit_log set id = 4 where id = 99",
    ["Row 3 was changed.", "Row 4 was changed.", "Row 5 was changed."],
  ],
])("verification detects a row that was %s", async (_, statements, problems) => {
  const { app } = await written();
  await tamper(app, statements);
  expect((await verifyAudit(app)).problems).toEqual(problems);
});

test("deleting the newest rows is still detected after new entries are added", async () => {
  const { app } = await written();
  await tamper(app, "delete from audit_log where id > 6");
  for (let i = 0; i < 8; i++) await addEntry(app, "visit 1");
  expect((await verifyAudit(app)).problems).toEqual(["Row 10 was replaced."]);
});

test("after each commit, and only then, the newest row is also saved to a file next to the database", async () => {
  const { app, folder } = await written(3);
  const head = () => readFileSync(join(folder, "audit-head"), "utf8");
  expect(head()).toMatch(/^3 [0-9a-f]{64}\n$/);
  await app.db
    .transaction()
    .execute(async (trx) => {
      await logAudit({ trx, app, who: operator }, "visit.booked");
      throw new Error("no");
    })
    .catch(() => undefined);
  await app.auditHead.settle();
  expect(head()).toMatch(/^3 /);
  await addEntry(app, "visit 4");
  await expect.poll(head).toMatch(/^4 /);
});

test("verification distinguishes a missing head file from an outdated one", async () => {
  const { app, folder } = await written(3);
  const file = join(folder, "audit-head");
  writeFileSync(file, `2 ${"0".repeat(64)}\n`);
  expect((await verifyAudit(app)).problems).toEqual(["Row 2 was replaced."]);
  rmSync(file);
  const missing = ["The file audit-head, which contains the newest row, is missing."];
  expect((await verifyAudit(app)).problems).toEqual(missing);
  expect((await verifyAudit(app)).problems).toEqual(missing);
});

test("entries from several processes form one chain", async () => {
  const { app, folder } = await written(2);
  const other = scratchApp({ DATA_DIR: folder });
  for (let i = 0; i < 20; i++) await addEntry(i % 2 ? app : other, `visit ${i}`);
  expect(await verifyAudit(app)).toEqual({ rows: 22, olderRows: 0, problems: [] });
});

test("audit:verify exits with 1 if the log was altered", async () => {
  const { app, folder } = await written(3);
  const secret = { DATA_DIR: folder, APP_SECRET: app.config.appSecret };
  const good = await runCommand(["audit:verify"], secret);
  expect([good.code, good.output]).toEqual([0, "All 3 rows of the audit log are unchanged.\n"]);
  await tamper(app, "update audit_log set action = 'x' where id = 2");
  const bad = await runCommand(["audit:verify"], secret);
  expect(bad.code).toBe(1);
  expect(bad.output).toContain("Row 2 was changed.");
});

test("the Verify button on the page shows the result", async () => {
  const { app, url } = await startServer();
  const admin = new Client(url);
  await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
  await admin.post("/api/admin/users", { email: "a@clinic.example", phone: "9195550123" });
  expect((await admin.submit("/admin/audit", {})).text).toContain("only row is unchanged.");
  await tamper(app, "update audit_log set action = 'x' where id = 1");
  expect((await admin.submit("/admin/audit", {})).text).toContain("Row 1 was changed.");
});
