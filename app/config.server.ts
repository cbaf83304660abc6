import { resolve } from "node:path";
import * as z from "zod";

import { type AddressList, addressList } from "./core/settings/address-list.server";

import { BackupEnvironment, type BackupSettings, backupSettings } from "./core/settings/backup.server";

import { storedSecret, whyUnusable } from "./core/settings/data-folder.server";
import {
  DatabaseEnvironment,
  type DatabaseServer,
  databaseProblems,
  databaseServer,
} from "./core/settings/database.server";
import {
  ReplicationEnvironment,
  type ReplicationSettings,
  replicationSettings,
} from "./core/settings/replication.server";
import {
  MailEnvironment,
  type MailSettings,
  mailSettings,
  QuietHours,
  sendingProblems,
  type TextHours,
  TwilioEnvironment,
  type TwilioSettings,
  twilioSettings,
} from "./core/settings/sending.server";
import { Hosts, oneOf, onOff, PublicUrl, whole } from "./core/settings/values.server";

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
  PUBLIC_URL: PublicUrl.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  ...DatabaseEnvironment.shape,
  APP_SECRET: z.string().min(32, "needs at least 32 characters").optional(),
  TRUST_PROXY: whole(0, 0, 10),
  METRICS_FROM: addresses("127.0.0.0/8, ::1"),
  LOG_LEVEL: oneOf("debug", "info", "warn", "error", "silent").default("info"),
  SMS_PROVIDER: oneOf("outbox", "twilio").default("outbox"),
  ...TwilioEnvironment.shape,
  ...MailEnvironment.shape,
  QUIET_HOURS: QuietHours,
  ...BackupEnvironment.shape,
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
  ACCESS_CODE_DAYS: whole(7, 1, 90),
  PATIENT_QUERY_LINKS: onOff("on"),
  PATIENT_CHANGE_HOURS: whole(24, 0, 720),
  BOOKING_LEAD_HOURS: whole(2, 0, 720),
  BOOKING_HORIZON_DAYS: whole(60, 1, 366),
  CALENDAR_STALE_MINUTES: whole(60, 10, 1440),
  STAFF_IDLE_MINUTES: whole(30, 5, 720),
  REQUIRE_MFA: oneOf("off", "admins", "all").optional(),
  RENDER: oneOf("fast", "stock").default("fast"),
  SERVE_DEMO: onOff("off"),
  RACE_ENDPOINTS: onOff("off"),
  DEMO_SCALE: oneOf("small", "large").default("small"),
});

/** docs/commands-and-settings.md describes each setting. */
export interface Config {
  development: boolean;
  port: number;
  host: string;
  publicUrl: string;
  https: boolean;
  dataDir: string;
  /** Null if the database is the file in `dataDir`. */
  database: DatabaseServer | null;
  appSecret: string;
  /** True if APP_SECRET is set, false if the secret is stored in `dataDir`. */
  isSecretGiven: boolean;
  trustProxy: number;
  logLevel: string;
  metricsFrom: AddressList;
  smsProvider: "outbox" | "twilio";
  twilio: TwilioSettings | null;
  mail: MailSettings;
  backups: BackupSettings;
  replication: ReplicationSettings;
  textHours: TextHours;
  keepMessagesMonths: number | null;
  orderSystem: "local" | "brightree";
  /** Hosts on this machine or on a private network that the server may send requests to. */
  privateHosts: string[];
  accessCodeDays: number;
  patientQueryLinks: boolean;
  patientChangeHours: number;
  bookingLeadHours: number;
  bookingHorizonDays: number;
  calendarStaleMinutes: number;
  staffIdleMinutes: number;
  requireMfa: "off" | "admins" | "all";
  /** True if REQUIRE_MFA is set. */
  requireMfaIsSet: boolean;
  /** With "stock", Remix's own handler serves requests (docs/decisions/046-fast-render-path.md). */
  render: "fast" | "stock";
  serveDemo: boolean;
  raceEndpoints: boolean;
  demoScale: "small" | "large";
}

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Firstnight can't start with these settings:\n${problems.map((p) => `  - ${p}`).join("\n")}`);
    this.name = "ConfigError";
  }
}

/** Reads the settings. Creates DATA_DIR and its secret if they are missing. @throws ConfigError */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(set);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    ...sendingProblems(set),
    ...databaseProblems(set),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const env = parsed.data;
  if (env.BOOKING_LEAD_HOURS >= env.BOOKING_HORIZON_DAYS * 24) {
    throw new ConfigError(["BOOKING_LEAD_HOURS: leaves no time to book before BOOKING_HORIZON_DAYS ends"]);
  }
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");
  const dataDir = resolve(env.DATA_DIR);
  const unusable = whyUnusable(dataDir);
  if (unusable) throw new ConfigError([`DATA_DIR: ${unusable}`]);
  return {
    development: env.NODE_ENV === "development",
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    https: publicUrl.startsWith("https:"),
    dataDir,
    database: databaseServer(env),
    appSecret: env.APP_SECRET ?? storedSecret(dataDir),
    isSecretGiven: env.APP_SECRET !== undefined,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    metricsFrom: env.METRICS_FROM,
    smsProvider: env.SMS_PROVIDER,
    twilio: env.SMS_PROVIDER === "twilio" ? twilioSettings(env) : null,
    mail: mailSettings(env, publicUrl),
    backups: backupSettings(env, dataDir),
    replication: replicationSettings(env),
    textHours: env.QUIET_HOURS,
    keepMessagesMonths: env.MESSAGES_KEEP_MONTHS,
    orderSystem: env.ORDER_SYSTEM,
    privateHosts: [...env.ALLOW_PRIVATE_HOSTS, ...env.ORDER_SYSTEM_PRIVATE_HOSTS],
    accessCodeDays: env.ACCESS_CODE_DAYS,
    patientQueryLinks: env.PATIENT_QUERY_LINKS,
    patientChangeHours: env.PATIENT_CHANGE_HOURS,
    bookingLeadHours: env.BOOKING_LEAD_HOURS,
    bookingHorizonDays: env.BOOKING_HORIZON_DAYS,
    calendarStaleMinutes: env.CALENDAR_STALE_MINUTES,
    staffIdleMinutes: env.STAFF_IDLE_MINUTES,
    // Sign-in codes can be sent only if a real message provider is configured.
    requireMfa: env.REQUIRE_MFA ?? (env.SMS_PROVIDER === "twilio" || env.SMTP_URL ? "admins" : "off"),
    requireMfaIsSet: env.REQUIRE_MFA !== undefined,
    render: env.RENDER,
    serveDemo: env.SERVE_DEMO,
    raceEndpoints: env.RACE_ENDPOINTS,
    demoScale: env.DEMO_SCALE,
  };
}
