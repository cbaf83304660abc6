import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import type { MailServer } from "~/core/settings/mail-server.server";
import { day, minute, second } from "~/core/time";
import { outboxDepth } from "~/messages/delivery/outbox-depth.server";
import { durationText, type HealthCheck, resultOf } from "./health-check";

type Seen = Pick<App, "reads" | "clock" | "config">;

/** If a message has been due this long without a send attempt, the queue isn't being processed. */
const stallAfter = 15 * minute;

const deliveriesPage = "/admin/deliveries";
const outboxPage = "/admin/outbox";
const settingsPages = { texts: "/admin/settings/texts", email: "/admin/settings/email" };

export async function checkSending(app: Seen): Promise<HealthCheck[]> {
  return [
    await checkTexts(app),
    await checkEmail(app),
    await checkQueue(app),
    ...(await checkPossiblySent(app)),
  ];
}

const notSent = (what: string) => `${what} stay in the outbox and are not delivered.`;

export async function checkTexts(app: Seen): Promise<HealthCheck> {
  return app.config.smsProvider === "outbox"
    ? resultOf("Texts", settingsPages.texts)("warn", `No provider is configured. ${notSent("Texts")}`)
    : recentResults(app, "sms", "Texts", "Twilio");
}

export async function checkEmail(app: Seen): Promise<HealthCheck> {
  const { server } = app.config.mail;
  return server === null
    ? resultOf("Email", settingsPages.email)("warn", `No mail server is configured. ${notSent("Emails")}`)
    : unencrypted(server, await recentResults(app, "email", "Email", "The mail server"));
}

async function checkPossiblySent({ reads }: Seen): Promise<HealthCheck[]> {
  const { count } = await reads
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(sql<boolean>`possibly_sent = 1`)
    .executeTakeFirstOrThrow();
  if (count === 0) return [];
  const message = `${plural(count, "message")} may have been sent before the restore or the move of a company. Resend each one, or mark it as sent.`;
  return [resultOf("Possibly sent", `${deliveriesPage}?status=possibly-sent`)("warn", message)];
}

function unencrypted({ clearText, host }: MailServer, check: HealthCheck): HealthCheck {
  if (!clearText) return check;
  return {
    ...check,
    state: check.state === "bad" ? "bad" : "warn",
    message: `Emails go to ${host} without encryption. ${check.message}`,
  };
}

// Messages stored before a provider was set up are marked delivered but have no provider ID.
async function recentResults(
  app: Seen,
  channel: "sms" | "email",
  name: string,
  provider: string,
): Promise<HealthCheck> {
  const rows = await app.reads
    .selectFrom("outbox")
    .select(["status", (row) => row.fn.countAll<number>().as("count")])
    .where("channel", "=", channel)
    .where("status", "in", ["sent", "delivered", "failed"])
    // Looks only at the newest messages, because counting a full day's messages takes too long.
    .where("id", ">", (eb) => eb.selectFrom("outbox").select(sql<number>`max(id) - 2000`.as("id")))
    .where("finished_at", ">", app.clock.now() - day)
    .where((row) => row.or([row("status", "!=", "delivered"), row("provider_id", "is not", null)]))
    .groupBy("status")
    .execute();
  const of = (...statuses: string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + count, 0);
  const [accepted, failed] = [of("sent", "delivered"), of("failed")];
  const counts = `In the last 24 hours: ${accepted} accepted, ${failed} failed.`;
  const result = resultOf(name, deliveriesPage);
  const retrying = await retryReason(app, channel);
  if (retrying) return result("warn", `${counts} ${retrying}`);
  if (failed === 0) return result("good", `${provider} is set up. ${counts}`);
  const newest = await newestReason(app, channel);
  const message = `${counts} Most recent failure: ${newest} See Deliveries for details.`;
  return result(failed > accepted ? "bad" : "warn", message);
}

async function newestReason(app: Seen, channel: "sms" | "email"): Promise<string> {
  const row = await app.reads
    .selectFrom("outbox")
    .select("error")
    .where(sql<boolean>`status = 'failed'`)
    .where("channel", "=", channel)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.error ?? "";
}

async function retryReason(app: Seen, channel: "sms" | "email"): Promise<string | null> {
  const row = await app.reads
    .selectFrom("outbox")
    .select(["error", sql<number>`count(*) over ()`.as("count")])
    .where(sql<boolean>`status in ('queued', 'sending')`)
    .where("channel", "=", channel)
    .where("error", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row ? `Waiting for a retry: ${row.count}. ${row.error}` : null;
}

async function checkQueue(app: Seen): Promise<HealthCheck> {
  const { due, failed, oldestSeconds } = await outboxDepth(app.reads, app.clock.now());
  const age = oldestSeconds * second;
  const name = "Outbox";
  if (await isSendingStalled(app)) {
    return resultOf(name)(
      "bad",
      `Sending is stalled: the oldest message has waited for ${durationText(age)} without a send attempt. Restart Firstnight.`,
    );
  }
  if (age > stallAfter) {
    const message = `Waiting: ${plural(due, "message")}, the oldest for ${durationText(age)}.`;
    return resultOf(name, outboxPage)("warn", message);
  }
  const queue = due === 0 ? "No messages are overdue." : `In the queue: ${plural(due, "message")}.`;
  if (failed === 0) return resultOf(name, outboxPage)("good", queue);
  const message = `${queue} ${plural(failed, "failed message")} under Deliveries.`;
  return resultOf(name, deliveriesPage)("warn", message);
}

export async function isSendingStalled({ reads, clock }: Pick<App, "reads" | "clock">): Promise<boolean> {
  const row = await reads
    .selectFrom("outbox")
    .select("id")
    .where("status", "=", "queued")
    .where("attempts", "=", 0)
    .where("behind", "=", 0)
    .where("not_before", "<", clock.now() - stallAfter)
    .where("created_at", "<", clock.now() - stallAfter)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
