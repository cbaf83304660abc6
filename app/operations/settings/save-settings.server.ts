import { refuseLockOut } from "~/accounts/sign-in/refuse-lock-out.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { adminSettings, type SettingName } from "~/core/settings/admin-settings.server";
import {
  combine,
  type LiveConfig,
  type SettingProblem,
  type SettingTexts,
} from "~/core/settings/live.server";
import type { Staff } from "~/core/who";

/** The new values, in the form of the environment variable. Null returns to the default. */
export type SettingChanges = Partial<Record<SettingName, string | null>>;

interface Preview {
  /** Without those that change nothing or that the environment sets. */
  changes: (readonly [SettingName, string | null])[];
  live: LiveConfig;
}

/** Checks changes without saving them. @throws Refusal "invalid" */
export function previewSettings({ config, settings }: App, wanted: SettingChanges): Preview {
  const saved = settings.saved();
  const changes = (Object.entries(wanted) as [SettingName, string | null][])
    .map(([name, value]) => [name, value === adminSettings[name].fallback ? null : value] as const)
    .filter(([name, value]) => config.given[name] === undefined && value !== (saved[name] ?? null));
  const next: Record<string, string> = { ...saved };
  for (const [name, value] of changes) {
    if (value === null) delete next[name];
    else next[name] = value;
  }
  const { live, problems } = combine(config, next);
  if (live) return { changes, live };
  throw new Refusal("invalid", problems.map(inWords).join(" "), {
    fields: Object.fromEntries(problems.map((problem) => [problem.name, [inWords(problem)]])),
  });
}

function inWords({ name, message }: SettingProblem): string {
  if (message.startsWith("is required")) {
    return name === "TWILIO_FROM" ? "Enter a number or a Messaging Service SID." : "Please fill this in.";
  }
  if (name === "BOOKING_LEAD_HOURS" && message.startsWith("leaves")) {
    return "Patients could not book at all. Enter fewer hours, or more days ahead.";
  }
  return `This ${message}.`;
}

/**
 * Saves settings, which are in effect immediately, and for other instances within three seconds.
 * @param proven the channels for which a provider just accepted a test with these settings
 * @returns false if nothing changed @throws Refusal if a value is invalid or the admin would be locked out
 */
export async function saveSettings(
  app: App,
  who: Staff,
  wanted: SettingChanges,
  proven: readonly ("sms" | "email")[] = [],
): Promise<boolean> {
  await app.settings.load();
  const saved = app.settings.saved();
  const { changes, live } = previewSettings(app, wanted);
  if (changes.length === 0) return false;
  await app.db.transaction().execute(async (trx) => {
    await refuseLockOut({ trx, app, who }, { live, proven });
    for (const [name, value] of changes) {
      await trx.deleteFrom("settings").where("name", "=", name).execute();
      if (value === null) continue;
      const row = isSecret(name)
        ? { value: null, value_sealed: app.secrets.seal(value) }
        : { value, value_sealed: null };
      await trx
        .insertInto("settings")
        .values({ name, ...row, saved_at: app.clock.now() })
        .execute();
    }
    await logAudit({ trx, app, who }, "settings.changed", null, auditDetails(saved, changes));
  });
  await app.settings.load();
  app.delivery.notify();
  return true;
}

const isSecret = (name: SettingName): boolean => "secret" in adminSettings[name];

/** Null stands for the default. */
function auditDetails(saved: SettingTexts, changes: Preview["changes"]): Record<string, unknown> {
  return Object.fromEntries(
    changes.map(([name, value]) => [
      name,
      isSecret(name) ? (value === null ? "removed" : "replaced") : { from: saved[name] ?? null, to: value },
    ]),
  );
}

/** The settings of a form. An empty field returns to the default. */
export function changesOf(input: SettingChanges): SettingChanges {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, value || null]));
}
