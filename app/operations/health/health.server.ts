import { findSso } from "~/accounts/sso/sso-settings.server";
import { lastCorrection } from "~/availability/recount-open-slots.server";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { adminSettings, type SettingName } from "~/core/settings/admin-settings.server";
import { day, minute } from "~/core/time";
import {
  countOpen,
  findOldestRetry,
  noteQueue,
  webhookQueue,
} from "~/webhooks/delivery/delivery-queue.server";
import { checkMoves } from "../company-transfer/move-company.server";
import { evidenceMonths, lastRetentionRun } from "../retention/delete-old-records.server";
import { checkCalendars } from "./calendar-health.server";
import { checkCompanies, checkConsentRule } from "./company-health.server";
import { checkDatabase } from "./database-health.server";
import { durationText, type HealthCheck, resultOf } from "./health-check";
import { checkSending } from "./sending-health.server";

/** Longer than a receiver takes to restart. */
const warnAfter = 15 * minute;

const rules = {
  off: "Two-step sign-in is optional. You can require it under Settings.",
  admins: "Required for admins.",
  all: "Required for all staff.",
};

const shownFor = 7 * day;

/** All results, most urgent first. */
export async function checkHealth(
  app: Pick<App, "db" | "reads" | "clock" | "config" | "settings" | "isDamaged">,
): Promise<HealthCheck[]> {
  const checks = [
    ...checkSettings(app),
    ...(await checkDatabase(app)),
    ...(await checkSending(app)),
    ...(await checkOrderSystems(app)),
    ...(await checkWebhooks(app)),
    ...(await checkVisitNotes(app)),
    ...(await checkCompanies(app)),
    ...(await checkConsentRule(app)),
    ...(await checkMoves(app)),
    ...(await checkCalendars(app)),
    await checkOpenTimes(app),
    checkTwoStep(app),
    ...(await checkSingleSignOn(app)),
    await checkRetention(app),
  ];
  const rank = { bad: 0, warn: 1, good: 2 };
  return checks.sort((a, b) => rank[a.state] - rank[b.state]);
}

/** Reports nothing if every saved setting is in effect. */
function checkSettings({ settings }: Pick<App, "settings">): HealthCheck[] {
  return settings.problems().map(({ name, message }) => {
    const setting = adminSettings[name as SettingName];
    const href = setting ? `/admin/settings/${setting.screen}` : "/admin/settings";
    return resultOf(`Setting: ${setting?.label ?? name}`, href)(
      "bad",
      `The saved value has no effect: it ${message}.`,
    );
  });
}

async function checkRetention({
  reads,
  clock,
  config,
}: Pick<App, "reads" | "clock" | "config">): Promise<HealthCheck> {
  const result = resultOf("Retention");
  const { keepMessagesMonths: months } = config;
  const rule = `Messages are kept ${months === null ? "permanently" : `for ${plural(months, "month")}`}; consents and the audit log are kept for at least ${evidenceMonths / 12} years.`;
  const last = await lastRetentionRun(reads);
  if (!last) return result("good", `${rule} Nothing has been deleted yet.`);
  const { messages, letters, consents } = last;
  const deleted = `${plural(messages, "message")}, ${plural(letters, "email")}, and ${plural(consents, "superseded consent")}`;
  return result(
    "good",
    `${rule} The last cleanup, ${durationText(clock.now() - last.at)} ago, deleted ${deleted}.`,
  );
}

export async function checkOrderSystems({
  reads,
  clock,
}: Pick<App, "reads" | "clock">): Promise<HealthCheck[]> {
  const rows = await reads
    .selectFrom("order_systems")
    .leftJoin("order_reads", "order_reads.database_name", "order_systems.database_name")
    .select(["order_systems.database_name as database", "ended_at", "failures", "problem"])
    .where("order_systems.kind", "=", "brightree")
    .orderBy("order_systems.database_name")
    .execute();
  if (rows.length === 0) {
    return [
      resultOf("Order system")(
        "good",
        "No order system is connected. Orders are imported from files or through the API.",
      ),
    ];
  }
  return rows.map(({ database, ended_at: ended, failures, problem }) => {
    const result = resultOf(`Order system ${database}`, `/admin/databases/${encodeURIComponent(database)}`);
    const ago = ended === null ? null : `${durationText(clock.now() - ended)} ago`;
    if (!failures) {
      return ago === null ? result("warn", "Never synced.") : result("good", `Last synced ${ago}.`);
    }
    const failed = failures === 1 ? `sync failed ${ago}` : `${failures} syncs failed, most recently ${ago}`;
    const message = `The last ${failed}: ${problem}`;
    return result(failures > 3 ? "bad" : "warn", message);
  });
}

