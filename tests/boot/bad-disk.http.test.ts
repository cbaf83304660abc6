import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { toOpeningError } from "~/db/database-errors.server";
import { checkHealth } from "~/operations/health/health.server";
import { startWatch } from "~/operations/health/start-watch.server";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { atEnd } from "../support/cleanup";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { write } from "../support/http-actions";
import { onFile, scratchApp, scratchEnvironment, scratchFolder } from "../support/scratch";
import { seedClinic, seedOrder, seedUser, signInPatient, signInStaff } from "../support/seed";
import { runNode, startServer } from "../support/server";

const start = (environment: Record<string, string>) =>
  runNode(["build/server.js"], { PORT: "0", HOST: "127.0.0.1", ...environment });

/** Seeds a data folder with encrypted data in its database, and closes the database. */
async function closedClinic() {
  const app = scratchApp();
  await seedClinic(app);
  await write(app, "+19195550123", "Hello");
  const copy = scratchFolder();
  await sql`vacuum into ${join(copy, "firstnight.db")}`.execute(app.db);
  return { DATA_DIR: copy, file: join(copy, "firstnight.db") };
}

test("when the disk is full, booking shows an error, but pages still open", async () => {
  const { app, url, clock } = await startServer();
  const { therapist, starts, database } = await seedClinic(app);
  const supervisor = new Client(url);
  await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
  const patient = new Client(url);
  const bookings: Record<string, unknown>[] = [];
  let link = "";
  // A visit occupies two half-hour slots.
  for (const start of starts.filter((_, nth) => nth % 2 === 0)) {
    const order = await seedOrder(app, { brightree_db: database });
    bookings.push({
      patient_id: order.patient_id,
      brightree_db: database,
      therapist: therapist.name,
      datetime: new Date(start).toISOString(),
      sms_consent: true,
    });
    if (bookings.length > 1) continue;
    await signInPatient(app, patient, order.id);
    link = await linkCodeOf({ trx: app.db, app }, order.id);
  }
  // SQLite's size limit causes the same error as a full disk.
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(app.db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(app.db);
  let done = 0;
  let reply = await supervisor.post("/api/schedule-appointment", bookings[done]);
  while (reply.status === 201) reply = await supervisor.post("/api/schedule-appointment", bookings[++done]);
  expect(reply).toMatchObject({
    status: 503,
    json: {
      success: false,
      error: expect.stringContaining("Nothing was saved because the server's disk is full."),
    },
  });
  const visits = () => app.reads.selectFrom("visits").select("id").execute();
  expect(await visits()).toHaveLength(done);
  // By then, the session needs to be saved again, which fails on a full disk.
  clock.advance(2 * minute);
  expect((await supervisor.get("/supervisordashboard")).status).toBe(200);
  expect((await patient.get("/schedule")).status).toBe(200);
  const anonymous = await new Client(url).get("/schedule");
  expect([anonymous.status, anonymous.location]).toEqual([303, "/"]);
  // The link is still valid, but each use saves a session. There may be space for a few more.
  let byLink = anonymous;
  do byLink = await new Client(url).get(`/schedule/${link}`);
  while (byLink.status === 200);
  expect(byLink.status).toBe(503);
  expect(byLink.text).toContain("the server&#x27;s disk is full");

  await sql`pragma max_page_count = 1000000`.execute(app.db);
  expect((await supervisor.post("/api/schedule-appointment", bookings[done])).status).toBe(201);
  expect(await visits()).toHaveLength(done + 1);
  const found = await sql<{ quick_check: string }>`pragma quick_check`.execute(app.db);
  expect(found.rows).toEqual([{ quick_check: "ok" }]);
});

test("a server with a full disk stops normally", async () => {
  const { app, stop } = await startServer();
  await seedClinic(app);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(app.db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(app.db);
  const fill = app.db
    .insertInto("ui_activity")
    .values({ created_at: 1, action: "UI_x", details: "x".repeat(500), session_id: null });
  while (await fill.execute().catch(() => null));
  await expect(stop()).resolves.toBeUndefined();
});

test("startup reports a full disk even if SQLite reports another error first", () => {
  const firstError = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_SHMSIZE" });
  // On Linux, /proc is a file system without free space.
  expect(toOpeningError(firstError, "/proc/firstnight.db")).toMatchObject({
    message: "The disk that contains /proc is full. Free up space and start again. Nothing was changed.",
  });
});

test("startup reports a read-only data folder and its required owner", async () => {
  const DATA_DIR = join(scratchFolder(), "data");
  mkdirSync(DATA_DIR);
  chmodSync(DATA_DIR, 0o555);
  chmodSync(join(DATA_DIR, ".."), 0o755);
  const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const { status, stderr } = spawnSync(process.execPath, ["build/server.js"], {
    encoding: "utf8",
    env: { ...scratchEnvironment({ DATA_DIR }), PORT: "0", NODE_ENV: "production" },
    ...asNobody,
  });
  expect(stderr).toMatch(
    /DATA_DIR: .+data can't be written to .+ must be a folder on a local disk, and the user/,
  );
  expect(stderr).not.toContain("    at ");
  expect(status).toBe(1);
});

test("startup reports a read-only database and doesn't change it", async () => {
  if (process.getuid?.() !== 0) return;
  const { DATA_DIR, file } = await closedClinic();
  const bytes = readFileSync(file);
  chmodSync(DATA_DIR, 0o777);
  chmodSync(file, 0o444);
  const { status, stderr } = spawnSync(process.execPath, ["build/server.js"], {
    encoding: "utf8",
    env: { ...scratchEnvironment({ DATA_DIR }), PORT: "0", NODE_ENV: "production" },
    uid: 65534,
    gid: 65534,
  });
  expect(stderr).toContain(`${file} can't be written to`);
  expect(stderr).toContain("must be owned by the user that runs Firstnight");
  expect(status).toBe(1);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test.each([
  [
    "overwritten at the start",
    (file: string) => writeFileSync(file, "this is no longer a database".repeat(200)),
  ],
  ["truncated", (file: string) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)],
])(
  "the server refuses to start on a database that was %s, shows recovery steps, and doesn't change it",
  async (_, damage) => {
    const { DATA_DIR, file } = await closedClinic();
    damage(file);
    const bytes = readFileSync(file);
    const { code, output } = await start({ DATA_DIR });
    expect(output).toContain(`The database ${file} is damaged`);
    expect(output).toContain("firstnight restore FILE --replace");
    expect(code).toBe(1);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  },
);

/** Starts a server, damages the beginning of a table in its database, and signs in an admin. */
async function damagedClinic(table: string) {
  const { app, url } = await startServer(onFile);
  await seedClinic(app);
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["admin"])).id);
  await sql`pragma wal_checkpoint(truncate)`.execute(app.db);
  const file = join(app.config.dataDir, "firstnight.db");
  const database = new Database(file, { readonly: true });
  const root = database
    .prepare("select rootpage from sqlite_schema where name = ?")
    .pluck()
    .get(table) as number;
  database.close();
  const bytes = readFileSync(file);
  const whole = Buffer.from(bytes);
  atEnd(() => writeFileSync(file, whole));
  bytes.fill(0xff, (root - 1) * 4096, root * 4096);
  writeFileSync(file, bytes);
  // A change on another connection makes SQLite read its pages again.
  const other = new Database(file);
  atEnd(() => other.close());
  other.prepare("insert into ui_activity (created_at, action) values (1, 'UI_x')").run();
  return { app, client };
}

