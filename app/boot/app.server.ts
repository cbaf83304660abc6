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

/** What every change needs at hand. Reads take a `Db` alone. */
export interface App {
  config: Config;
  /** Writes, and reads that must see them inside the same transaction. */
  db: Db;
  /** Reads that never wait for an open transaction. */
  reads: Db;
  /** Reads that may lag a moment behind, for what is looked over and decides nothing. */
  replicaReads: Db;
  clock: Clock;
  secrets: Secrets;
  log: Logger;
  /**
   * Wakes this process's delivery. Notified inside the transaction that queues a message: delivery's own claim waits
   * for the one writing connection, so it begins when that transaction is over.
   */
  delivery: WakeSignal;
  /** What is counted for operators. */
  metrics: Metrics;
  /** The audit log's newest row, kept beside the database. */
  auditHead: AuditHead;
  /** Has a statement met damage in the database file since the start? */
  isDamaged(): boolean;
  close(): Promise<void>;
}

/** Opens the store and gathers what the house needs; `clock` is passed by tests. */
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
