import * as z from "zod";
import { LiveEnvironment } from "./live.server";

export const settingScreens = {
  texts: "Texts",
  email: "Email",
  booking: "Booking",
  security: "Security",
  backups: "Backups",
} as const;
export type SettingScreen = keyof typeof settingScreens;

interface AdminSetting {
  screen: SettingScreen;
  label: string;
  hint?: string;
  /** In the form of the environment variable. Null if there is none. */
  fallback: string | null;
  /** Stored sealed, and never shown. */
  secret?: true;
}

const describe = <Names extends keyof typeof LiveEnvironment.shape>(described: Record<Names, AdminSetting>) =>
  described;

/**
 * The settings that an admin can set on the screens under /admin/settings, by the name of the environment variable,
 * which wins. Their schemas are in `LiveEnvironment`.
 */
export const adminSettings = describe({
  SMS_PROVIDER: { screen: "texts", label: "Texts", fallback: "outbox" },
  TWILIO_ACCOUNT_SID: {
    screen: "texts",
    label: "Account SID",
    hint: "It is on the first page of the Twilio console and begins with AC.",
    fallback: null,
  },
  TWILIO_AUTH_TOKEN: {
    screen: "texts",
    label: "Auth token",
    hint: "It is next to the account SID. An API key can't replace it, because Twilio signs replies with this token.",
    fallback: null,
    secret: true,
  },
  TWILIO_FROM: {
    screen: "texts",
    label: "Number that sends the texts",
    hint: "Leave it empty if you use a Messaging Service.",
    fallback: null,
  },
  TWILIO_MESSAGING_SERVICE_SID: {
    screen: "texts",
    label: "Messaging Service SID",
    hint: "It begins with MG. Leave it empty if you use a number.",
    fallback: null,
  },
  QUIET_HOURS: { screen: "texts", label: "Hours for automated texts", fallback: "9-20" },
  SMTP_URL: { screen: "email", label: "Mail server", fallback: null, secret: true },
  MAIL_FROM: {
    screen: "email",
    label: "Sender",
    hint: "For example: Quiet Nights <visits@clinic.example>",
    fallback: null,
  },
  ACCESS_CODE_DAYS: {
    screen: "booking",
    label: "Days that an access code is valid",
    hint: "Codes that patients already have keep their date.",
    fallback: "7",
  },
  BOOKING_LEAD_HOURS: {
    screen: "booking",
    label: "Hours from now to the first time that patients can book",
    fallback: "2",
  },
  BOOKING_HORIZON_DAYS: { screen: "booking", label: "Days ahead that patients can book", fallback: "60" },
  PATIENT_CHANGE_HOURS: {
    screen: "booking",
    label: "Hours before a visit until which patients can move or cancel it",
    fallback: "24",
  },
  PUBLIC_URL: {
    screen: "security",
    label: "Address that links start with",
    hint: "An admin chooses it in the set-up list, from the address that they use.",
    fallback: null,
  },
  STAFF_IDLE_MINUTES: {
    screen: "security",
    label: "Minutes without activity until staff are signed out",
    fallback: "30",
  },
  REQUIRE_MFA: { screen: "security", label: "Who must use two-step sign-in", fallback: null },
  BACKUP_DIR: {
    screen: "backups",
    label: "Folder",
    hint: "A folder on the server, best on another disk. Backups in the previous folder stay there.",
    fallback: null,
  },
  BACKUP_EVERY: { screen: "backups", label: "Make a backup", fallback: "24h" },
  BACKUP_KEEP: {
    screen: "backups",
    label: "Backups to keep",
    hint: "Older ones are deleted after the next backup.",
    fallback: "14",
  },
});

export type SettingName = keyof typeof adminSettings;

export const settingNames = Object.keys(adminSettings) as SettingName[];

export function rangeOf(name: SettingName): { min: number; max: number } | null {
  const schema: z.ZodType = LiveEnvironment.shape[name];
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  return inner instanceof z.ZodNumber && inner.minValue !== null && inner.maxValue !== null
    ? { min: inner.minValue, max: inner.maxValue }
    : null;
}
