import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hour, iso, minute, second } from "~/core/time";
import { findInstallation } from "~/operations/standby/installation.server";
import { readLitestream } from "~/operations/standby/litestream-state.server";
import { checkReplication, watchOnce } from "~/operations/standby/watch-replication.server";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { freePort } from "../support/free-port";
import { copyState, litestreamProgram, startLitestream } from "../support/litestream";
import { onFile, openScratch, scratchFolder, testClock } from "../support/scratch";
import { seedClinic, signInPatient } from "../support/seed";
import { runCommand, runNode, spawnServer } from "../support/server";

/** The exit code that RestartPreventExitStatus in docs/guide.md contains. */
const exitCodeOfReplaced = 3;

/** A served clinic whose file Litestream copies. */
async function replicated(settings: Record<string, string> = {}) {
  const dataDir = scratchFolder();
  const replica = scratchFolder();
  const ports = [await freePort(), await freePort()];
  const environment: Record<string, string> = {
    ...onFile,
    DATA_DIR: dataDir,
    REPLICATION: "litestream",
    LITESTREAM_METRICS: `http://127.0.0.1:${ports[0]}/metrics`,
    LITESTREAM_PATH: litestreamProgram,
    PORT: String(ports[1]),
    PUBLIC_URL: `http://127.0.0.1:${ports[1]}`,
    ...settings,
  };
  const seeding = openScratch(environment, testClock(Date.now()));
  const clinic = await seedClinic(seeding);
  const patient = new Client(environment.PUBLIC_URL ?? "");
  await signInPatient(seeding, patient, clinic.order.id);
  await seeding.close();
  const server = await spawnServer(environment);
  const litestream = await startLitestream(dataDir, { replica, port: ports[0] ?? 0 });
  return { ...clinic, environment, dataDir, replica, patient, server, litestream };
}

async function book({
  patient,
  order,
  therapist,
  starts,
}: Pick<Awaited<ReturnType<typeof replicated>>, "patient" | "order" | "therapist" | "starts">) {
  const booked = await patient.post("/api/schedule-appointment", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: iso(starts[0] ?? 0),
    sms_consent: true,
  });
  expect(booked.status).toBe(201);
  return booked;
}

const caughtUp = ({ metricsUrl }: { metricsUrl: string }, dataDir: string) =>
  eventually(
    () => copyState(metricsUrl, dataDir).catch(() => null),
    (state) => state?.behind === 0,
  );

const takeOver = (environment: Record<string, string>, replica: string, dataDir: string, ...args: string[]) =>
  runCommand(["standby:restore", replica, "--no-start", ...args], { ...environment, DATA_DIR: dataDir });

