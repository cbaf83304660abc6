import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import type { MailServer } from "~/core/settings/mail-server.server";
import { day, minute, second } from "~/core/time";
import { outboxDepth } from "~/messages/delivery/outbox-depth.server";
import { durationText, type HealthCheck } from "./health-check";

type Seen = Pick<App, "reads" | "clock" | "config">;

/** A message that is due this long and was never tried means that the queue is not processed. */
const stallAfter = 15 * minute;

const deliveriesPage = "/admin/deliveries";

export async function checkSending(app: Seen): Promise<HealthCheck[]> {
  const { smsProvider, mail } = app.config;
  return [
    smsProvider === "outbox"
      ? {
          name: "Texts",
          state: "warn",
          says: "No provider is configured. Texts stay in the outbox and are not delivered.",
        }
      : await recentResults(app, "sms", "Texts", "Twilio"),
    mail.server === null
      ? {
          name: "Email",
          state: "warn",
          says: "No mail server is configured. Emails stay in the outbox and are not delivered.",
        }
      : unencrypted(mail.server, await recentResults(app, "email", "Email", "The mail server")),
    await checkQueue(app),
  ];
}

function unencrypted({ clearText, host }: MailServer, check: HealthCheck): HealthCheck {
  if (!clearText) return check;
  return {
    ...check,
    state: check.state === "bad" ? "bad" : "warn",
    says: `Emails go to ${host} without encryption (?tls=off in SMTP_URL). ${check.says}`,
  };
}

// Messages stored before a provider was set count as delivered, without a provider's id.
async function recentResults(
  app: Seen,
  channel: "sms" | "email",
  name: string,
  who: string,
): Promise<HealthCheck> {
  const rows = await app.reads
    .selectFrom("outbox")
    .select(["status", (row) => row.fn.countAll<number>().as("count")])
    .where("channel", "=", channel)
    .where("status", "in", ["sent", "delivered", "failed"])
    .where("id", ">", (await newestId(app)) - 2000)
    .where("finished_at", ">", app.clock.now() - day)
    .where((row) => row.or([row("status", "!=", "delivered"), row("provider_id", "is not", null)]))
    .groupBy("status")
    .execute();
  const of = (...statuses: string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + count, 0);
  const [accepted, failed] = [of("sent", "delivered"), of("failed")];
  const counts = `Accepted in the last 24 hours: ${accepted}, failed: ${failed}.`;
  const again = await retryReason(app, channel);
  const href = deliveriesPage;
  if (again) return { name, href, state: "warn", says: `${counts} ${again}` };
  if (failed === 0) return { name, href, state: "good", says: `${who} is set up. ${counts}` };
  return {
    name,
    href,
    state: failed > accepted ? "bad" : "warn",
    says: `${counts} The newest failure: ${await newestReason(app, channel)} See Deliveries for each reason.`,
  };
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

// The newest messages of the last day are enough.
async function newestId({ reads }: Seen): Promise<number> {
  const row = await reads.selectFrom("outbox").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

async function checkQueue(app: Seen): Promise<HealthCheck> {
  const { due, failed, oldestSeconds } = await outboxDepth(app.reads, app.clock.now());
  const age = oldestSeconds * second;
  const name = "Outbox";
  if (await isSendingStalled(app)) {
    return {
      name,
      state: "bad",
      says: `It is stalled: the oldest message has waited for ${durationText(age)} without a send attempt. Restart Firstnight.`,
    };
  }
  if (age > stallAfter) {
    return {
      name,
      href: "/admin/outbox",
      state: "warn",
      says: `Waiting: ${plural(due, "message")}, the oldest for ${durationText(age)}.`,
    };
  }
  const aside = failed > 0 ? ` Held for an admin under Deliveries: ${plural(failed, "message")}.` : "";
  return {
    name,
    href: failed > 0 ? deliveriesPage : "/admin/outbox",
    state: failed > 0 ? "warn" : "good",
    says: `${due === 0 ? "No message is overdue." : `In the queue: ${plural(due, "message")}.`}${aside}`,
  };
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
