import { join } from "node:path";
import pino, { type Logger } from "pino";
import type { Config } from "~/config.server";
import { type Secrets, secretsFrom } from "~/core/secrets.server";
import { type Clock, systemClock } from "~/core/time";
import { type Db, openDatabase, type Timed } from "~/db/open.server";
import { openRemoteDatabase } from "~/db/remote/open-remote.server";
import { type AuditHead, openAuditHead } from "./audit-head.server";
import { type Metrics, openMetrics } from "./metrics.server";
import { type WakeSignal, wakeSignal } from "./wake-signal";

/** The first argument of every change. Reads only get a `Db`. */
export interface App {
  config: Config;
  /** Writes, and reads inside the same transaction. */
  db: Db;
  /** Reads that never wait for an open transaction. */
  reads: Db;
  /** Reads that may lag behind, for overviews. */
  replicaReads: Db;
  clock: Clock;
  secrets: Secrets;
  log: Logger;
  /** Wakes message delivery, which can be notified inside a transaction: its own waits for the same connection. */
  delivery: WakeSignal;
  metrics: Metrics;
  auditHead: AuditHead;
  /** Whether a statement has found damage in the database file. */
  isDamaged(): boolean;
  close(): Promise<void>;
}

/** Opens the database. Tests pass a `clock`. */
export function openApp(config: Config, clock: Clock = systemClock): App {
  const metrics = openMetrics();
  const timed: Timed = (connection, seconds) => metrics.statements.observe({ connection }, seconds);
  const store = config.database
    ? openRemoteDatabase(config.database, timed)
    : openDatabase(join(config.dataDir, "firstnight.db"), timed);
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const auditHead = openAuditHead(config.dataDir, store.reads, (err) => log.error({ err }, "audit head"));
  return {
    config,
    db: store.db,
    reads: store.reads,
    replicaReads: store.replicaReads,
    clock,
    secrets: secretsFrom(config.appSecret),
    log,
    delivery: wakeSignal(),
    metrics,
    auditHead,
    isDamaged: store.isDamaged,
    async close() {
      await auditHead.close();
      await store.close();
    },
  };
}
