import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { logAudit } from "~/audit/log-audit.server";
import { digestAuditLog, verifyAudit } from "~/audit/verify-audit.server";
import { operator } from "~/core/who";
import { onFile, scratchApp } from "../support/scratch";

/** Closes off the rows written under a lost secret, as the secret:replace command did in version 0.1. */
function closeOlderEntries(app: ReturnType<typeof scratchApp>): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const digest = digestAuditLog();
    const rows = await trx.selectFrom("audit_log").selectAll().orderBy("id").execute();
    for (const row of rows) digest.add(row);
    const details = { rows: rows.length, sha256: digest.end() };
    await logAudit({ trx, app, who: operator }, "secret.replaced", null, details);
  });
}

/** Creates a database with three audit rows from before its secret was replaced and two from after. */
async function replaced() {
  const first = scratchApp(onFile);
  const folder = first.config.dataDir;
  const addEntry = (app: typeof first) =>
    app.db.transaction().execute((trx) => logAudit({ trx, app, who: operator }, "visit.booked"));
  for (let nth = 0; nth < 3; nth++) await addEntry(first);
  await first.auditHead.settle();
  const second = scratchApp({ ...onFile, DATA_DIR: folder, APP_SECRET: "a second secret of 32 characters" });
  await closeOlderEntries(second);
  await addEntry(second);
  await addEntry(second);
  await second.auditHead.settle();
  return { folder, second };
}

test.each([
  ["an edited older row", "update audit_log set action = 'x' where id = 2", /^Rows 1 to 3 /],
  ["a deleted older row", "delete from audit_log where id = 2", /^Rows 1 to 3 /],
  [
    "a change to the row that closes off older rows",
    "update audit_log set details = replace(details, '3', '2') where id = 4",
    /Row 4/,
  ],
  ["an edited newer row", "update audit_log set action = 'x' where id = 5", /^Row 5 was changed/],
  [
    "a newer row that claims to close off all earlier rows",
    `update audit_log set action = 'secret.replaced', details = '{"rows":4,"sha256":"0"}' where id = 5`,
    /Row 5 was changed/,
  ],
])("after the secret is replaced, verification detects %s", async (_, tamper, sentence) => {
  const { second } = await replaced();
  expect(await verifyAudit(second)).toEqual({ rows: 6, olderRows: 3, problems: [] });
  for (const name of ["audit_log_keeps_rows", "audit_log_keeps_words", "audit_log_grows_by_one"]) {
    await sql.raw(`drop trigger ${name}`).execute(second.db);
  }
  await sql.raw(tamper).execute(second.db);
  const { problems } = await verifyAudit(second);
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
});

test("after the secret is replaced a second time, all earlier entries still pass verification", async () => {
  const { folder } = await replaced();
  rmSync(join(folder, "app-secret"), { force: true });
  const third = scratchApp({ ...onFile, DATA_DIR: folder, APP_SECRET: "a third secret of 32 characters!" });
  third.clock.advance(1000);
  await closeOlderEntries(third);
  expect(await verifyAudit(third)).toEqual({ rows: 7, olderRows: 6, problems: [] });
});
