import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { logAudit } from "~/audit/log-audit.server";
import { verdictText, verifyAudit } from "~/audit/verify-audit.server";
import { operator } from "~/core/who";
import { replaceSecret } from "~/operations/secret/replace-secret.server";
import { generateCode } from "~/orders/access/generate-code.server";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { agree, conversation, write } from "../support/http-actions";
import { onFile, scratchApp, scratchFolder } from "../support/scratch";
import { seedClinic, seedUser, seedVisit, signInPatient } from "../support/seed";
import { runCommand, startServer } from "../support/server";

const phone = "+19195550123";

/** A clinic with everything that hangs on the secret, in a folder whose secret is then lost. */
async function withoutSecret() {
  const app = scratchApp(onFile);
  const { database, therapist, order } = await seedClinic(app);
  const admin = await seedUser(app, ["admin"], {
    two_step: "totp",
    totp_sealed: app.secrets.seal("JBSWY3DP"),
  });
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: app.clock.now() });
  const { code, link } = await generateCode(app, operator, {
    patient_id: order.patient_id,
    brightree_db: database,
    email: "patient@mail.example",
  });
  await app.db
    .insertInto("order_systems")
    .values({ database_name: database, kind: "brightree", credentials_sealed: app.secrets.seal("{}") })
    .execute();
  await agree(app, phone);
  await write(app, phone, "See you tomorrow.");
  await app.auditHead.settle();
  const folder = scratchFolder();
  await sql`vacuum into ${join(folder, "firstnight.db")}`.execute(app.db);
  const place = { ...onFile, DATA_DIR: folder, APP_SECRET: "" };
  return { app, place, folder, order, admin, code, link };
}

test("a lost secret is replaced when that is wanted, and everything goes on but what hung on it", async () => {
  const { app, place, folder, order, admin, code, link } = await withoutSecret();
  const asked = await runCommand(["secret:replace"], place);
  expect([asked.code, asked.output]).toEqual([1, expect.stringContaining("Permanently lost:")]);
  expect(readdirSync(folder).filter((name) => name.startsWith("before"))).toEqual([]);

  const done = await runCommand(["secret:replace", "--replace"], place);
  expect(done.output).toContain(
    "Lost: 1 live access code, 1 link, 1 authenticator app, 1 password of an order system.",
  );
  expect(done.output).toContain("Set aside under Deliveries: 2 waiting messages.");
  expect(done.code).toBe(0);

  const server = await startServer(place);
  const patient = new Client(server.url);
  expect((await patient.post("/api/validate-code", { code })).status).toBe(401);
  const unknown = (await patient.get(`/schedule/${"a".repeat(20)}`)).location;
  expect((await patient.get(`/schedule/${link}`)).location).toBe(unknown);
  await signInPatient(server.app, patient, order.id);
  expect((await patient.get("/schedule")).status).toBe(200);
  const staff = new Client(server.url);
  const { email, password } = admin;
  expect(await staff.post("/api/login", { email, password })).toMatchObject({ status: 200 });
  for (const path of ["/admin/outbox", "/admin/deliveries", "/admin/health", "/admin/databases"]) {
    expect((await staff.get(path)).status, path).toBe(200);
  }
  expect(await conversation(server.app, phone)).toMatchObject([
    { body: "See you tomorrow.", status: "failed", error: expect.stringContaining("Write it again") },
  ]);
  const fresh = await server.app.db.transaction().execute((trx) => linkCodeOf(trx, server.app, order.id));
  expect((await patient.get(`/schedule/${fresh}`)).location).not.toBe(unknown);

  const verdict = await verifyAudit(server.app);
  expect(verdict).toMatchObject({ olderRows: expect.any(Number), problems: [] });
  expect(verdictText(verdict)).toContain("come from before the secret was replaced");

  const [copy = ""] = readdirSync(folder).filter((name) => name.startsWith("before-new-secret-"));
  const before = { DATA_DIR: join(folder, copy), APP_SECRET: app.config.appSecret, ...onFile };
  expect((await scratchApp(before).db.selectFrom("link_codes").selectAll().execute()).length).toBe(1);
});

test("the secret that is the database's own is not replaced, and no secret under a running server", async () => {
  const { place, folder, app } = await withoutSecret();
  const own = await runCommand(["secret:replace", "--replace"], {
    ...place,
    APP_SECRET: app.config.appSecret,
  });
  expect([own.code, own.output]).toEqual([1, expect.stringContaining("there is nothing to replace")]);
  const server = await startServer(onFile);
  const running = await runCommand(["secret:replace", "--replace"], {
    ...place,
    DATA_DIR: server.app.config.dataDir,
  });
  expect([running.code, running.output]).toEqual([1, expect.stringContaining("Another Firstnight server")]);
  expect(readdirSync(folder).filter((name) => name.startsWith("before"))).toEqual([]);
});

/** A database whose secret was replaced after three rows, with two rows more. */
async function replaced() {
  const first = scratchApp(onFile);
  const folder = first.config.dataDir;
  const act = (app: typeof first) =>
    app.db.transaction().execute((trx) => logAudit(trx, app, operator, { action: "visit.booked" }));
  for (let nth = 0; nth < 3; nth++) await act(first);
  await first.auditHead.settle();
  const second = scratchApp({ ...onFile, DATA_DIR: folder, APP_SECRET: "a second secret of 32 characters" });
  await replaceSecret(second, operator);
  await act(second);
  await act(second);
  await second.auditHead.settle();
  return { folder, second };
}

test.each([
  [
    "an older row that is edited",
    "update audit_log set action = 'x' where id = 2",
    /^Rows 1 to 3 are not as they/,
  ],
  ["an older row that is gone", "delete from audit_log where id = 2", /^Rows 1 to 3 are not as they/],
  [
    "the row that closes them",
    "update audit_log set details = replace(details, '3', '2') where id = 4",
    /Row 4/,
  ],
  ["a newer row", "update audit_log set action = 'x' where id = 5", /^Row 5 was changed/],
  [
    "a newer row that claims to close all before",
    `update audit_log set action = 'secret.replaced', details = '{"rows":4,"sha256":"0"}' where id = 5`,
    /Row 5 was changed/,
  ],
])("after the secret was replaced, %s is found", async (_, tamper, sentence) => {
  const { second } = await replaced();
  expect(await verifyAudit(second)).toEqual({ rows: 6, olderRows: 3, problems: [] });
  for (const name of ["audit_log_keeps_rows", "audit_log_keeps_words", "audit_log_grows_by_one"]) {
    await sql.raw(`drop trigger ${name}`).execute(second.db);
  }
  await sql.raw(tamper).execute(second.db);
  const { problems } = await verifyAudit(second);
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
});

test("a secret that is replaced twice closes what stood before the second time", async () => {
  const { folder } = await replaced();
  rmSync(join(folder, "app-secret"), { force: true });
  const third = scratchApp({ ...onFile, DATA_DIR: folder, APP_SECRET: "a third secret of 32 characters!" });
  third.clock.advance(1000);
  await replaceSecret(third, operator);
  expect(await verifyAudit(third)).toEqual({ rows: 7, olderRows: 6, problems: [] });
});
