import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { evidenceMonths, lastRetentionRun } from "../retention/delete-old-records.server";
import { checkCalendars } from "./calendar-health.server";
import { checkCompanies, checkConsentRule } from "./company-health.server";
import { checkDatabase } from "./database-health.server";
import { durationText, type HealthCheck, resultOf } from "./health-check";
import { checkVisitNotes } from "./note-health.server";
import { checkOpenTimes } from "./open-times-health.server";
import { checkSending } from "./sending-health.server";
import { checkSingleSignOn, checkTwoStep } from "./sign-in-health.server";
import { checkWebhooks } from "./webhook-health.server";

/** All results, most urgent first. */
export async function checkHealth(
  app: Pick<App, "db" | "reads" | "clock" | "config" | "isDamaged">,
): Promise<HealthCheck[]> {
  const checks = [
    ...(await checkDatabase(app)),
    ...(await checkSending(app)),
    ...(await checkOrderSystems(app)),
    ...(await checkWebhooks(app)),
    ...(await checkVisitNotes(app)),
    ...(await checkCompanies(app)),
    ...(await checkConsentRule(app)),
    ...(await checkCalendars(app)),
    await checkOpenTimes(app),
    checkTwoStep(app),
    ...(await checkSingleSignOn(app)),
    await checkRetention(app),
  ];
  const rank = { bad: 0, warn: 1, good: 2 };
  return checks.sort((a, b) => rank[a.state] - rank[b.state]);
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

async function checkOrderSystems({ reads, clock }: Pick<App, "reads" | "clock">): Promise<HealthCheck[]> {
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
