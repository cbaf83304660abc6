import { existsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Config } from "~/config.server";
import { type Secrets, secretsFrom } from "~/core/secrets.server";
import {
  combineUsable,
  type LiveConfig,
  type SettingProblem,
  type SettingTexts,
} from "~/core/settings/live.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

type StoredSetting = Pick<Row<"settings">, "name" | "value" | "value_sealed">;

/** The settings that admins saved. They are part of `app.config` as soon as they are loaded. */
export interface Settings {
  /** Reads them again, after a change by this or another instance. */
  load(): Promise<void>;
  saved(): SettingTexts;
  /** Saved settings that can't be used, so that they have no effect. */
  problems(): readonly SettingProblem[];
}

const unsealable = "can't be read, because the server's secret was changed since. Enter it again";

function openStored(rows: readonly StoredSetting[], secrets: Secrets) {
  const saved: Record<string, string> = {};
  const problems: SettingProblem[] = [];
  for (const { name, value, value_sealed: sealed } of rows) {
    try {
      saved[name] = value ?? secrets.open(sealed ?? "");
    } catch {
      problems.push({ name, message: unsealable });
    }
  }
  return { saved, problems };
}

/** Keeps equal parts, because providers are opened again if theirs is another object. */
function replaceChanged(config: Config, live: LiveConfig): void {
  const before: Partial<Record<string, unknown>> = { ...config };
  const changed = Object.entries(live).filter(
    ([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value),
  );
  Object.assign(config, Object.fromEntries(changed));
}

/** @param config changes in place, so that every part of the app sees the settings in effect */
export function openSettings(config: Config, reads: Db, secrets: Secrets): Settings {
  const start = { ...config };
  let saved: SettingTexts = {};
  let problems: readonly SettingProblem[] = [];
  return {
    async load() {
      const rows = await reads.selectFrom("settings").select(["name", "value", "value_sealed"]).execute();
      const opened = openStored(rows, secrets);
      saved = opened.saved;
      const usable = rows.length > 0 ? combineUsable(start, saved) : { live: start, problems: [] };
      problems = [...opened.problems, ...usable.problems];
      replaceChanged(config, usable.live);
    },
    saved: () => saved,
    problems: () => problems,
  };
}

/** The settings in effect for a command that doesn't open the app. Changes nothing in the database. */
export function withSavedSettings(config: Config): Config {
  const file = join(config.dataDir, "firstnight.db");
  if (config.database || !existsSync(file)) return config;
  const database = new Database(file, { readonly: true });
  try {
    // Before its first start with this version, the database has no saved settings.
    if (!database.prepare("select 1 from sqlite_schema where name = 'settings'").get()) return config;
    const rows = database.prepare("select name, value, value_sealed from settings").all() as StoredSetting[];
    if (rows.length === 0) return config;
    const { saved } = openStored(rows, secretsFrom(config.appSecret));
    return { ...config, ...combineUsable(config, saved).live };
  } finally {
    database.close();
  }
}
