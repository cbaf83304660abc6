import { resolve } from "node:path";
import * as z from "zod";

import { type AddressList, addressList } from "./core/settings/address-list.server";

import { storedSecret, whyUnusable } from "./core/settings/data-folder.server";
import {
  DatabaseEnvironment,
  type DatabaseServer,
  databaseProblems,
  databaseServer,
} from "./core/settings/database.server";
import { bookingProblems, type LiveConfig, LiveEnvironment, liveConfig } from "./core/settings/live.server";
import {
  ReplicationEnvironment,
  type ReplicationSettings,
  replicationSettings,
} from "./core/settings/replication.server";
import { sendingProblems } from "./core/settings/sending.server";
import { Hosts, oneOf, onOff, whole } from "./core/settings/values.server";

const addresses = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context): AddressList => {
      const list = addressList(text === "off" ? "" : text);
      if (list) return list;
      context.addIssue({
        code: "custom",
        message: "must be addresses or networks, like 127.0.0.1, 10.2.0.0/16",
      });
      return z.NEVER;
    });

const Environment = z.object({
  NODE_ENV: oneOf("production", "development", "test").default("production"),
  PORT: whole(3000, 0, 65535),
  HOST: z.string().default("0.0.0.0"),
  DATA_DIR: z.string().min(1).default("./data"),
  ...DatabaseEnvironment.shape,
  APP_SECRET: z.string().min(32, "needs at least 32 characters").optional(),
  TRUST_PROXY: whole(0, 0, 10),
  METRICS_FROM: addresses("127.0.0.0/8, ::1"),
  LOG_LEVEL: oneOf("debug", "info", "warn", "error", "silent").default("info"),
  ...LiveEnvironment.shape,
  ...ReplicationEnvironment.shape,
  MESSAGES_KEEP_MONTHS: z
    .union(
      [z.literal("off").transform(() => null), whole(1, 1, 240)],
      "must be a whole number of months from 1 to 240, or off",
    )
    .default(null),
  ORDER_SYSTEM: oneOf("local", "brightree").default("local"),
  ALLOW_PRIVATE_HOSTS: Hosts,
  ORDER_SYSTEM_PRIVATE_HOSTS: Hosts,
  PATIENT_QUERY_LINKS: onOff("on"),
  CALENDAR_STALE_MINUTES: whole(60, 10, 1440),
  RENDER: oneOf("fast", "stock").default("fast"),
  SERVE_DEMO: onOff("off"),
  RACE_ENDPOINTS: onOff("off"),
  DEMO_SCALE: oneOf("small", "large").default("small"),
});

/**
 * docs/commands-and-settings.md describes each setting. The part in `LiveConfig` changes while the server runs
 * (boot/settings.server.ts), so read it from `app.config` at the time of use.
 */
export interface Config extends LiveConfig {
  /** The environment's values for settings that admins can otherwise set, by name. */
  given: Readonly<Record<string, string>>;
  development: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** Null if the database is the file in `dataDir`. */
  database: DatabaseServer | null;
  appSecret: string;
  /** True if APP_SECRET is set, false if the secret is stored in `dataDir`. */
  isSecretGiven: boolean;
  trustProxy: number;
  logLevel: string;
  metricsFrom: AddressList;
  replication: ReplicationSettings;
  keepMessagesMonths: number | null;
  orderSystem: "local" | "brightree";
  /** Hosts on this machine or on a private network that the server may send requests to. */
  privateHosts: string[];
  patientQueryLinks: boolean;
  calendarStaleMinutes: number;
  /** With "stock", Remix's own handler serves requests (docs/decisions/046-fast-render-path.md). */
  render: "fast" | "stock";
  serveDemo: boolean;
  /** True if the database is the demo's, whose outbox stands for a provider. */
  demo: boolean;
  raceEndpoints: boolean;
  demoScale: "small" | "large";
}

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Firstnight can't start with these settings:\n${problems.map((p) => `  - ${p}`).join("\n")}`);
    this.name = "ConfigError";
  }
}

/**
 * Reads the settings. Creates DATA_DIR and its secret if they are missing.
 * @param isRestoring true for a command that brings its own secret, so that none is stored
 * @throws ConfigError
 */
export function readConfig(environment: NodeJS.ProcessEnv, isRestoring = false): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(set);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    ...sendingProblems(set),
    ...databaseProblems(set),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const env = parsed.data;
  if (bookingProblems(env).length > 0) throw new ConfigError(bookingProblems(env));
  const publicUrl = `http://localhost:${env.PORT}`;
  const dataDir = resolve(env.DATA_DIR);
  const unusable = whyUnusable(dataDir);
  if (unusable) throw new ConfigError([`DATA_DIR: ${unusable}`]);
  return {
    ...liveConfig(env, { publicUrl, dataDir }),
    given: Object.fromEntries(
      Object.keys(LiveEnvironment.shape).flatMap((name) => (set[name] ? [[name, set[name]]] : [])),
    ),
    development: env.NODE_ENV === "development",
    port: env.PORT,
    host: env.HOST,
    dataDir,
    database: databaseServer(env),
    appSecret: env.APP_SECRET ?? storedSecret(dataDir, { isRestoring }),
    isSecretGiven: env.APP_SECRET !== undefined,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    metricsFrom: env.METRICS_FROM,
    replication: replicationSettings(env),
    keepMessagesMonths: env.MESSAGES_KEEP_MONTHS,
    orderSystem: env.ORDER_SYSTEM,
    privateHosts: [...env.ALLOW_PRIVATE_HOSTS, ...env.ORDER_SYSTEM_PRIVATE_HOSTS],
    patientQueryLinks: env.PATIENT_QUERY_LINKS,
    calendarStaleMinutes: env.CALENDAR_STALE_MINUTES,
    render: env.RENDER,
    serveDemo: env.SERVE_DEMO,
    demo: false,
    raceEndpoints: env.RACE_ENDPOINTS,
    demoScale: env.DEMO_SCALE,
  };
}