test("a standby takes over with the bookings of the lost machine, and the lost machine no longer starts", async () => {
  const { environment, dataDir, replica, patient, server, litestream, order, therapist, starts } =
    await replicated();
  const booked = await book({ patient, order, therapist, starts });
  await caughtUp(litestream, dataDir);

  const standby = scratchFolder();
  const early = await takeOver(environment, replica, standby);
  expect(early.code).toBe(1);
  expect(early.output).toContain(
    `The previous server still answers at ${environment.PUBLIC_URL}. Stop it first.`,
  );
  expect(readdirSync(standby).filter((name) => name.startsWith("firstnight.db"))).toEqual([]);

  await caughtUp(litestream, dataDir);
  await Promise.all([server.end("SIGKILL"), litestream.end("SIGKILL")]);
  const { code, output } = await takeOver(environment, replica, standby);
  expect([code, output]).toEqual([0, expect.stringContaining("Restored the replica")]);

  const app = openScratch({ ...environment, DATA_DIR: standby });
  const visits = await app.db.selectFrom("visits").select(["id", "status"]).execute();
  expect(visits).toContainEqual({ id: booked.json.appointment.id, status: "submitted" });
  expect(await app.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  expect((await findInstallation(app.reads)).takeovers).toBe(1);
  await app.close();

  // The new machine answers at PUBLIC_URL, so the old one must not serve at the same time.
  const newServer = await spawnServer({ ...environment, DATA_DIR: standby, REPLICATION: "off" });
  const old = { ...environment, PORT: String(await freePort()) };
  await expect(spawnServer(old)).rejects.toThrow("Another machine has taken over for this one");
  expect((await runNode(["build/server.js"], old)).code).toBe(exitCodeOfReplaced);
  expect(existsSync(join(dataDir, "firstnight.db"))).toBe(true);
  await newServer.end();
});

test("a running server stops when a standby has taken over for it", async () => {
  // The address leads to a proxy, which sends requests to the standby once it runs.
  const address = String(await freePort());
  const { environment, replica, server, litestream } = await replicated({
    PUBLIC_URL: `http://127.0.0.1:${address}`,
  });
  await caughtUp(litestream, environment.DATA_DIR ?? "");
  const standby = scratchFolder();
  expect((await takeOver(environment, replica, standby)).code).toBe(0);
  expect(server.child.exitCode).toBeNull();
  await spawnServer({ ...environment, DATA_DIR: standby, PORT: address, REPLICATION: "off" });
  const code = await eventually(
    () => server.child.exitCode,
    (code) => code !== null,
  );
  expect(code).toBe(exitCodeOfReplaced);
  expect(server.output()).toContain("Another machine has taken over for this one, so this server stops.");
});

test("standby:restore refuses what it can't use and leaves nothing behind", async () => {
  const { environment, replica, server, litestream, dataDir } = await replicated();
  await caughtUp(litestream, dataDir);
  await Promise.all([server.end(), litestream.end()]);
  const standby = scratchFolder();
  const refused = async (environmentOf: Record<string, string>, from: string, folder = standby) =>
    (await takeOver({ ...environment, ...environmentOf }, from, folder)).output;
  expect(await refused({}, replica, dataDir)).toContain("already has a database. Use an empty folder.");
  expect(await refused({ LITESTREAM_PATH: "/nowhere/litestream" }, replica)).toContain(
    'Litestream could not be started as "/nowhere/litestream". Install it, or set LITESTREAM_PATH.',
  );
  const nowhere = join(replica, "other");
  expect(await refused({}, nowhere)).toContain(
    `There is no replica at file://${nowhere}. Check the address.`,
  );
  expect(await refused({}, litestream.configuration)).toContain("Restored the replica");
  await rm(standby, { recursive: true });
  for (const name of readdirSync(replica, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".lz4")) await writeFile(join(replica, name), "damaged");
  }
  const folder = scratchFolder();
  expect(await refused({}, replica, folder)).toContain("Litestream could not read the replica:");
  expect(readdirSync(folder).filter((name) => /^firstnight\.db|^\.restoring/.test(name))).toEqual([]);
});

test("standby:restore takes the secret from a file or a setting, and keeps it for the next start", async () => {
  const secret = "a secret that only these tests know";
  const clinic = await replicated({ APP_SECRET: secret });
  const { environment, replica, server, litestream, dataDir } = clinic;
  // Its notices are sealed with the secret.
  await book(clinic);
  await caughtUp(litestream, dataDir);
  await Promise.all([server.end(), litestream.end()]);
  const withoutSecret = { ...environment, APP_SECRET: "" };

  const standby = scratchFolder();
  const missing = await takeOver(withoutSecret, replica, standby);
  expect(missing.code).toBe(1);
  expect(missing.output).toContain(
    `The replica doesn't contain the secret. Copy the previous server's file app-secret to ${standby}, or set APP_SECRET`,
  );
  expect(readdirSync(standby)).toEqual([]);

  const wrong = await takeOver({ ...environment, APP_SECRET: "w".repeat(40) }, replica, standby);
  expect(wrong.output).toContain("APP_SECRET is not the secret of the previous server.");
  const other = join(standby, "app-secret");
  await writeFile(other, "w".repeat(40));
  expect((await takeOver(withoutSecret, replica, standby)).output).toContain(
    `${other} is not the secret of the previous server.`,
  );
  expect(existsSync(join(standby, "firstnight.db"))).toBe(false);

  await writeFile(other, secret);
  expect((await takeOver(withoutSecret, replica, standby)).output).toContain("Restored the replica");
  expect(readFileSync(other, "utf8")).toBe(secret);

  // With Docker, Litestream's own image restores the file.
  const restored = join(scratchFolder(), "restored.db");
  await promisify(execFile)(litestreamProgram, ["restore", "-o", restored, `file://${replica}`]);
  const second = scratchFolder();
  expect((await takeOver(environment, restored, second)).output).toContain("Restored the replica");
  expect(readFileSync(join(second, "app-secret"), "utf8")).toBe(secret);
  expect((await takeOver(environment, `${restored}.db`, scratchFolder())).output).toContain(
    `There is no replica at ${restored}.db.`,
  );
});

