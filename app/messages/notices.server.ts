import type { App } from "~/boot/app.server";

interface Wanted {
  /** Recipient, exactly. */
  to?: string | undefined;
  channel?: "sms" | "email" | undefined;
  /** Rows with a smaller id only, for the next page. */
  before?: number | undefined;
  limit: number;
}

/**
 * What was sent or waits to be sent, newest first. It can be read where no provider delivers it; what reaches
 * its receiver, with links and codes that let in, is nobody else's to read.
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