async function checkOpenTimes({ reads, clock }: Pick<App, "reads" | "clock">): Promise<HealthCheck> {
  const result = resultOf("Openings");
  const corrected = await lastCorrection(reads);
  const age = corrected === null ? shownFor : clock.now() - corrected;
  return age >= shownFor
    ? result("good", "Openings match slots, visits, and busy times. This is checked every day.")
    : result(
        "warn",
        `Patients saw incorrect openings until ${durationText(age)} ago, when they were corrected. See open-slots.corrected in the audit log.`,
      );
}

/** One result for each database that has visit notes turned on. */
async function checkVisitNotes({ reads, clock }: Pick<App, "reads" | "clock">): Promise<HealthCheck[]> {
  const settings = await reads
    .selectFrom("note_settings")
    .select("database_name")
    .where("off_at", "is", null)
    .orderBy("database_name")
    .execute();
  return Promise.all(
    settings.map(async ({ database_name }): Promise<HealthCheck> => {
      const href = `/admin/databases/${encodeURIComponent(database_name)}/notes`;
      const result = resultOf(`Visit notes ${database_name}`, href);
      const { failed, open } = await countOpen(reads, noteQueue, database_name);
      if (failed > 0) {
        return result(
          "bad",
          `${plural(failed, "note")} could not be written. See the errors and replay the notes under Databases → ${database_name} → Visit notes.`,
        );
      }
      const retried = await findOldestRetry(reads, noteQueue, database_name);
      if (!retried || clock.now() - retried.since < warnAfter) {
        return result("good", "Visits are being written to the order system.");
      }
      const since = durationText(clock.now() - retried.since);
      return result("warn", `Notes have been failing for ${since}: ${retried.error} Waiting: ${open}.`);
    }),
  );
}

export function checkTwoStep({ config }: Pick<App, "config">): HealthCheck {
  const byDefault =
    !config.requireMfaIsSet && config.requireMfa === "admins"
      ? " This is the default once email is set up. You can change it under Settings."
      : "";
  return resultOf("Two-step sign-in", "/admin/settings/security")(
    "good",
    rules[config.requireMfa] + byDefault,
  );
}

async function checkSingleSignOn({
  reads,
  clock,
  isDamaged,
}: Pick<App, "reads" | "clock" | "isDamaged">): Promise<HealthCheck[]> {
  const row = await findSso(reads).catch((error: unknown) => {
    if (isDamaged()) return null;
    throw error;
  });
  if (!row) return [];
  const result = resultOf("Single sign-on", "/admin/single-sign-on");
  const ago = (at: number) => `${durationText(clock.now() - at)} ago`;
  if (row.problem !== null && row.problem_at !== null) {
    const message = `The provider failed ${ago(row.problem_at)}: ${row.problem} Test it under Single sign-on.`;
    return [result("warn", message)];
  }
  return [
    row.last_used_at === null
      ? result("good", "Single sign-on is set up but has not been used yet.")
      : result("good", `The provider last worked ${ago(row.last_used_at)}.`),
  ];
}

async function checkWebhooks({ reads, clock }: Pick<App, "reads" | "clock">): Promise<HealthCheck[]> {
  const endpoints = await reads
    .selectFrom("webhook_endpoints")
    .select(["id", "url", "off_at"])
    .orderBy("id")
    .execute();
  return Promise.all(
    endpoints.map(async ({ id, url, off_at }): Promise<HealthCheck> => {
      const result = resultOf(`Webhook ${new URL(url).host}`, `/admin/webhooks/${id}`);
      if (off_at !== null) {
        return result(
          "warn",
          `This webhook was turned off ${durationText(clock.now() - off_at)} ago because the server returned 410: it no longer accepts events. Turn it on or remove it under Webhooks.`,
        );
      }
      const { failed, open } = await countOpen(reads, webhookQueue, id);
      if (failed > 0) {
        return result(
          "bad",
          `${plural(failed, "event")} could not be delivered within three days. Fix the other system, then replay the events under Webhooks.`,
        );
      }
      const retried = await findOldestRetry(reads, webhookQueue, id);
      if (!retried) return result("good", "Events are being delivered.");
      const since = durationText(clock.now() - retried.since);
      const waiting = `is being retried: ${retried.error} Waiting: ${open}.`;
      return clock.now() - retried.since < warnAfter
        ? result("good", `An attempt failed ${since} ago. The event ${waiting}`)
        : result("warn", `Attempts have been failing for ${since}. The event ${waiting}`);
    }),
  );
}
