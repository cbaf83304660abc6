import type { App } from "~/boot/app.server";
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
  /** In the form of the environment variable. Empty if there is none, and for a secret. */
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
  const shown = name === "BACKUP_DIR" ? config.backups.dir : text;
  return {
    name,
    label,
    hint,
    value: isSecret ? "" : shown,
    source: given !== undefined ? "environment" : saved !== undefined ? "saved" : "default",
    // A password is shorter than a token, so no part of it is shown.
    secret: isSecret && text !== "" ? { ending: name === "TWILIO_AUTH_TOKEN" ? text.slice(-4) : null } : null,
    range: rangeOf(name),
  };
}

/** The settings of a screen. */
export const listSettings = (app: Seen, screen: SettingScreen): SettingView[] =>
  settingNames.filter((name) => adminSettings[name].screen === screen).map((name) => viewSetting(app, name));
