import * as z from "zod";
import { BackupEnvironment, type BackupSettings, backupSettings } from "./backup.server";
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
} from "./sending.server";
import { oneOf, PublicUrl, whole } from "./values.server";

/** The settings that change without a restart. `adminSettings` describes those that an admin can set on a screen. */
export const LiveEnvironment = z.object({
  PUBLIC_URL: PublicUrl.optional(),
  SMS_PROVIDER: oneOf("outbox", "twilio").default("outbox"),
  ...TwilioEnvironment.shape,
  ...MailEnvironment.shape,
  QUIET_HOURS: QuietHours,
  ...BackupEnvironment.shape,
  ACCESS_CODE_DAYS: whole(7, 1, 90),
  PATIENT_CHANGE_HOURS: whole(24, 0, 720),
  BOOKING_LEAD_HOURS: whole(2, 0, 720),
  BOOKING_HORIZON_DAYS: whole(60, 1, 366),
  STAFF_IDLE_MINUTES: whole(30, 5, 720),
  REQUIRE_MFA: oneOf("off", "admins", "all").optional(),
});

/** The part of `Config` that follows from `LiveEnvironment`. */
export interface LiveConfig {
  /** Without a slash at the end. */
  publicUrl: string;
  https: boolean;
  smsProvider: "outbox" | "twilio";
  twilio: TwilioSettings | null;
  mail: MailSettings;
  backups: BackupSettings;
  textHours: TextHours;
  accessCodeDays: number;
  patientChangeHours: number;
  bookingLeadHours: number;
  bookingHorizonDays: number;
  staffIdleMinutes: number;
  requireMfa: "off" | "admins" | "all";
  requireMfaIsSet: boolean;
}

export function liveConfig(
  env: z.output<typeof LiveEnvironment>,
  { publicUrl: fallback, dataDir }: { publicUrl: string; dataDir: string },
): LiveConfig {
  const publicUrl = (env.PUBLIC_URL ?? fallback).replace(/\/+$/, "");
  return {
    publicUrl,
    https: publicUrl.startsWith("https:"),
    smsProvider: env.SMS_PROVIDER,
    twilio: env.SMS_PROVIDER === "twilio" ? twilioSettings(env) : null,
    mail: mailSettings(env, publicUrl),
    backups: backupSettings(env, dataDir),
    textHours: env.QUIET_HOURS,
    accessCodeDays: env.ACCESS_CODE_DAYS,
    patientChangeHours: env.PATIENT_CHANGE_HOURS,
    bookingLeadHours: env.BOOKING_LEAD_HOURS,
    bookingHorizonDays: env.BOOKING_HORIZON_DAYS,
    staffIdleMinutes: env.STAFF_IDLE_MINUTES,
    // Users without a method get their codes by email, so the rule needs email.
    requireMfa: env.REQUIRE_MFA ?? (env.SMTP_URL ? "admins" : "off"),
    requireMfaIsSet: env.REQUIRE_MFA !== undefined,
  };
}

/** The problem that patients can't book at all, if there is one. */
export const bookingProblems = (env: z.output<typeof LiveEnvironment>): string[] =>
  env.BOOKING_LEAD_HOURS >= env.BOOKING_HORIZON_DAYS * 24
    ? ["BOOKING_LEAD_HOURS: leaves no time to book before BOOKING_HORIZON_DAYS ends"]
    : [];

/** Settings as texts, by the names of their environment variables. */
export type SettingTexts = Readonly<Record<string, string>>;

export interface SettingProblem {
  name: string;
  message: string;
}

interface Fixed {
  given: SettingTexts;
  publicUrl: string;
  dataDir: string;
}

export function combine(
  { given, publicUrl, dataDir }: Fixed,
  saved: SettingTexts,
): { live: LiveConfig; problems: [] } | { live: null; problems: SettingProblem[] } {
  const set = { ...saved, ...given };
  const { data, error } = LiveEnvironment.safeParse(set);
  if (error) {
    const problems = error.issues.map(({ path, message }) => ({ name: String(path[0]), message }));
    return { live: null, problems };
  }
  // PUBLIC_URL has a default, which is enough to try Twilio. The screen warns of it.
  const between = [...sendingProblems({ ...set, PUBLIC_URL: publicUrl }), ...bookingProblems(data)];
  if (between.length === 0) return { live: liveConfig(data, { publicUrl, dataDir }), problems: [] };
  const problems = between.map((problem) => {
    const [name = "", message = ""] = problem.split(": ");
    return { name: name.split(" ")[0] ?? "", message };
  });
  return { live: null, problems };
}

/**
 * Like `combine`, but leaves out saved settings that can't be used, such as a limit that contradicts a new value in
 * the environment. @returns also the problems of these settings
 */
export function combineUsable(
  fixed: Fixed,
  saved: SettingTexts,
): { live: LiveConfig; problems: SettingProblem[] } {
  const found: SettingProblem[] = [];
  let usable = saved;
  for (;;) {
    const { live, problems } = combine(fixed, usable);
    if (live) return { live, problems: found };
    found.push(...problems);
    const wrong = new Set(problems.flatMap(({ name }) => dependents(name)));
    const rest = Object.fromEntries(Object.entries(usable).filter(([name]) => !wrong.has(name)));
    usable = Object.keys(rest).length < Object.keys(usable).length ? rest : {};
  }
}

/** The setting, and those that only work with it. */
function dependents(name: string): string[] {
  if (name.startsWith("TWILIO_")) return [name, "SMS_PROVIDER"];
  if (name === "MAIL_FROM") return [name, "SMTP_URL"];
  return name === "BOOKING_LEAD_HOURS" ? [name, "BOOKING_HORIZON_DAYS"] : [name];
}
