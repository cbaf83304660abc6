import { sql } from "kysely";
import { Gauge } from "prom-client";
import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { minute, second } from "~/core/time";
import { databaseSize } from "../database-size.server";
import { alertAdmins } from "../health/alert-admins.server";
import { durationText, type HealthCheck, resultOf, sizeText } from "../health/health-check";
import { bytesAfter, type LogPosition, readLitestream } from "./litestream-state.server";

type Watched = Pick<App, "config" | "clock">;

/** All times are in milliseconds UTC. */
interface Seen {
  startedAt: number;
  respondedAt: number | null;
  /** When the replica last had every change. */
  completeAt: number | null;
  /** Whether Litestream reported figures for this database. */
  isKnown: boolean;
  /** In bytes; null if nothing was copied since Litestream started, or Litestream's folder can't be read. */
  behind: number | null;
  copied: LogPosition | null;
  alerted: boolean;
}

const lastSeen = new WeakMap<Watched["config"], Seen>();

const pause = 5 * second;
const longestResponse = 3 * second;
/** A busy minute copies within seconds. */
const warnAfter = minute;
const alertAfter = 10 * minute;
/** Without Litestream, nothing else empties the write-ahead log. In bytes. */
const longestLog = 500e6;

/** Asks Litestream every five seconds how far the replica is. Does nothing if replication is off. */
export function startReplicationWatch(app: App): () => Promise<void> {
  const { isOn } = app.config.replication;
  if (!isOn || app.config.database) return async () => {};
  return repeat(
    pause,
    () => watchOnce(app),
    (error) => app.log.error({ err: error }, "replication"),
  );
}

export async function watchOnce(app: App): Promise<void> {
  const { clock, config } = app;
  const seen = seenOf(app);
  const state = await askLitestream(app);
  const now = clock.now();
  if (state) {
    seen.respondedAt = now;
    seen.isKnown = state.isKnown;
    seen.behind = state.copied && (await bytesAfter(config.dataDir, state.copied));
    if (seen.behind === 0) seen.completeAt = now;
    // Litestream reports where the replica is only after it has copied something, and tries again after a failure only
    // when something changes.
    const isAtSamePlace =
      state.copied?.index === seen.copied?.index && state.copied?.offset === seen.copied?.offset;
    if (state.isKnown && seen.behind !== 0 && isAtSamePlace) await writeSomething(app);
    seen.copied = state.copied;
    if (seen.completeAt !== null && now - seen.completeAt < warnAfter) seen.alerted = false;
  } else if ((await databaseSize(config)).log > longestLog) {
    await sql`pragma wal_checkpoint(passive)`.execute(app.db);
  }
  if (seen.alerted || now - (seen.completeAt ?? seen.startedAt) < alertAfter) return;
  seen.alerted = true;
  await alertAdmins(app, {
    about: "replication",
    subject: "the replica is out of date",
    body: `${problemOf(app, seen, state !== null)} If this machine fails now, changes since then are lost.`,
  });
}

/** SQLite writes this number even if it stays the same. */
async function writeSomething({ db }: Pick<App, "db">): Promise<void> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  await sql`pragma user_version = ${sql.lit(rows[0]?.user_version ?? 0)}`.execute(db);
}

function seenOf({ config, clock }: Watched): Seen {
  const known = lastSeen.get(config);
  if (known) return known;
  const seen = {
    startedAt: clock.now(),
    respondedAt: null,
    completeAt: null,
    isKnown: false,
    behind: null,
    copied: null,
    alerted: false,
  };
  lastSeen.set(config, seen);
  return seen;
}

async function askLitestream({ config }: Watched) {
  try {
    const response = await fetch(config.replication.metricsUrl, {
      signal: AbortSignal.timeout(longestResponse),
    });
    return response.ok ? readLitestream(await response.text(), "firstnight.db") : null;
  } catch {
    return null;
  }
}

/** Asks Litestream whether it runs, because it may have ended a second ago. Nothing if replication is off. */
export async function checkReplication(app: Watched): Promise<HealthCheck[]> {
  const { config } = app;
  if (!config.replication.isOn || config.database) return [];
  const result = resultOf("Replica");
  const seen = seenOf(app);
  const isRunning = (await askLitestream(app)) !== null;
  const age = ageOf(app, seen);
  const hasEnded = !isRunning && seen.respondedAt !== null;
  if (seen.completeAt !== null && age < warnAfter && !hasEnded) {
    return [result("good", `Litestream is running. The replica had every change ${agoText(age)} ago.`)];
  }
  if (seen.completeAt === null && age < warnAfter && !hasEnded) {
    const what = seen.isKnown ? "Litestream's first copy" : "Litestream to respond";
    return [result("warn", `Waiting for ${what}.`)];
  }
  return [result(age < alertAfter ? "warn" : "bad", problemOf(app, seen, isRunning))];
}

/** Since when the replica hasn't had every change, or since this server's start. In ms. */
const ageOf = ({ clock }: Watched, { completeAt, startedAt }: Seen) =>
  clock.now() - (completeAt ?? startedAt);

/** Adds the replica's figures to the metrics. Does nothing if replication is off. */
export function measureReplication(app: App): void {
  const { config, metrics } = app;
  if (!config.replication.isOn || config.database) return;
  const registers = [metrics.registry];
  new Gauge({
    name: "firstnight_replica_lag_seconds",
    help: "Time since the replica last had every change, or since the server's start.",
    registers,
    collect() {
      this.set(ageOf(app, seenOf(app)) / 1000);
    },
  });
  new Gauge({
    name: "firstnight_replication_up",
    help: "1 if Litestream responds, 0 if it doesn't.",
    registers,
    async collect() {
      this.set((await askLitestream(app)) === null ? 0 : 1);
    },
  });
}

function problemOf({ clock, config }: Watched, seen: Seen, isRunning: boolean): string {
  const now = clock.now();
  const since =
    seen.completeAt === null
      ? "The replica hasn't had every change since this server started."
      : `The replica last had every change ${durationText(now - seen.completeAt)} ago.`;
  if (!isRunning) {
    return `Litestream doesn't respond at ${config.replication.metricsUrl}. Start it, or correct LITESTREAM_METRICS. ${since}`;
  }
  if (!seen.isKnown) {
    return `Litestream reports no figures for firstnight.db. Check the path in its configuration. ${since}`;
  }
  if (seen.behind === null) {
    return `Litestream is running, but has copied nothing since it started. See its log. ${since}`;
  }
  return `Litestream is running, but ${sizeText(seen.behind)} are not copied yet. See its log. If its storage was full, make room and restart Litestream. ${since}`;
}

const agoText = (age: number) => (age < minute ? `${Math.ceil(age / second)} s` : durationText(age));
