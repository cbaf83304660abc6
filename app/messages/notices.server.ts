import type { App } from "~/boot/app.server";

interface Wanted {
  to?: string | undefined;
  channel?: "sms" | "email" | undefined;
  before?: number | undefined;
  limit: number;
}

/**
 * Sent and waiting messages, newest first. Bodies are readable only where no provider delivers them: they
 * hold sign-in links and codes.
 */
export async function listNotices(
  { reads, secrets, config }: Pick<App, "reads" | "secrets" | "config">,
  wanted: Wanted,
) {
  const isKept = { sms: config.smsProvider === "outbox", email: config.mail.server === null };

  let query = reads
    .selectFrom("outbox")
    .select(["id", "channel", "recipient", "subject", "body_sealed", "status", "created_at"])
    .orderBy("id", "desc")
    .limit(wanted.limit);
  if (wanted.to) query = query.where("recipient", "=", wanted.to);
  if (wanted.channel) query = query.where("channel", "=", wanted.channel);
  if (wanted.before) query = query.where("id", "<", wanted.before);
  const rows = await query.execute();
  return rows.map(({ recipient, body_sealed: sealed, ...row }) => ({
    ...row,
    to: recipient,
    body: isKept[row.channel] ? secrets.open(sealed) : null,
  }));
}