test("Health shows how old the replica is, and why it falls behind", async () => {
  const { environment, litestream, server } = await replicated();
  await server.end();
  const clock = testClock(Date.now());
  const app = openScratch({ ...environment, DATA_DIR: environment.DATA_DIR ?? "" }, clock);
  await caughtUp(litestream, environment.DATA_DIR ?? "");
  await watchOnce(app);
  clock.advance(4 * second);
  expect(await checkReplication(app)).toEqual([
    {
      name: "Replica",
      state: "good",
      message: "Litestream is running. The replica had every change 4 s ago.",
      href: undefined,
    },
  ]);
  await litestream.end();
  const [ended] = await checkReplication(app);
  expect(ended?.state).toBe("warn");
  expect(ended?.message).toMatch(
    /Litestream doesn't respond at .* The replica last had every change .* ago\./,
  );
  clock.advance(5 * minute);
  await watchOnce(app);
  const [behind] = await checkReplication(app);
  expect(behind?.state).toBe("warn");
  expect(behind?.message).toMatch(
    /Litestream doesn't respond at .* The replica last had every change 5 minutes ago\./,
  );
  clock.advance(hour);
  await watchOnce(app);
  expect((await checkReplication(app))[0]?.state).toBe("bad");
  await app.close();
});

test("the metrics have the replica's lag, and show immediately that Litestream has ended", async () => {
  const { dataDir, litestream, patient } = await replicated();
  const figures = async () => {
    const { text } = await patient.get("/metrics");
    const of = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
    return { lag: of("firstnight_replica_lag_seconds"), up: of("firstnight_replication_up") };
  };
  await caughtUp(litestream, dataDir);
  const running = await eventually(figures, ({ lag }) => lag < 5);
  expect(running).toEqual({ lag: expect.any(Number), up: 1 });
  expect(running.lag).toBeGreaterThanOrEqual(0);
  await litestream.end();
  expect(await figures()).toEqual({ lag: expect.any(Number), up: 0 });
});

test("Health knows that the replica is complete when Litestream keeps files that it has copied", async () => {
  const { environment, dataDir, litestream, server } = await replicated();
  await server.end();
  const clock = testClock(Date.now());
  const app = openScratch(environment, clock);
  // Litestream has started, but may not answer yet.
  await caughtUp(litestream, dataDir);
  const state = () => copyState(litestream.metricsUrl, dataDir);
  // Each turn of the write-ahead log begins a new file.
  for (let turn = 0; turn < 3; turn++) {
    const before = (await eventually(state, ({ copied }) => copied !== null)).copied?.index ?? 0;
    await app.db.schema.createTable(`turn_${turn}`).addColumn("text", "text").execute();
    const text = "x".repeat(1000);
    const rows = Array.from({ length: 30_000 }, () => ({ text }));
    const insert = sql`insert into ${sql.table(`turn_${turn}`)} (text) select ${text} from json_each(${JSON.stringify(rows.map((_, index) => index))})`;
    await insert.execute(app.db);
    await insert.execute(app.db);
    await eventually(state, ({ copied }) => (copied?.index ?? 0) > before, 60);
  }
  await caughtUp(litestream, dataDir);
  await watchOnce(app);
  expect((await checkReplication(app))[0]).toMatchObject({ state: "good" });
  await app.close();
});

test("Health is right after Litestream was restarted on a server without changes", async () => {
  const { environment, dataDir, replica, litestream, server } = await replicated();
  await server.end();
  await caughtUp(litestream, dataDir);
  await litestream.end();
  const again = await startLitestream(dataDir, {
    replica,
    port: Number(new URL(environment.LITESTREAM_METRICS ?? "").port),
  });
  const clock = testClock(Date.now());
  const app = openScratch(environment, clock);
  expect((await checkReplication(app))[0]).toMatchObject({
    state: "warn",
    message: "Waiting for Litestream to respond.",
  });
  await eventually(
    async () => {
      await watchOnce(app);
      return (await checkReplication(app))[0];
    },
    (check) => check?.state === "good",
  );
  await again.end();
  await app.close();
});

test("Litestream's figures are read for our file only", () => {
  const figures = [
    "# TYPE litestream_shadow_wal_size gauge",
    'litestream_shadow_wal_index{db="/data/firstnight.db"} 2',
    'litestream_replica_wal_index{db="/data/firstnight.db",name="s3"} 2',
    'litestream_replica_wal_offset{db="/data/firstnight.db",name="s3"} 1.149512e+06',
    'litestream_replica_wal_offset{db="/data/other.db",name="s3"} 5',
    'litestream_sync_error_count{db="/data/firstnight.db"} 3',
  ];
  expect(readLitestream(figures.join("\n"), "/x/firstnight.db")).toEqual({
    isKnown: true,
    copied: { index: 2, offset: 1_149_512 },
    failures: 3,
  });
  expect(readLitestream(figures[1] ?? "", "firstnight.db")).toMatchObject({ isKnown: true, copied: null });
  expect(readLitestream("litestream_sync_count 1", "firstnight.db").isKnown).toBe(false);
});