test("database damage is reported on pages, under Health, by readyz, and by email", async () => {
  const { app, client } = await damagedClinic("companies");
  const reply = await client.get("/api/admin/users");
  const page = await client.get("/admin/databases");
  expect([reply.status, page.status]).toEqual([200, 503]);
  expect(page.text).toContain("The server&#x27;s database is damaged.");
  const damaged = expect.stringContaining("The database file is damaged: parts of it can't be read.");
  expect(await client.get("/readyz")).toMatchObject({
    status: 503,
    json: { ok: false, database: false, says: [damaged] },
  });
  const [first] = await checkHealth(app);
  expect(first).toEqual({ name: "Database", state: "bad", message: damaged });
  const stop = startWatch(app, 10);
  await eventually(
    () => app.reads.selectFrom("outbox").select("subject").where("kind", "=", "alert").execute(),
    (alerts) => alerts.some(({ subject }) => subject === "Firstnight: the database is damaged"),
  );
  await stop();
  // A manual backup reports the damage too, and Health continues to show it.
  const refused = await client.submit("/admin/health", {});
  expect([refused.status, refused.text.includes("so no backup was made. Older backups are kept")]).toEqual([
    409,
    true,
  ]);
});

test("pages and the API report database damage even when sessions can't be read", async () => {
  const { client } = await damagedClinic("sessions");
  for (const path of ["/admin", "/schedule", "/schedule?pid=1&db=QHMS", "/track", "/api/admin/users"]) {
    const { status, text } = await client.get(path);
    expect(status, path).toBe(503);
    expect(text.replaceAll("&#x27;", "'"), path).toContain("The server's database is damaged.");
  }
});

test.each([
  ["another APP_SECRET", { APP_SECRET: "quite another secret of 32 characters" }],
  ["no APP_SECRET and no secret file", { APP_SECRET: "" }],
])(
  "with %s, the server doesn't start or change anything, and the message explains how to recover",
  async (_, environment) => {
    const { DATA_DIR } = await closedClinic();
    for (const args of [
      ["build/server.js"],
      ["app/cli/run.mjs", "codes:revoke", "--patient-id", "1", "--db", "QHMS"],
    ]) {
      const { code, output } = await runNode(args, { PORT: "0", DATA_DIR, ...environment });
      expect(output).toContain("APP_SECRET is not the secret that the database was written with");
      expect(output).toContain("Each backup contains it");
      expect(code).toBe(1);
    }
    const right = scratchApp({ DATA_DIR });
    expect(await right.db.selectFrom("outbox").select("id").execute()).toHaveLength(2);
  },
);
