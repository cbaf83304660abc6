import type { App } from "~/boot/app.server";
import { formatPhone } from "~/core/phone";
import {
  adminSettings,
  rangeOf,
  type SettingName,
  type SettingScreen,
  settingNames,
} from "~/core/settings/admin-settings.server";

export interface SettingView {
  name: SettingName;
  label: string;
  hint: string | null;
  /** In the form of the environment variable, except for phone numbers. Of a mail server, only its host and port. */
  value: string;
  source: "environment" | "saved" | "default";
  /** For a secret that is set: its last four characters, if it is a token. */
  secret: { ending: string | null } | null;
  range: { min: number; max: number } | null;
}

type Seen = Pick<App, "config" | "settings">;

export function viewSetting({ config, settings }: Seen, name: SettingName): SettingView {
  const { label, hint = null, fallback, ...setting } = adminSettings[name];
  const given = config.given[name];
  const saved = settings.saved()[name];
  const text = given ?? saved ?? fallback ?? "";
  const isSecret = "secret" in setting;
  return {
    name,
    label,
    hint,
    value: isSecret && name !== "SMTP_URL" ? "" : shownValue(config, name, text),
    source: given !== undefined ? "environment" : saved !== undefined ? "saved" : "default",
    // A password is shorter than a token, so no part of it is shown.
    secret: isSecret && text !== "" ? { ending: name === "TWILIO_AUTH_TOKEN" ? text.slice(-4) : null } : null,
    range: rangeOf(name),
  };
}

function shownValue({ backups, mail, publicUrl }: App["config"], name: SettingName, text: string): string {
  if (name === "SMTP_URL") return mail.server ? `${mail.server.host}:${mail.server.port}` : "";
  if (name === "TWILIO_FROM") return formatPhone(text);
  if (name === "PUBLIC_URL") return publicUrl;
  return name === "BACKUP_DIR" ? backups.dir : text;
}

export const listSettings = (app: Seen, screen: SettingScreen): SettingView[] =>
  settingNames.filter((name) => adminSettings[name].screen === screen).map((name) => viewSetting(app, name));
