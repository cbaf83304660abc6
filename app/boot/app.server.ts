import { join } from "node:path";
import pino, { type Logger } from "pino";
import type { Config } from "~/config.server";
import { type Secrets, secretsFrom } from "~/core/secrets.server";
import { type Clock, systemClock } from "~/core/time";
import type { Who } from "~/core/who";
import { type Db, openDatabase, type Timed } from "~/db/open.server";
import { openRemoteDatabase } from "~/db/remote/open-remote.server";
import { type AuditHead, openAuditHead } from "./audit-head.server";
import { type Metrics, openMetrics } from "./metrics.server";
import { refuseWrongSecret } from "./refuse-wrong-secret.server";
import { openSettings, type Settings } from "./settings.server";

export interface App {
  /** The settings in effect. Some change while the server runs, so read them at the time of use. */
  config: Config;
  settings: Settings;
  db: Db;
  reads: Db;
  replicaReads: Db;
  clock: Clock;
  secrets: Secrets;
  log: Logger;
  /** Wakes message delivery. It can be called inside a transaction, because delivery waits for the same connection. */
  delivery: WakeSignal;
  metrics: Metrics;
  auditHead: AuditHead;
  isDamaged(): boolean;
  close(): Promise<void>;
}

export interface AppTx {
  trx: Db;
  app: App;
}

export interface Tx<By = Who> extends AppTx {
  who: By;
}

export function openApp(given: Config, clock: Clock = systemClock): App {
  const config = { ...given };
  const metrics = openMetrics();
  const timed: Timed = (connection, seconds) => metrics.statements.observe({ connection }, seconds);
  const secrets = secretsFrom(config.appSecret);
  const store = config.database
    ? openRemoteDatabase(config.database, timed)
    : openDatabase(join(config.dataDir, "firstnight.db"), timed, {
        emptiesLog: !config.replication.isOn,
        beforeUpgrade: (database) => refuseWrongSecret(database, secrets, config.dataDir),
      });
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const auditHead = openAuditHead(config.dataDir, store.reads, (err) => log.error({ err }, "audit head"));
  return {
    config,
    settings: openSettings(config, store.reads, secrets),
    db: store.db,
    reads: store.reads,
    replicaReads: store.replicaReads,
    clock,
    secrets,
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

interface WakeSignal {
  notify(): void;
  subscribe(wake: () => void): () => void;
}

function wakeSignal(): WakeSignal {
  const subscribers = new Set<() => void>();
  return {
    notify() {
      for (const wake of subscribers) wake();
    },
    subscribe(wake) {
      subscribers.add(wake);
      return () => subscribers.delete(wake);
    },
  };
}
